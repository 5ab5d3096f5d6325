// A person at the page: what they do is said by what they see, such as the label of a field and the words of a button.

import FoundationEssentials
import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Somebody with a browser who was let in.
final class Visitor {
  /// The page.
  let page: RunningPage
  /// The browser.
  let browser: Browser
  /// What the pictures of this visit are called; nil for no pictures.
  private let pictures: String?
  private var pictureCount = 0

  /// Lets a browser in. With a name, what is seen is kept as pictures below `.build/pictures`.
  init(_ page: RunningPage, _ window: Browser.Window = Browser.Window(), pictures: String? = nil) throws {
    self.page = page
    self.pictures = pictures
    browser = try Browser(window)
    try browser.open(page.server.makeEntryAddress())
    try see("location.pathname === '/' && document.querySelector('main')")
  }

  // MARK: where they go

  /// Goes to an address of the page, and waits until its script runs.
  func go(_ path: String) throws {
    try browser.open("http://127.0.0.1:\(page.server.port)" + path)
    try arrive()
  }

  /// Waits until the script of the page at hand runs.
  func arrive() throws { try see("document.documentElement.classList.contains('enhanced')") }

  /// Waits until an expression of the page is true.
  func see(_ expression: String, _ location: SourceLocation = #_sourceLocation) throws {
    let isSeen = try browser.until(expression)
    #expect(isSeen, "\(expression)", sourceLocation: location)
    if !isSeen { throw Browser.Failure(message: "not seen: \(expression)") }
  }

  /// Waits until a text stands in the page.
  func read(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    try see("document.querySelector('main').innerText.includes(\(Self.quoted(text)))", location)
  }

  /// Keeps a picture of what is seen, and looks whether it fits its window.
  func look(_ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    let fits = try browser.run("return document.documentElement.scrollWidth <= innerWidth")
    #expect(fits == "true", "\(name) scrolls sideways", sourceLocation: location)
    guard let pictures else { return }
    let folder = TestData.checkout + "/.build/pictures/stories"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    pictureCount += 1
    let number = (pictureCount < 10 ? "0" : "") + String(pictureCount)
    try Data(try browser.picture()).write(to: URL(fileURLWithPath: "\(folder)/\(pictures)-\(number)-\(name).png"))
  }

  // MARK: what they do

  /// Clicks a link, a button or what opens a menu, by the words on it or its name for those who cannot see it.
  func press(_ words: String, _ location: SourceLocation = #_sourceLocation) throws {
    try see(
      """
      (() => {
        const wanted = \(Self.quoted(words));
        const isSeen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';
        const all = [...document.querySelectorAll('dialog[open] button, dialog[open] a, main button, main a[href], main summary, .tabs a, .rail a, .rail button, .picks button')].filter(isSeen);
        const name = (e) => (e.getAttribute('aria-label') ?? e.innerText).trim();
        // Of the same words on the page and in its frame those of the page are meant.
        all.sort((one, other) => Boolean(one.closest('.rail, .tabs')) - Boolean(other.closest('.rail, .tabs')));
        const found = all.find((e) => name(e) === wanted) ?? all.find((e) => name(e).split('\\n')[0].trim() === wanted) ?? all.find((e) => name(e).startsWith(wanted));
        if (!found) return false;
        found.scrollIntoView({block: 'center'}); found.click();
        return true;
      })()
      """, location)
  }

  /// Puts the caret into the field with a label; what stood there is marked.
  func enter(_ label: String, in group: String? = nil, _ location: SourceLocation = #_sourceLocation) throws {
    try see(
      """
      (() => {
        \(Self.fields)
        const input = field(\(Self.quoted(label)), \(group.map(Self.quoted) ?? "null"))?.querySelector('.adding input, .input:not([hidden])');
        if (!input) return false;
        input.scrollIntoView({block: 'center'}); input.focus(); input.select?.();
        return document.activeElement === input;
      })()
      """, location)
  }

