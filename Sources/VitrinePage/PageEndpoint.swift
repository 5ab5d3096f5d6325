// What can be asked of the page, as declarations: where, and which view answers.

/// One address, or one kind of addresses.
struct PageEndpoint: Sendable {
  /// What happens.
  typealias Action = @Sendable (PageRequest) throws -> PageAnswer

  /// The first part of the path; "" for the start.
  let word: String
  /// Whether more parts may follow.
  let takesMore: Bool
  /// Answers what only reads.
  let read: Action?
  /// Answers what writes.
  let write: Action?

  /// An address that only reads, or writes, or does both.
  init(_ word: String, takesMore: Bool = false, read: Action? = nil, write: Action? = nil) {
    (self.word, self.takesMore, self.read, self.write) = (word, takesMore, read, write)
  }

  /// All of them but those of kinds and records, whose first part is a kind's plural.
  static let all: [PageEndpoint] = [
    PageEndpoint("", read: HomeView.answer, write: FirstRun.add),
    PageEndpoint(HomeView.word, read: HomeView.answer),
    PageEndpoint("all", read: CollectionView.answerAll),
    PageEndpoint("map", read: MapPage.answer),
    PageEndpoint("timeline", read: TimelinePage.answer),
    PageEndpoint("views", takesMore: true, read: ViewsPage.answer, write: ViewsPage.change),
    PageEndpoint("colors", read: ColorsView.answer),
    PageEndpoint("report", read: ReportView.answer, write: ReportView.fix),
    PageEndpoint("new", takesMore: true, read: NewRecordView.answer, write: NewRecordView.save),
    PageEndpoint("camera", takesMore: true, read: CameraView.answer, write: CameraView.save),
    PageEndpoint("photo", takesMore: true, read: PhotoView.original),
    PageEndpoint(PhotoView.reducedWord, takesMore: true, read: PhotoView.reduced),
    PageEndpoint("undo", write: ChangeView.undo),
    PageEndpoint("redo", write: ChangeView.redo),
    PageEndpoint("accept", write: FrozenNotice.accept),
    PageEndpoint("reread", write: FrozenNotice.reread),
    PageEndpoint("log", takesMore: true, read: LogView.answer),
    PageEndpoint("complete", read: CompletionView.answer),
    PageEndpoint("atlas", takesMore: true, read: AtlasView.answer),
    PageEndpoint("tiles", takesMore: true, read: TilesView.answer),
    PageEndpoint("place", read: PlaceNameView.answer),
    PageEndpoint("trash", read: TrashView.answer, write: TrashView.change),
    PageEndpoint("properties", takesMore: true, read: PropertiesView.answer, write: PropertiesView.change),
    PageEndpoint("record", takesMore: true, read: KindPages.lead),
    PageEndpoint("bulk", write: BulkView.answer),
    PageEndpoint("import", read: ImportView.answer, write: ImportView.read),
    PageEndpoint("export", read: ExportView.answer, write: ExportView.answer),
    PageEndpoint("share", takesMore: true, read: SharePage.answer, write: SharePage.make),
    PageEndpoint("libraries", read: LibrariesView.answer),
    PageEndpoint("about", read: AboutView.answer),
    PageEndpoint("help", read: HelpView.answer),
    PageEndpoint("design", takesMore: true, read: DesignView.answer),
    PageEndpoint("more", read: MoreView.answer),
  ]

  /// The endpoint of a path; nil for what is a kind's or nothing.
  static func endpoint(of path: [String]) -> PageEndpoint? {
    all.first { $0.word == path.first && (path.count == 1 || $0.takesMore) }
  }
}
