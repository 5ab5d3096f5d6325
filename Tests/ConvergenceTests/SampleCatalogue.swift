// The catalogue that storms blow over: small, with something of everything that hangs together.

import Glibc
import VitrineTesting

/// A catalogue with stock kinds and own ones, references, parents, photos, vocabularies, suppressions and views.
enum SampleCatalogue {
  /// Makes it in a fresh folder: the catalogue in `root`, photos to copy in `photos`, and `outside` for what is moved out.
  static func make() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(inMemory: true)
    for name in ["root", "photos", "outside"] { Disk.makeFolders(folder.path, name) }
    for (name, bytes) in photos { try folder.write(bytes, to: "photos/" + name) }
    for (path, text) in files { try folder.write(text, to: "root/" + path) }
    for (path, name) in placed { Disk.copy(folder.path + "/photos/" + name, folder.path + "/root/" + path) }
    return folder
  }

  static let manifest = """
    vitrine: 1
    collections:
      - {kind: game, files: "games/**/*.yaml"}
      - {kind: project, files: "minis/**/project.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}
      - {kind: recipe, files: "recipes/**/*.yaml"}
      - {kind: shelf, files: "books/**/shelf.yaml"}
      - {kind: book, files: "books/**/*.yaml"}
      - {kind: shot, files: "shots/**/*.yaml"}

    """

  static let shelfSchema = """
    type: object
    required: [label]
    additionalProperties: false
    x-vitrine: {plural: shelves, display: label, identity: [label], parent: shelf}
    properties:
      label: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
      games: {type: array, items: {type: string, x-vitrine: {reference: game}}}

    """

  static let bookSchema = """
    type: object
    required: [name]
    additionalProperties: false
    x-vitrine: {plural: books, display: name, identity: [{field: name, fold: alphanumeric}, written], parent: shelf, sort: [name], photos: {formats: [png]}}
    properties:
      name: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
      written: {type: integer, minimum: 0}
      genre: {$ref: vocabulary/genre.yaml}
      people: {type: array, items: {type: string, x-vitrine: {vocabulary: folded, singular: person}}}
      after: {type: string, x-vitrine: {reference: book}}
      game: {type: string, x-vitrine: {reference: game}}
      cover: {type: string, x-vitrine: {photo: true}}
      notes: {type: string}

    """

  /// Small schemas in the place of stock ones, which take their time to compile; recipes keep the stock one.
  private static let small: [(kind: String, text: String)] = [
    (
      "game",
      """
      type: object
      required: [title, release, status]
      additionalProperties: false
      x-vitrine: {plural: games, display: title, identity: [{field: title, fold: alphanumeric}, release], sort: [title], photos: {formats: [jpeg, png]}}
      properties:
        title: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
        release: {type: integer, format: date-int, x-vitrine: {precision: year}}
        status: {enum: [library, wishlist]}
        properties: {type: object, properties: {developers: {type: array, items: {type: string, x-vitrine: {vocabulary: folded}}}}}

      """
    ),
    (
      "project",
      """
      type: object
      required: [game_system, army]
      additionalProperties: false
      x-vitrine: {plural: projects, display: army, identity: [game_system, {field: army, fold: alphanumeric}], sort: [army]}
      properties:
        game_system: {enum: [Warhammer 40K, Warhammer 30K]}
        army: {type: string, x-vitrine: {vocabulary: folded}}
        scheme: {type: array, items: {type: string, x-vitrine: {reference: recipe}}}
        points: {type: integer}

      """
    ),
    (
      "miniature",
      """
      type: object
      required: [name, miniature_type]
      additionalProperties: false
      x-vitrine: {plural: miniatures, display: name, sort: [name], parent: project, photos: {formats: [jpeg, png]}}
      properties:
        name: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
        miniature_type: {enum: [troop, character], x-vitrine: {aliases: {hero: character}}}
        progress_status: {enum: [primed, completed], x-vitrine: {ordered: true}}
        recipes: {type: array, items: {type: string, x-vitrine: {reference: recipe}}}
        photos: {$ref: parts/photos.yaml}

      """
    ),
    (
      "shot",
      """
      type: object
      required: [title, format]
      x-vitrine: {plural: shots, display: title, sort: [taken], photos: {formats: [jpeg, heic]}}
      properties:
        title: {type: string}
        taken: {type: string, format: date-time}
        format: {$ref: vocabulary/image-format.yaml}
        tags: {$ref: parts/tags.yaml}

      """
    ),
  ]

  static let genres = "enum: [novel, poetry, cookery]\nx-vitrine: {singular: genre, aliases: {roman: novel, poems: poetry}}\n"

  /// The files at the start.
  static let files: [(path: String, text: String)] =
    small.map { ("schemas/\($0.kind).schema.yaml", $0.text) } + [
      ("vitrine.yaml", manifest),
      ("schemas/shelf.schema.yaml", shelfSchema),
      ("schemas/book.schema.yaml", bookSchema),
      ("schemas/vocabulary/genre.yaml", genres),
      ("views/done.view.yaml", "title: Done\nkind: miniature\nquery: progress_status:completed\nsort: [name]\n"),
      ("views/old.view.yaml", "title: Old books\nkind: book\nquery: \"written:..1950\"\ncolumns: [name, written]\n"),
      (".vitrineignore", "drafts/\n*.draft.yaml\n"),
      ("games/hades.yaml", "title: Hades\nrelease: 20200917\nstatus: library\nproperties: {developers: [Supergiant Games]}\n"),
      ("games/okami.yaml", "title: Ōkami\nrelease: 20060420\nstatus: wishlist\nproperties: {developers: [Clover Studio]}\n"),
      ("games/retro/doom.yaml", "title: Doom\nrelease: 19931210\nstatus: library\nproperties: {developers: [id Software]}\n"),
      ("games/retro/tetris.yaml", "title: Tetris\nrelease: 19890614\nstatus: library\nproperties: {publishers: [Nintendo]}\n"),
      ("minis/40k/ultramarines/project.yaml", "game_system: Warhammer 40K\narmy: Ultramarines\nscheme: [macragge-blue]\n"),
      (
        "minis/40k/ultramarines/captain.yaml",
        "name: Captain\nminiature_type: character\nrecipes: [macragge-blue, gold-trim]\nprogress_status: primed\n"
      ),
      ("minis/40k/ultramarines/sergeant.yaml", "name: Sergeant\nminiature_type: troop\nrecipes: [macragge-blue]\n"),
      ("minis/40k/death-guard/project.yaml", "game_system: Warhammer 40K\narmy: Death Guard\n"),
      ("minis/40k/death-guard/poxwalkers.yaml", "name: Poxwalkers\nminiature_type: troop\nrecipes: [rust]\n"),
      ("minis/lost.yaml", "name: Lost one # vitrine: ignore missing-parent on its way\nminiature_type: troop\n"),
      ("recipes/macragge-blue.yaml", "name: Macragge blue\npaints_used: [{brand: Citadel, name: Macragge Blue}]\n"),
      ("recipes/gold-trim.yaml", "name: Gold trim\npaints_used: [{brand: citadel, name: Retributor Armour}]\n"),
      ("recipes/rust.yaml", "name: Rust\nsteps: [{text: Sponge it on.}]\nphotos: [{file: rust.png}]\n"),
      ("books/shelf.yaml", "label: The tall one\ngames: [hades]\n"),
      ("books/top/shelf.yaml", "label: Top\n"),
      (
        "books/top/snow.yaml", "name: Snow\nwritten: 2002\ngenre: novel\npeople: [Orhan Pamuk]\nafter: my-name\ncover: snow.png\n"
      ),
      ("books/top/my-name.yaml", "name: My Name is Red\nwritten: 1998\ngenre: roman\npeople: [orhan pamuk]\n"),
      ("books/tetris.yaml", "name: Tetris\nwritten: 1989\ngame: tetris\n"),
      ("shots/tea.yaml", "title: Tea, two sugars\ntaken: \"2026-05-30T16:02:44+03:00\"\nformat: jpeg\n"),
      ("drafts/half.yaml", "name: [\n"),
      ("notes.txt", "nothing of the catalogue's\n"),
    ]

  /// Photos in their places.
  static let placed: [(path: String, photo: String)] = [
    ("minis/40k/ultramarines/captain.png", "dot.png"), ("minis/40k/ultramarines/captain-2.png", "cut.png"),
    ("recipes/rust.png", "dot.png"), ("books/top/snow.png", "dot.png"), ("books/top/orphan.png", "dot.png"),
    ("shots/tea.jpg", "taken.jpg"),
  ]

  /// One grey pixel.
  private static let dot: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0,
    0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xA8, 7, 0, 0, 0x81, 0, 0x80, 0x7E, 0x1C,
    0x29, 0xC7, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// The smallest JPEG with a day in its metadata.
  private static let taken: [UInt8] = {
    let exif: [UInt8] =
      Array("Exif".utf8) + [0, 0, 0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 1, 0x32, 0, 2, 0, 0, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0]
      + Array("2026:05:30 16:02:44".utf8) + [0]
    let length = exif.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif
      + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x55, 0xFF, 0xD9]
  }()

  /// The photos beside the catalogue.
  static let photos: [(name: String, bytes: [UInt8])] = [
    ("dot.png", dot), ("cut.png", Array(dot.prefix(50))), ("empty.png", []), ("no-image.jpg", Array("no image".utf8)),
    ("taken.jpg", taken),
  ]
}
