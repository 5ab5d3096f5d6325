import VitrineFiles
import VitrineModel
enum PhotoLoading {
  static func load(_ files: [SortedFiles.File], of listing: Listing, records: [RecordFacts]) -> [PhotoFacts] { [] }
}
