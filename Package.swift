// swift-tools-version: 6.2
import PackageDescription

// Every room of the house: one target a room, in the order of Sources/README.md. An arrow (a dependency) only points to a room above.

/// Whether the programs are built as they are used (contrib/build), and how `vitrine` is linked then: 'static' or 'dynamic'.
let programs = Context.environment["VITRINE_LINKING"]

/// The house's settings.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The programs as they are used have Swift's libraries inside. Their rooms are optimised one by one: what is to be inlined elsewhere says so
/// (`@inlinable`), so that a room's interface is there before its code, and rooms are compiled beside each other (decision 0038). Lists of
/// files are told to the compiler in its arguments, and in no temporary file, whose name would be another for each call.
let interfacesFirst = ["-disable-cmo", "-emit-module-separately-wmo", "-driver-filelist-threshold=100000"]
/// Each function is a section of its own, so that the linker leaves out what nobody calls and keeps one of those that are the same: a tenth of the
/// programs.
let sections = ["-Xfrontend", "-function-sections"]
let folded = ["-use-ld=lld", "-Xlinker", "--gc-sections", "-Xlinker", "--icf=safe"]
let used: [SwiftSetting] = programs == nil ? [] : [.unsafeFlags(["-static-stdlib"] + interfacesFirst + sections)]

/// What rooms and programs are built with besides: nothing of the library of regular expressions, which is large.
let lean: [SwiftSetting] = used + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

/// What a small program is built with that has no need of Swift's library: Embedded Swift, linked with the C library alone.
let embedded: [SwiftSetting] = [.enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo"])]
let alone: [LinkerSetting] = [.unsafeFlags(["-enable-experimental-feature", "Embedded"])]

/// A room: a Swift target of the core.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], linking: [LinkerSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + lean, linkerSettings: linking)
}

/// The tests of one or more rooms. They are not optimised, which would take longer than running them, but for those that work a lot themselves.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], areOptimized: Bool = false) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["VitrineTesting"], path: "Tests/\(name)", exclude: exclude,
    swiftSettings: strict + (programs == nil || areOptimized ? [] : [.unsafeFlags(["-Onone"])]))
}

