// Values near to those that are wanted: which of them are meant, and what may be written unasked.

import Testing

@Suite("Values near to those that are wanted") struct NearValueTests {
  @Test("a word of the list with others before or behind it is that word, though not safely")
  func partOfText() {
    let use = "use 'Wii', 'Wii U', 'Nintendo 3DS' or 'GameCube'"
    #expect(
      check("items: {enum: [Wii, Wii U, Nintendo 3DS, GameCube]}", "[Nintendo Wii, nintendo wii u, GameCube console]") == """
        1:2-14 V112 /0 'Nintendo Wii' is not an allowed value | did you mean 'Wii'? | \(use) | unsafe: Wii
        1:16-30 V112 /1 'nintendo wii u' is not an allowed value | did you mean 'Wii U'? | \(use) | unsafe: Wii U
        1:32-48 V112 /2 'GameCube console' is not an allowed value | did you mean 'GameCube'? | \(use) | unsafe: GameCube
        """)
  }

  @Test("a number in quotes is the same number; a truth value may have been meant as one; an item is deleted, not a key")
  func quotes() {
    #expect(
      check("items: {type: string}", "[true, 1, null]") == """
        1:2-6 V103 /0 item 1 must be text, found true | quote it | write text here | unsafe: "true"
        1:8-9 V103 /1 item 2 must be text, found the number 1 | quote it | write text here | safe: "1"
        1:11-15 V107 /2 item 3 is empty, text is wanted | write a text, or delete the item
        """)
  }
}
