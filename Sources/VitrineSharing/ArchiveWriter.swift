// The door to libarchive: files to the bytes of a .tar, .tar.gz or .zip. Decision 0026 says why.

import CArchive
package import VitrineSource

/// The forms of an archive.
package enum ArchiveForm: Sendable, Hashable {
  /// tar, as POSIX has it (pax), without compression.
  case tar
  /// The same, compressed by gzip.
  case gzippedTar
  /// ZIP; photos stored, texts deflated.
  case zip
}

/// Why an archive cannot be written: libarchive's own words.
package struct ArchiveFailure: Error, Sendable, Hashable {
  /// What libarchive said.
  package let reason: String
}

/// Writes an archive as a stream of bytes.
///
/// The same files in the same order give the same bytes: no owner, no time but the given, no locale. One thread makes, fills and finishes it.
/// Source: archive_write(3), archive_write_set_options(3).
package final class ArchiveWriter {
  /// The time of files that have none of their own: the first that ZIP can tell. Units: seconds since 1970.
  private static let earliest = 315_532_800

  private let archive: OpaquePointer
  private let form: ArchiveForm
  private let sink: Sink
  private let localeBefore: locale_t?
  private var isDone = false

  /// Who takes the bytes.
  private final class Sink {
    let take: (UnsafeRawBufferPointer) -> Void
    init(_ take: @escaping (UnsafeRawBufferPointer) -> Void) { self.take = take }
  }

  /// An archive whose bytes go to `sink`.
  ///
  /// Errors: what libarchive says.
  package init(_ form: ArchiveForm, to sink: @escaping (UnsafeRawBufferPointer) -> Void) throws(ArchiveFailure) {
    guard let archive = archive_write_new() else { throw ArchiveFailure(reason: "there is not enough memory") }
    self.archive = archive
    self.form = form
    self.sink = Sink(sink)
    localeBefore = vitrine_archive_names_are_utf8()
    switch form {
    case .tar, .gzippedTar:
      try check(archive_write_set_format_pax_restricted(archive))
      if form == .gzippedTar {
        try check(archive_write_add_filter_gzip(archive))
        try check(archive_write_set_options(archive, "gzip:!timestamp"))
      }
    case .zip:
      try check(archive_write_set_format_zip(archive))
    }
    try check(archive_write_set_options(archive, "hdrcharset=UTF-8"))
    try check(archive_write_set_bytes_in_last_block(archive, 1))
    let context = Unmanaged.passUnretained(self.sink).toOpaque()
    try check(
      archive_write_open(
        archive, context, nil,
        { _, context, bytes, count in
          guard let context else { return -1 }
          Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().take(UnsafeRawBufferPointer(start: bytes, count: count))
          return count
        }, nil))
  }

  deinit {
    // What was not finished is thrown away: closing would write an end.
    if !isDone { archive_write_fail(archive) }
    archive_write_free(archive)
    if let localeBefore { vitrine_archive_names_as_before(localeBefore) }
  }

  /// Begins a file of exactly so many bytes. `modified` is when it was last changed, in seconds since 1970; nil hides it.
  ///
  /// Errors: what libarchive says.
  package func begin(_ path: Path, byteCount: Int, isText: Bool, modified: Int?) throws(ArchiveFailure) {
    guard let entry = archive_entry_new() else { throw ArchiveFailure(reason: "there is not enough memory") }
    defer { archive_entry_free(entry) }
    archive_entry_set_pathname(entry, path.string)
    archive_entry_set_size(entry, Int64(byteCount))
    archive_entry_set_filetype(entry, 0o100000)
    archive_entry_set_perm(entry, 0o644)
    // ZIP tells times in the zone of the reader; what is not set becomes its first day in every zone.
    if let modified {
      archive_entry_set_mtime(entry, modified, 0)
    } else if form != .zip {
      archive_entry_set_mtime(entry, Self.earliest, 0)
    }
    if form == .zip {
      try check(isText ? archive_write_zip_set_compression_deflate(archive) : archive_write_zip_set_compression_store(archive))
    }
    try check(archive_write_header(archive, entry))
  }

  /// Writes bytes of the file that was begun last.
  ///
  /// Errors: what libarchive says.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveFailure) {
    guard !bytes.isEmpty else { return }
    guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else { throw failure }
  }

  /// Ends the archive.
  ///
  /// Errors: what libarchive says.
  package func finish() throws(ArchiveFailure) {
    try check(archive_write_close(archive))
    isDone = true
  }

  private func check(_ status: Int32) throws(ArchiveFailure) {
    guard status == ARCHIVE_OK else { throw failure }
  }

  private var failure: ArchiveFailure {
    ArchiveFailure(reason: archive_error_string(archive).map { String(cString: $0) } ?? "libarchive failed")
  }
}