/// How a program has Swift's libraries inside, where it is built as it is used: with no names for others, and relocations told briefly.
let brief = folded + ["-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
let swiftInside: [LinkerSetting] = programs == nil ? [] : [.unsafeFlags(["-static-stdlib"] + brief)]

/// How `vitrine` is linked: contrib/build asks for a program without any library beside it, where the libraries are there for that.
let linking: [LinkerSetting] = programs == "static" ? [.unsafeFlags(["-static-executable"] + folded)] : swiftInside

/// How libraries are linked: from outside where programs are built to be worked on; into the programs as they are used, where only what is
/// called of them comes along.
func linked(_ libraries: String..., besides: [String] = []) -> [LinkerSetting] {
  programs == nil
    ? libraries.map { .linkedLibrary($0) } : (libraries + besides).map { .linkedLibrary(":lib\($0).a") }
}

/// How libarchive is linked.
let archiving = linked("archive", besides: ["z", "nettle"])

let package = Package(
  name: "vitrine",
  products: [
    .executable(name: "vitrine", targets: ["vitrine"]), .executable(name: "vitrined", targets: ["vitrined"]),
    .executable(name: "vitrine-decode", targets: ["VitrineDecode"]),
  ],
  targets: [
    // The doors to C libraries.
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev", "zlib1g-dev", "nettle-dev"])]),
    .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CExif", providers: [.apt(["libexif-dev"])]),
    .systemLibrary(name: "CZLib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CBrotli", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev", "zlib1g-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CHEIF", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CRaw", providers: [.apt(["libraw-dev"])]),
    .systemLibrary(name: "CTIFF", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CColor", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CConfined"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CLinux"),
    .target(name: "CMicrohttpd", linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(name: "CGnuTLS", linkerSettings: [.linkedLibrary("gnutls")]),
    .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
    .target(name: "CStock", exclude: ["editor", "explain", "licences", "metaschemas", "page", "templates"]),
    .target(name: "CPage", exclude: ["README.md", "languages", "modules", "styles"]),

    // The core: no file access, no clock, no environment.
    room("VitrineAlgorithms"),
    room(
      "VitrineCompression", ["CBrotli", "CDeflate", "CZLib"],
      linking: linked("z", "deflate", "brotlidec", besides: ["brotlicommon"])),
    room("VitrinePlaces", ["VitrineAlgorithms", "VitrineCompression"]),
    room("VitrineSource", ["VitrineAlgorithms"]),
    room("VitrineText", ["VitrineAlgorithms", "CPCRE2", "CUTF8Proc"]),
    room("VitrineSyntax", ["CYAML", "VitrineSource", "VitrineText"]),
    room("VitrineEditing", ["VitrineAlgorithms", "VitrineSource", "VitrineSyntax"]),
    room("VitrineSchema", ["VitrineAlgorithms", "VitrineSource", "VitrineText", "VitrineSyntax"]),
    room("VitrineModel", ["VitrineSource", "VitrineText", "VitrineSyntax", "VitrineSchema"]),
    room(
      "VitrineRules",
      ["VitrineAlgorithms", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineEditing", "VitrineSchema", "VitrineModel"]),
    room("VitrineIndex", ["VitrineAlgorithms", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel", "VitrineRules"]),
    room(
      "VitrineQuery",
      ["VitrineAlgorithms", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel", "VitrineRules", "VitrineIndex"]),
    room(
      "VitrineAnswers",
      ["VitrineAlgorithms", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel", "VitrineIndex", "VitrineQuery"]),
    room(
      "VitrineChanges",
      [
        "VitrineAlgorithms",
        "CNettle", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineEditing", "VitrineModel", "VitrineRules",
        "VitrineIndex", "VitrineQuery",
      ], linking: linked("nettle")),
    room(
      "VitrineFormats",
      [
        "VitrineAlgorithms", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel", "VitrineIndex", "VitrineQuery",
        "VitrineAnswers",
      ]),
    room(
      "VitrineExchange",
      [
        "VitrineAlgorithms",
        "CSQLite", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineEditing", "VitrineSchema", "VitrineModel",
        "VitrineRules", "VitrineChanges", "VitrineFormats",
      ]),

    // The shell around it.
    room("VitrineSystem", ["CLinux", "VitrineSource"]),
    room("VitrineGit", ["VitrineSource", "VitrineSystem"]),
    room("VitrineCamera", ["VitrineText", "VitrineSystem"]),
    room("VitrineFiles", ["VitrineSource", "VitrineText", "VitrineSystem", "VitrineGit"]),
    room("VitrineJournal", ["VitrineSource", "VitrineChanges", "VitrineSystem", "VitrineFiles"]),
    room("VitrinePhotos", ["CExif", "VitrineCompression", "VitrineModel"], linking: linked("exif", besides: ["m"])),
    room("VitrineWatch", ["CInotifyTools", "VitrineAlgorithms", "VitrineSource", "VitrineSystem", "VitrineFiles"]),
    room(
      "VitrineCatalog",
      [
        "CStock", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineSchema", "VitrineModel", "VitrineRules",
        "VitrineIndex", "VitrineQuery", "VitrineChanges", "VitrineSystem", "VitrineGit", "VitrineFiles", "VitrinePhotos",
      ]),
    room(
      "VitrineSharing",
      [
        "CArchive", "VitrineSource", "VitrineSyntax", "VitrineEditing", "VitrineModel", "VitrineFormats", "VitrineSystem",
        "VitrineFiles",
        "VitrinePhotos",
      ], linking: archiving),
    room(
      "VitrineLive",
      [
        "VitrineAlgorithms",
        "CMalloc", "VitrineSource", "VitrineRules", "VitrineIndex", "VitrineSystem", "VitrineFiles", "VitrineJournal",
        "VitrineWatch",
        "VitrineCatalog",
      ]),
    room("VitrineClient", ["VitrineAlgorithms", "VitrineSource", "VitrineSystem"]),
    room(
      "VitrineApplication",
      [
        "VitrineAlgorithms", "VitrinePlaces", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineEditing", "VitrineSchema",
        "VitrineModel",
        "VitrineRules",
        "VitrineIndex",
        "VitrineQuery", "VitrineAnswers", "VitrineChanges", "VitrineFormats", "VitrineExchange", "VitrineSystem", "VitrineGit",
        "VitrineFiles",
        "VitrineJournal", "VitrinePhotos",
        "VitrineCatalog", "VitrineSharing", "VitrineClient", "VitrineCamera",
      ]),
    room("VitrineCommandLine", ["VitrineAlgorithms"]),
    room("VitrineTerminal", ["VitrineText", "VitrineSystem"]),
    room(
      "VitrineCLI",
      [
        "VitrinePlaces", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineEditing", "VitrineSchema", "VitrineModel",
        "VitrineIndex",
        "VitrineQuery", "VitrineAnswers", "VitrineChanges", "VitrineFormats", "VitrineExchange", "VitrineSystem", "VitrineFiles",
        "VitrineJournal", "VitrinePhotos",
        "VitrineCatalog", "VitrineSharing", "VitrineClient", "VitrineCamera", "VitrineApplication", "VitrineCommandLine",
        "VitrineTerminal",
      ]),
    .executableTarget(name: "vitrine", dependencies: ["VitrineCLI"], swiftSettings: strict + lean, linkerSettings: linking),

    // The long-lived side, which only `vitrined` links.
    room("VitrineHTTP", ["CMicrohttpd", "VitrineSystem"]),
    room("VitrineTLS", ["CGnuTLS", "VitrineSystem"]),
    room(
      "VitrineService",
      [
        "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel", "VitrineIndex", "VitrineAnswers",
        "VitrineFormats", "VitrineSystem", "VitrineCatalog", "VitrineLive", "VitrineClient", "VitrineApplication", "VitrineHTTP",
      ]),
    room(
      "VitrinePage",
      [
        "CPage", "VitrineCompression", "VitrinePlaces", "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel",
        "VitrineRules",
        "VitrineIndex",
        "VitrineQuery",
        "VitrineAnswers", "VitrineChanges", "VitrineFormats", "VitrineExchange", "VitrineSystem", "VitrineFiles",
        "VitrineJournal", "VitrinePhotos",
        "VitrineCatalog", "VitrineSharing", "VitrineLive", "VitrineApplication", "VitrineHTTP", "VitrineTLS",
      ]),
    room(
      "VitrineLanguageServer",
      [
        "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineEditing", "VitrineModel", "VitrineRules", "VitrineIndex",
        "VitrineQuery", "VitrineAnswers", "VitrineChanges", "VitrineFormats", "VitrineExchange", "VitrineSystem", "VitrineFiles",
        "VitrinePhotos", "VitrineCatalog", "VitrineLive", "VitrineApplication",
      ]),
    room(
      "VitrineDaemon",
      [
        "CQREncode", "VitrineSource", "VitrineText", "VitrineModel", "VitrineIndex", "VitrineSystem", "VitrineJournal",
        "VitrineCatalog",
        "VitrineLive",
        "VitrineClient",
        "VitrineApplication", "VitrineCommandLine", "VitrineService", "VitrineTLS", "VitrinePage",
      ]),
    .executableTarget(
      name: "vitrined",
      dependencies: [
        "VitrineCatalog", "VitrineLive", "VitrineClient", "VitrineApplication", "VitrineCLI", "VitrineLanguageServer",
        "VitrineDaemon",
      ],
      swiftSettings: strict + lean, linkerSettings: swiftInside),

    // The decoders of pictures, in a program of their own: what it reads was made by strangers. Loops over pixels are always optimised. The libraries of
    // rarer formats are loaded where such a picture comes (decision 0060).
    .executableTarget(
      name: "VitrineDecode", dependencies: ["CConfined", "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CRaw", "CTIFF", "CColor"],
      swiftSettings: strict + (programs == nil ? [.unsafeFlags(["-O"])] : embedded),
      linkerSettings: (programs == nil ? [] : alone)
        + linked("turbojpeg", "png16", "webp", "z") + (programs == nil ? [] : [.linkedLibrary("m")])),

    // The tests, and what they share.
    .target(name: "VitrineTesting", path: "Tests/VitrineTesting", swiftSettings: strict),
    .target(name: "CSimulation", path: "Tests/CSimulation"),
    .target(
      name: "VitrineComparing",
      dependencies: [
        "VitrineSource", "VitrineSyntax", "VitrineModel", "VitrineRules", "VitrineIndex", "VitrineQuery", "VitrineAnswers",
        "VitrineFormats", "VitrineSystem", "VitrineFiles", "VitrineCatalog", "VitrineLive",
      ], path: "Tests/VitrineComparing", swiftSettings: strict),
    tests("SourceTests", ["VitrineSource"]),
    tests("PlacesTests", ["VitrinePlaces"], exclude: ["positions.tsv"]),
    tests("TextTests", ["VitrineText"]),
    tests("SyntaxTests", ["VitrineSource", "VitrineSyntax"]),
    tests("EditingTests", ["VitrineSource", "VitrineSyntax", "VitrineEditing"], exclude: ["manual"]),
    tests("SchemaTests", ["VitrineSource", "VitrineSyntax", "VitrineSchema"]),
    tests(
      "FormatsTests",
      [
        "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineSchema", "VitrineModel", "VitrineIndex", "VitrineQuery",
        "VitrineAnswers", "VitrineFormats", "VitrineCatalog",
      ],
      exclude: ["sarif-2.1.0.schema.json"]),
    tests(
      "ExchangeTests",
      [
        "VitrineSource", "VitrineSyntax", "VitrineEditing", "VitrineModel", "VitrineRules", "VitrineFormats", "VitrineExchange",
        "VitrineCatalog",
      ]),
    tests("CommandLineTests", ["VitrineCommandLine"]),
    tests("TerminalTests", ["VitrineText", "VitrineTerminal"]),
    tests("ModelTests", ["VitrineSource", "VitrineSyntax", "VitrineModel"]),
    tests(
      "CatalogTests",
      [
        "VitrineSource", "VitrineSyntax", "VitrineSchema", "VitrineModel", "VitrineRules", "VitrineIndex", "VitrineChanges",
        "VitrineCatalog",
      ], exclude: ["personal"]),
    tests("LiveReportTests", ["VitrineSource", "VitrineFormats", "VitrineSystem", "VitrineApplication", "VitrineCLI"]),
    tests("ClientTests", ["VitrineClient"]),
    tests("CameraTests", ["VitrineCamera"]),
    tests(
      "CommandTests",
      [
        "VitrineSource", "VitrineChanges", "VitrineSystem", "VitrineModel", "VitrineRules", "VitrineIndex", "VitrineAnswers",
        "VitrinePhotos", "VitrineCatalog", "VitrineClient", "VitrineApplication", "VitrineCommandLine", "VitrineCLI",
        "VitrineLive", "VitrineService",
        "VitrineComparing",
      ],
      exclude: ["cameras", "transcripts"]),
    tests("HouseTests", [], areOptimized: true),
    tests(
      "IndexTests",
      ["VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel", "VitrineRules", "VitrineIndex", "VitrineCatalog"]),
    tests(
      "QueryTests",
      [
        "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineModel", "VitrineRules", "VitrineIndex", "VitrineQuery",
        "VitrineAnswers", "VitrineFormats", "VitrineCatalog",
      ], exclude: ["manual"]),
    tests(
      "LiveTests",
      [
        "VitrineSource", "VitrineSyntax", "VitrineModel", "VitrineRules", "VitrineIndex", "VitrineSystem", "VitrineFiles",
        "VitrineCatalog",
        "VitrineLive",
      ]),
    tests(
      "ServiceTests",
      [
        "VitrineSource", "VitrineSyntax", "VitrineSchema", "VitrineAnswers", "VitrineSystem", "VitrineCatalog", "VitrineLive",
        "VitrineClient", "VitrineApplication", "VitrineService",
      ]),
    tests(
      "PageTests",
      [
        "VitrineCompression", "VitrineFiles", "VitrinePlaces", "VitrineSource", "VitrineSyntax", "VitrineRules", "VitrineIndex",
        "VitrineSystem", "VitrineCatalog",
        "VitrineLive", "VitrineApplication", "VitrineTLS", "VitrinePage",
      ]),
    tests(
      "LanguageServerTests",
      [
        "VitrineSource", "VitrineSyntax", "VitrineEditing", "VitrineRules", "VitrineIndex", "VitrineSystem", "VitrineCatalog",
        "VitrineLive", "VitrineApplication", "VitrineLanguageServer",
      ]),
    tests("DaemonTests", ["VitrineClient", "VitrineEditing", "VitrineLanguageServer"]),
    tests(
      "ConvergenceTests",
      [
        "VitrineSource", "VitrineIndex", "VitrineChanges", "VitrineSystem", "VitrineFiles", "VitrineCatalog", "VitrineLive",
        "VitrineComparing",
      ]),
    tests(
      "ChangesTests",
      [
        "VitrineSource", "VitrineText", "VitrineSyntax", "VitrineEditing", "VitrineSchema", "VitrineModel", "VitrineChanges",
        "VitrineCatalog",
      ]),
    tests(
      "SharingTests",
      [
        "VitrineSource", "VitrineSyntax", "VitrineEditing", "VitrineModel", "VitrineFormats", "VitrineSystem", "VitrineCatalog",
        "VitrineSharing",
      ]),
    tests("FilesTests", ["VitrineSource", "VitrineChanges", "VitrineSystem", "VitrineFiles", "VitrineJournal", "VitrineCLI"]),
    tests("WatchTests", ["CSimulation", "VitrineSource", "VitrineSystem", "VitrineFiles", "VitrineWatch"]),
    tests("PhotosTests", ["VitrineSyntax", "VitrineModel", "VitrinePhotos"]),
  ],
  cLanguageStandard: .c2x
)

// The fuzz targets of contrib/fuzz/run: they need a sanitizer's flags, so that only it asks for them. Each is a program whose main
// function is libFuzzer's.
if Context.environment["VITRINE_FUZZ"] != nil {
  let folder = "contrib/fuzz/Targets/"
  let shared: [Target.Dependency] = ["VitrineSource", "VitrineSyntax"]
  package.targets.append(.target(name: "FuzzShared", dependencies: shared, path: folder + "FuzzShared", swiftSettings: strict))
  let more: [(name: String, dependencies: [Target.Dependency])] = [
    ("FuzzJSON", []), ("FuzzYAML", []), ("FuzzScalar", []), ("FuzzSchema", ["VitrineSchema", "VitrineModel", "VitrineCatalog"]),
    ("FuzzQuery", ["VitrineQuery", "VitrineFormats"]),
    (
      "FuzzAnswer",
      ["VitrineModel", "VitrineRules", "VitrineIndex", "VitrineQuery", "VitrineAnswers", "VitrineFormats", "VitrineCatalog"]
    ),
    ("FuzzManifest", ["VitrineSchema", "VitrineModel", "VitrineIndex", "VitrineCatalog"]),
    ("FuzzPhoto", ["VitrineModel", "VitrinePhotos"]), ("FuzzEditing", ["VitrineEditing", "VitrineLanguageServer"]),
    ("FuzzProtocol", ["VitrineEditing", "VitrineLanguageServer", "VitrineApplication"]),
  ]
  for (name, dependencies) in more {
    package.targets.append(
      .executableTarget(
        name: name, dependencies: shared + dependencies + ["FuzzShared"], path: folder + name,
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  }
}

// The programs of contrib/bench/Measures, which measure rooms from within.
if Context.environment["VITRINE_BENCH"] != nil {
  let measures: [(name: String, dependencies: [Target.Dependency])] = [
    ("MeasureIndex", ["VitrineSource", "VitrineSyntax", "VitrineModel", "VitrineIndex", "VitrineCatalog"]),
    (
      "MeasureQueries",
      [
        "VitrineSource", "VitrineFiles", "VitrineModel", "VitrineIndex", "VitrineQuery", "VitrineAnswers", "VitrineCatalog",
        "VitrineClient", "VitrineApplication", "VitrineCLI",
      ]
    ),
    ("MeasureWatch", ["VitrineWatch"]),
    ("MeasureJournal", ["VitrineSource", "VitrineChanges", "VitrineSystem", "VitrineJournal"]),
    (
      "MeasureWriter",
      ["VitrineSource", "VitrineSyntax", "VitrineModel", "VitrineRules", "VitrineIndex", "VitrineCatalog"]
    ),
    ("MeasureLive", ["VitrineIndex", "VitrineSource", "VitrineCatalog", "VitrineLive"]),
    ("MeasureApplying", ["VitrineSource", "VitrineIndex", "VitrineFiles", "VitrineCatalog", "VitrineLive"]),
    ("MeasureEditing", ["VitrineSource", "VitrineSyntax", "VitrineEditing"]),
    ("MeasurePhotos", ["VitrineSource", "VitrineModel", "VitrineSystem", "VitrineFiles", "VitrinePhotos", "VitrineCatalog"]),
  ]
  for (name, dependencies) in measures {
    package.targets.append(
      .executableTarget(
        name: name, dependencies: dependencies, path: "contrib/bench/Measures/" + name, swiftSettings: strict + used,
        linkerSettings: swiftInside))
  }
}

// The program of contrib/soak, which follows a catalogue and compares what it knows with a fresh reading.
if Context.environment["VITRINE_SOAK"] != nil {
  let follow: Target = .executableTarget(
    name: "Follow",
    dependencies: ["VitrineSource", "VitrineIndex", "VitrineSystem", "VitrineCatalog", "VitrineLive", "VitrineComparing"],
    path: "contrib/soak/Follow", swiftSettings: strict)
  package.targets.append(follow)
}

// The programs as they are used are built without what tests share.
if programs != nil, Context.environment["VITRINE_BENCH"] == nil {
  package.targets.removeAll { $0.path?.hasPrefix("Tests/") == true }
}
