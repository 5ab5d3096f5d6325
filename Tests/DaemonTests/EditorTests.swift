// `vitrine lsp` as editors run it: over streams, from neovim and emacs, and from the extension for VS Code.
// Decision 0050 says why that is as it is.

import FoundationEssentials
import Glibc
import Testing
import VitrineTesting

@Suite struct EditorTests {
  /// The plugin ALE as Debian installs it.
  static let ale = Need(
    "the plugin ALE of vim", isMet: FileManager.default.fileExists(atPath: "/usr/share/vim/vimfiles/pack/dist-bundle/opt/ale"))
  private static let recipe = "name: Tea\nmaet: 1\n"
  private static let manifest = """
    vitrine: 1
    collections:
      - {kind: recipe, files: "recipes/**/*.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}

    """

  /// A catalogue with a finding and a reference.
  private func catalogue() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.manifest, to: "vitrine.yaml")
    try folder.write("name: Green Tea\nminiature_type: troop\nyaer: 1\n", to: "recipes/green-tea.yaml")
    try folder.write("name: Captain\nminiature_type: character\nrecipes: [green-tea]\n", to: "minis/captain.yaml")
    return folder
  }

  /// What a program says that runs with these two on its path, in a home of its own.
  private func run(_ words: [String], in folder: TemporaryFolder, within seconds: Int = 60) throws -> Said {
    let programs = String(Programs.vitrine.dropLast("/vitrine".count))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let home = try TemporaryFolder()
    let environment = ["PATH": programs + ":" + path, "HOME": home.path, "TERM": "dumb", "LANG": "C.UTF-8"]
    return try Running(words, environment: environment, in: folder.path).end(within: seconds)
  }

  /// The messages of a client as they stand in a stream.
  private func stream(_ messages: [String]) -> String {
    messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  }

  private func session(_ stream: String) throws -> Said {
    let folder = try catalogue()
    try folder.write(stream, to: ".input")
    return try run(["sh", "-c", "vitrine lsp --stdio <.input"], in: folder)
  }

  @Test("a session over streams is answered in order, and ends as it should")
  func streams() throws {
    let said = try session(
      stream([
        #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}"#,
        #"{"jsonrpc": "2.0", "method": "initialized", "params": {}}"#,
        #"{"jsonrpc": "2.0", "id": "two", "method": "workspace/symbol", "params": {"query": ""}}"#,
        #"{"jsonrpc": "2.0", "id": 3, "method": "shutdown"}"#, #"{"jsonrpc": "2.0", "method": "exit"}"#,
      ]))
    #expect(said.status == 0)
    #expect(said.errors == "")
    #expect(said.output.contains(#""id":1,"result":{"capabilities":{"positionEncoding":"utf-16""#))
    #expect(said.output.contains(#""id":"two","result":["#))
    #expect(said.output.contains(#""id":3,"result":null"#))
  }

  @Test(
    "a client that goes away takes the server along, whatever it said last",
    arguments: ["", "Content-Length: 5\r\n\r\n", "nonsense", "{}"])
  func end(rest: String) throws {
    let said = try session(
      stream([#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}"#]) + rest)
    #expect(said.status == 1)
    #expect(said.output.contains(#""id":1"#))
  }

  @Test("100,000 requests that are cancelled are answered, and nothing is kept waiting")
  func cancelled() throws {
    var messages = [#"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}}"#]
    for id in 1...100_000 {
      messages.append(#"{"jsonrpc":"2.0","id":\#(id),"method":"workspace/symbol","params":{"query":"a"}}"#)
      messages.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    }
    messages += [#"{"jsonrpc": "2.0", "id": "end", "method": "shutdown"}"#, #"{"jsonrpc": "2.0", "method": "exit"}"#]
    let said = try session(stream(messages))
    #expect(said.status == 0)
    #expect(said.output.utf8.count > 100_000 * 30)
    #expect(said.output.contains(#""id":100000"#) && said.output.contains(#""id":"end","result":null"#))
  }

  @Test(
    "neovim shows findings while one types, completes, renames, fixes and saves, alone and where a daemon serves it",
    .needs(.program("nvim")), arguments: [false, true])
  func neovim(isServed: Bool) throws {
    let folder = try catalogue()
    if isServed { #expect(try run(["vitrine", "daemon", "start"], in: folder).status == 0) }
    defer { if isServed { _ = try? run(["vitrine", "daemon", "stop"], in: folder) } }
    let script = """
      local out = {}
      local function say(...) table.insert(out, table.concat({...}, ' ')) end
      local function wait(what, test) if not vim.wait(30000, test, 20) then say('no', what) end end
      local function ask(method, params)
        local replies = vim.lsp.buf_request_sync(0, method, params, 30000) or {}
        for _, reply in pairs(replies) do return reply.result end
      end
      local function rules()
        local found = {}
        for _, d in ipairs(vim.diagnostic.get(0)) do table.insert(found, (d.lnum + 1) .. ':' .. (d.col + 1) .. ' ' .. (d.code or d.message)) end
        table.sort(found)
        return table.concat(found, ', ')
      end
      vim.cmd('filetype on')
      vim.cmd('luafile \(TestData.checkout)/contrib/editors/neovim.lua')
      vim.cmd('edit recipes/green-tea.yaml')
      wait('finding', function() return #vim.diagnostic.get(0) > 0 end)
      say('opened', rules())
      say(vim.fn.system('vitrine daemon status'):match('and 1 editor') or 'alone')
      vim.api.nvim_buf_set_lines(0, 0, 0, false, {'foo: 1'})
      wait('second finding', function() return #vim.diagnostic.get(0) > 1 end)
      say('typed', rules())
      vim.api.nvim_buf_set_lines(0, 0, 1, false, {})
      wait('end of it', function() return #vim.diagnostic.get(0) == 1 end)
      local uri = vim.uri_from_bufnr(0)
      local place = {line = 2, character = 0}
      local actions = ask('textDocument/codeAction', {textDocument = {uri = uri}, range = {start = place, ['end'] = place}, context = {diagnostics = {}}})
      say('actions', actions[1] and actions[1].title or 'none')
      vim.api.nvim_buf_set_lines(0, 2, 3, false, {})
      wait('clean file', function() return #vim.diagnostic.get(0) == 0 end)
      vim.cmd('write')
      vim.cmd('edit minis/captain.yaml')
      wait('client', function() return #vim.lsp.buf_get_clients(0) > 0 end)
      uri = vim.uri_from_bufnr(0)
      local list = ask('textDocument/completion', {textDocument = {uri = uri}, position = {line = 2, character = 14}})
      say('completes', list.items[1].label, list.items[1].textEdit.newText)
      local edit = ask('textDocument/rename', {textDocument = {uri = uri}, position = {line = 2, character = 12}, newName = 'sencha'})
      vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
      say('renamed', vim.api.nvim_buf_get_lines(0, 2, 3, false)[1])
      vim.cmd('wall')
      vim.fn.writefile(out, 'out.txt')
      vim.cmd('qall!')
      """
    try folder.write(script, to: "test.lua")
    let said = try run(["nvim", "--headless", "-u", "NONE", "-n", "-c", "luafile test.lua", "-c", "qall!"], in: folder)
    let out = (try? folder.read("out.txt")).map { String(decoding: $0, as: UTF8.self) } ?? "nothing: \(said)"
    #expect(
      out == """
        opened 3:1 unknown-field
        \(isServed ? "and 1 editor" : "alone")
        typed 1:1 unknown-field, 4:1 unknown-field
        actions \(out.split(separator: "\n").first { $0.hasPrefix("actions ") }?.dropFirst(8) ?? "")
        completes Green Tea green-tea
        renamed recipes: [sencha]

        """)
    #expect(!out.contains("actions none"))
    #expect(String(decoding: try folder.read("recipes/sencha.yaml"), as: UTF8.self) == "name: Green Tea\nminiature_type: troop\n")
    let check = try run(["vitrine", "check", "--no-daemon"], in: folder)
    #expect(check.status == 0, "\(check)")
  }

  @Test("neovim renames a record with its photo, whose bytes stay what they were", .needs(.program("nvim")))
  func neovimPhotos() throws {
    let folder = try catalogue()
    let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9, 0x0D, 0x0A, 0x00, 0x80]
    try folder.write("name: Green Tea\nphotos: [{file: green-tea.jpg}]\n", to: "recipes/green-tea.yaml")
    try folder.write(photo, to: "recipes/green-tea.jpg")
    let script = """
      vim.cmd('filetype on')
      vim.cmd('luafile \(TestData.checkout)/contrib/editors/neovim.lua')
      vim.cmd('edit minis/captain.yaml')
      vim.wait(30000, function() return #vim.lsp.buf_get_clients(0) > 0 end, 20)
      local params = {textDocument = {uri = vim.uri_from_bufnr(0)}, position = {line = 2, character = 12}, newName = 'sencha'}
      for _, reply in pairs(vim.lsp.buf_request_sync(0, 'textDocument/rename', params, 30000) or {}) do
        vim.lsp.util.apply_workspace_edit(reply.result, 'utf-16')
      end
      vim.cmd('wall')
      vim.cmd('qall!')
      """
    try folder.write(script, to: "test.lua")
    let said = try run(["nvim", "--headless", "-u", "NONE", "-n", "-c", "luafile test.lua", "-c", "qall!"], in: folder)
    #expect(try folder.read("recipes/sencha.jpg") == photo, "\(said)")
    let record = String(decoding: try folder.read("recipes/sencha.yaml"), as: UTF8.self)
    #expect(record == "name: Green Tea\nphotos: [{file: sencha.jpg}]\n")
  }

  /// pytest-lsp, where contrib/setup put it.
  static let pytest = TestData.checkout + "/.build/venv/bin/pytest"
  static let pytestLSP = Need(
    "pytest-lsp (contrib/setup --tests)",
    isMet: access(pytest, X_OK) == 0
      && FileManager.default.fileExists(atPath: TestData.checkout + "/.build/venv/pytest-lsp-installed"))

  @Test(
    "the stories of editors end as they should, by a client that knows what each editor can do", .needs(EditorTests.pytestLSP),
    arguments: ["visual", "neovim", "emacs", "session"])
  func stories(editor: String) throws {
    let folder = try TemporaryFolder()
    let stories = TestData.checkout + "/contrib/editors/stories"
    let words = [
      "env", "PYTHONDONTWRITEBYTECODE=1", Self.pytest, "-q", "--tb=short", "-p", "no:cacheprovider", "--basetemp",
      folder.path + "/stories",
      stories, "-k", editor == "session" ? "test_session" : editor,
    ]
    let said = try run(words, in: folder, within: 400)
    #expect(said.status == 0, "\(said.output.suffix(4_000))\(said.errors.suffix(400))")
  }

  @Test("the recorded session of neovim can be recorded again", .needs(.program("nvim"), .program("python3")))
  func recording() throws {
    let said = try run([TestData.checkout + "/contrib/editors/session/record"], in: try catalogue(), within: 300)
    #expect(said.status == 0, "\(said.errors)")
    let kept = try String(contentsOfFile: TestData.checkout + "/contrib/editors/session/neovim.cast", encoding: .utf8)
    for text in [said.output, kept] {
      #expect(text.hasPrefix(#"{"version": 2, "width": 100, "height": 26, "title": "vitrine lsp in neovim"}"# + "\n["))
      #expect(
        text.contains("unknown field") && text.contains("Code actions") && text.contains("gilded-trim") && !text.contains("/tmp/")
      )
    }
  }

  @Test("the extension for VS Code shows findings, completes and fixes, in a stand-in for its host", .needs(.program("node")))
  func code() throws {
    let folder = try catalogue()
    let script = TestData.checkout + "/contrib/editors/stand-in.js"
    let said = try run(["node", script, folder.path, "recipes/green-tea.yaml"], in: folder)
    let lines = said.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["opened 2:unknown-field", "typed 0:unknown-field 3:unknown-field"], "\(said)")
    #expect(lines.count == 6 && lines[2].hasPrefix("completes ") && lines[3].hasPrefix("hover **"), "\(said)")
    #expect(lines.suffix(2) == ["actions true", "records 2"])
  }

  @Test("emacs with eglot shows findings while one types, fixes, completes, renames and saves", .needs(.program("emacs")))
  func emacs() throws {
    let folder = try catalogue()
    try folder.write(Self.manifest + "  - {kind: game, files: \"games/**/*.yaml\"}\n", to: "vitrine.yaml")
    for title in ["Bastion", "Hades"] {
      try folder.write(
        "title: \(title)\nrelease: 20200917\nstatus: library\nproperties:\n  developers: [Supergiant]\n",
        to: "games/\(title).yaml")
    }
    let script = """
      (setq package-user-dir "/nonexistent" make-backup-files nil create-lockfiles nil lines nil)
      (let ((default-directory "/usr/share/emacs/site-lisp/elpa/"))
        (when (file-directory-p default-directory) (normal-top-level-add-subdirs-to-load-path)))
      (load "\(TestData.checkout)/contrib/editors/vitrine.el")
      ;; Without this, a menu of the window system would open.
      (setq last-nonmenu-event ?x)
      (setq eglot-sync-connect 30 eglot-autoshutdown nil eglot-confirm-server-initiated-edits nil)
      (defun say (&rest words) (push (apply #'format words) lines))
      (defun wait-for (test) (with-timeout (30 nil) (while (not (funcall test)) (accept-process-output nil 0.05)) t))
      (fset 'y-or-n-p (lambda (&rest _) t))
      (defun findings () (flymake-start) (length (flymake-diagnostics)))
      (defun say-findings (what count) (wait-for (lambda () (= (findings) count))) (say "%s %d" what (findings)))
      (defun line () (buffer-substring-no-properties (line-beginning-position) (line-end-position)))
      (defun reason (call) (condition-case failure (progn (funcall call) "") (error (or (cdr (assq 'jsonrpc-error-message (cddr failure))) (format "%S" failure)))))
      (find-file "recipes/green-tea.yaml")
      (conf-mode)
      (apply #'eglot--connect (eglot--guess-contact))
      (say-findings "opened" 1)
      (goto-char (point-min))
      (insert "foo: 1\\n")
      (eglot--signal-textDocument/didChange)
      (say-findings "typed" 2)
      (goto-char (point-min))
      (delete-region (point-min) (line-beginning-position 2))
      (search-forward "yaer")
      (let ((completing-read-function (lambda (prompt table &rest _) (car (all-completions "" table)))))
        (eglot-code-actions (line-beginning-position) (line-end-position) "quickfix" t))
      (say "fixed %s" (line))
      (eglot--signal-textDocument/didChange)
      (say-findings "clean" 0)
      (save-buffer)
      (find-file "\(folder.path)/games/Hades.yaml")
      (conf-mode)
      (eglot--maybe-activate-editing-mode)
      (search-forward "Superg")
      (say "renamed%s" (reason (lambda () (eglot-rename "Supergiant Games"))))
      (say "now%s" (line))
      (save-some-buffers t)
      (find-file "\(folder.path)/minis/captain.yaml")
      (conf-mode)
      (eglot--maybe-activate-editing-mode)
      (goto-char (point-min))
      (search-forward "[gre")
      (say "completes %s" (substring-no-properties (car (all-completions "" (nth 2 (eglot-completion-at-point))))))
      (say "record %s" (reason (lambda () (eglot-rename "matcha"))))
      (save-some-buffers t)
      (with-temp-file "\(folder.path)/out.txt" (insert (mapconcat #'identity (reverse lines) "\\n") "\\n"))
      (kill-emacs 0)
      """
    try folder.write(script, to: "test.el")
    let said = try run(["emacs", "--batch", "-Q", "-l", "test.el"], in: folder)
    let out = (try? folder.read("out.txt")).map { String(decoding: $0, as: UTF8.self) } ?? "nothing: \(said)"
    #expect(
      out == """
        opened 1
        typed 2
        fixed x-yaer: 1
        clean 0
        renamed
        now  developers: [Supergiant Games]
        completes Green Tea
        record this editor cannot make or rename files; 'vitrine mv' and 'vitrine new' can

        """)
    #expect(String(decoding: try folder.read("recipes/green-tea.yaml"), as: UTF8.self).hasSuffix("x-yaer: 1\n"))
    #expect(String(decoding: try folder.read("games/Bastion.yaml"), as: UTF8.self).hasSuffix("developers: [Supergiant Games]\n"))
    #expect(try run(["vitrine", "check", "--no-daemon"], in: folder).status == 0)
  }

  @Test(
    "vim with ALE shows findings while one types and saves, with the lines that the setup writes",
    .needs(.program("vim"), EditorTests.ale))
  func vim() throws {
    let folder = try catalogue()
    let script = """
      let s:out = []
      function! Findings() abort
        return map(copy(ale#engine#GetLoclist(bufnr(''))), 'v:val.lnum . ":" . v:val.col . " " . get(v:val, "code", "")')
      endfunction
      function! s:wait(what, test) abort
        let l:left = 600
        while l:left > 0 && !eval(a:test)
          sleep 50m
          let l:left -= 1
        endwhile
        call add(s:out, l:left == 0 ? 'no ' . a:what : a:what . ' ' . join(Findings(), ', '))
      endfunction
      edit recipes/green-tea.yaml
      call ale#Queue(0)
      call s:wait('opened', 'len(Findings()) > 0')
      call append(0, 'foo: 1')
      call ale#Queue(0)
      call s:wait('typed', 'len(Findings()) > 1')
      1delete
      $delete
      write
      call s:wait('saved', 'len(Findings()) == 0')
      call writefile(s:out, 'out.txt')
      qall!
      """
    try folder.write(script, to: "test.vim")
    let setup = "vitrine editor setup vim --yes -q >/dev/null && "
    let vim =
      "vim -Nu NONE -i NONE -n -E -s --not-a-term --cmd 'let g:ale_linters_explicit = 1 | let g:ale_linters = {\"yaml\": [\"vitrine\"]}'"
    let rest =
      " -c 'filetype plugin on' -c 'packadd ale' -c 'source ~/.vim/after/plugin/vitrine.vim' -c 'source test.vim' </dev/null"
    let said = try run(["sh", "-c", setup + vim + rest], in: folder)
    let out = (try? folder.read("out.txt")).map { String(decoding: $0, as: UTF8.self) } ?? "nothing: \(said)"
    #expect(out == "opened 3:1 unknown-field\ntyped 1:1 unknown-field, 4:1 unknown-field\nsaved \n")
  }

  @Test(
    "the extension for VS Code packs to a file that has all it names, of one version, twice the same", .needs(.program("python3"))
  )
  func extensionFile() throws {
    let folder = try TemporaryFolder()
    let script = """
      import json, sys, zipfile, xml.etree.ElementTree as tree
      first, second = (open(name, 'rb').read() for name in ('a.vsix', 'b.vsix'))
      archive = zipfile.ZipFile('a.vsix')
      names = set(archive.namelist())
      package = json.loads(archive.read('extension/package.json'))
      manifest = tree.fromstring(archive.read('extension.vsixmanifest'))
      types = tree.fromstring(archive.read('[Content_Types].xml'))
      space = '{http://schemas.microsoft.com/developer/vsx-schema/2011}'
      identity = manifest.find(f'{space}Metadata/{space}Identity').attrib
      known = {part.attrib['Extension'].lstrip('.') for part in types if 'Extension' in part.attrib}
      print(first == second, 'extension/' + package['main'].removeprefix('./') in names)
      print(identity['Version'] == package['version'], identity['Id'] == package['name'], identity['Publisher'] == package['publisher'])
      print(all(asset.attrib['Path'] in names for asset in manifest.iter(space + 'Asset')))
      print(all(name.rsplit('.', 1)[-1] in known for name in names if not name.startswith('[')))
      print({'name', 'publisher', 'version', 'engines', 'main', 'activationEvents', 'contributes'} <= package.keys())
      """
    try folder.write(script, to: "look.py")
    let pack = TestData.checkout + "/contrib/editors/pack"
    let said = try run(["sh", "-c", "'\(pack)' a.vsix && '\(pack)' b.vsix && python3 look.py"], in: folder)
    #expect(said.output == "True True\nTrue True True\nTrue\nTrue\nTrue\n", "\(said)")
  }
}