  /// Types a value into the field with a label, in place of what stood there.
  func fill(_ label: String, _ value: String, in group: String? = nil, _ location: SourceLocation = #_sourceLocation) throws {
    try enter(label, in: group, location)
    try browser.type("\u{E017}" + value)
  }

  /// Types words into the list with a label, each followed by Enter.
  func list(_ label: String, _ words: [String], in group: String? = nil, _ location: SourceLocation = #_sourceLocation) throws {
    try enter(label, in: group, location)
    for word in words { try browser.type(word + "\u{E007}") }
  }

  /// Chooses a value of the field with a label: a segment, a disc of the palette, or an entry of a menu.
  func choose(
    _ value: String, for label: String, in group: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try see(
      """
      (() => {
        \(Self.fields)
        const wanted = \(Self.quoted(value));
        const found = field(\(Self.quoted(label)), \(group.map(Self.quoted) ?? "null"));
        const option = [...found?.querySelectorAll('option') ?? []].find((o) => o.value === wanted || o.textContent.trim() === wanted);
        if (option) { option.selected = true; option.parentElement.dispatchEvent(new Event('input', {bubbles: true})); return true; }
        const input = [...found?.querySelectorAll('.segment, .disc') ?? []].find((e) => e.querySelector('input').value === wanted || e.innerText.trim() === wanted)?.querySelector('input');
        if (!input) return false;
        input.scrollIntoView({block: 'center'}); input.click();
        return input.checked;
      })()
      """, location)
  }

  /// The picture of a file that a person has; the examples have some.
  static func photo(_ path: String) -> String { TestData.checkout + "/examples/collection/" + path }

  /// Chooses photos where the page asks for them.
  func addPhotos(_ paths: [String]) throws { try browser.choose(paths.map(Self.photo), for: "photo-drop input[type=file]") }

  /// Saves the form, and waits until the record is there.
  func save(_ location: SourceLocation = #_sourceLocation) throws {
    try browser.run("document.querySelector('main [name=save]').click()")
    do {
      try see("document.querySelector('.toast') && document.getElementById('record')", location)
    } catch {
      let said = try browser.run("return [...document.querySelectorAll('.msg, .notice')].map((e) => e.textContent).join('; ')")
      Issue.record("not saved: \(said)", sourceLocation: location)
      throw error
    }
    try arrive()
  }

  /// Takes the last change back, by the toast.
  func undo(_ location: SourceLocation = #_sourceLocation) throws {
    let generation = try browser.run("return document.querySelector('.toast [name=number]')?.value ?? ''")
    try browser.run("document.querySelector('.toast form button').click()")
    try see("document.querySelector('.toast') && document.querySelector('.toast form').action.endsWith('/redo')", location)
    #expect(generation != "", sourceLocation: location)
  }

  // MARK: how

  /// A field by its label, in the last group or list of maps with a heading where one is named.
  private static let fields = """
    const label = (e) => (e?.firstChild?.nodeType === 3 && e.firstChild.textContent.trim()) || e?.textContent.trim();
    const field = (name, group) => {
      const within = group ? [...document.querySelectorAll('fieldset')].find((f) => label(f.querySelector(':scope > legend')) === group) : document;
      const among = (place) => [...place?.querySelectorAll('.field, .member') ?? []].find((f) => label(f.querySelector(':scope > label, :scope > legend, :scope > .label')) === name);
      const items = group ? [...within?.querySelectorAll('.item') ?? []] : [];
      const isEmpty = (item) => [...among(item)?.querySelectorAll('[name]') ?? []].every((e) => e.type === 'radio' || e.type === 'checkbox' ? !e.checked || !e.value : !e.value);
      // Of a list of maps the last one that has something, unless it has this; then the one behind it.
      const last = items.at(-2);
      return among(items.length ? (last && isEmpty(last) ? last : items.at(-1)) : within);
    };
    """

  private static func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
