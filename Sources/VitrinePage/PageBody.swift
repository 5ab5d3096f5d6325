// The body of a request to the page: a form, or a form with files that were kept on the disk as they came.

import VitrineChanges
import VitrineHTTP

/// What a browser sent behind the head.
enum PageBody: Sendable {
  /// `application/x-www-form-urlencoded`.
  case form([UInt8])
  /// `multipart/form-data`.
  case files(SpooledBody, boundary: [UInt8])

  /// What a form holds.
  struct Sent {
    /// The fields, in their order.
    var fields: [RequestTarget.Parameter] = []
    /// The files that were chosen, in their order.
    var files: [UploadedFile] = []
  }

  /// Reads the form.
  ///
  /// - Parameter fieldBytes: the most bytes that fields may have which are no files.
  ///
  /// Errors: it is none, is cut short, or could not be kept.
  func read(fieldBytes: Int) throws(RequestFault) -> Sent {
    switch self {
    case .form(let bytes): return Sent(fields: try RequestTarget.form(bytes))
    case .files(let spool, let boundary):
      if spool.fault != 0 { throw RequestFault("there is no room for the files", status: 507) }
      let read = spool.withBytes { bytes -> Result<MultipartForm, RequestFault> in
        do throws(RequestFault) {
          return .success(try MultipartForm(bytes, boundary: boundary, fieldBytes: fieldBytes))
        } catch {
          return .failure(error)
        }
      }
      guard let form = try read?.get() else { throw RequestFault("there is no room for the files", status: 507) }
      // A field of files in which nothing was chosen is sent without a name and without bytes.
      let chosen = form.files.filter { !$0.name.isEmpty || !$0.range.isEmpty }
      return Sent(fields: form.fields, files: chosen.map { UploadedFile(spool, $0) })
    }
  }
}

/// A file that a form brought.
struct UploadedFile: Sendable {
  /// The name of the form's field.
  let field: String
  /// What it is called on the person's machine, without a path.
  let name: String
  private let file: SpooledFile

  /// A file in a body.
  fileprivate init(_ spool: SpooledBody, _ file: MultipartForm.File) {
    field = file.field
    name = file.name.isEmpty ? "?" : file.name
    self.file = SpooledFile(spool, file.range)
  }

  /// Its bytes, read from the disk.
  var bytes: [UInt8] { file.text(0) }

  /// Its bytes for a plan, read again when they are written.
  var text: FileText { FileText(file, 0) }
}

/// A stretch of a body on the disk, which stays as long as a plan needs it.
private final class SpooledFile: FileTextMaker {
  private let spool: SpooledBody
  private let range: Range<Int>

  init(_ spool: SpooledBody, _ range: Range<Int>) { (self.spool, self.range) = (spool, range) }

  func text(_ number: Int) -> [UInt8] { spool.bytes(range) }
}
