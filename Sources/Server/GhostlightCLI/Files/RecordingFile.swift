import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// A HAR file that is named on the command line.
struct RecordingFile {
  private let file: InputFile

  /// Creates a file; `code` is the exit code if it cannot be used.
  init(_ path: String, code: Int32 = 65) {
    file = InputFile(path: path, what: "a recording, a HAR file", code: code)
  }

  /// Reads and parses the file.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file, the position and the remedy.
  func document() throws -> HARDocument {
    let bytes = try file.bytes()
    try refusePartial(bytes)
    do throws(HARError) {
      return try HARDocument(reading: bytes, named: file.path, in: HARFolder(of: file.path))
    } catch {
      throw file.broken("\(error)")
    }
  }

  /// Checks the file entry by entry, so that it may have any size.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file, the position and the remedy.
  func check(_ lint: RedactionLint, found: (LintFinding) -> Void) throws {
    let pieces = try file.pieces()
    var first: [UInt8]? = try file.read { try pieces() }
    try refusePartial(first ?? [])
    // A packed file has to be unpacked as a whole.
    if HARDocument.isPacked(first ?? []) {
      return lint.findings(in: .object(try document().json)).forEach(found)
    }
    var reader = HAREntryReader(named: file.path, in: HARFolder(of: file.path)) {
      guard let piece = first.take() else { return try pieces() }
      return piece
    }
    do throws(HARError) {
      try lint.check(&reader, found: found)
    } catch {
      throw file.broken("\(error)")
    }
  }

  private func refusePartial(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: PartialRecording.signature) else { return }
    throw file.broken(
      "\(file.path) is the partial file of a recorder, with all secrets: save it with "
        + "`ghostlight recordings recover \(file.path) -o FILE`")
  }

  /// Returns the recording, after printing a line for each entry that cannot be replayed.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file, the position and the remedy.
  func recording() throws -> Recording {
    let document = try document()
    let contents = document.contents
    warn(contents)
    return Recording(document, contents)
  }

  /// Returns the recording in file order, and the position of each exchange's entry, from 1.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file, the position and the remedy.
  func numberedRecording() throws -> (recording: Recording, numbers: [Int]) {
    let document = try document()
    let contents = document.contents
    warn(contents)
    return (
      Recording(contents.exchanges.map(\.exchange), comment: document.log.comment),
      contents.exchanges.map(\.number)
    )
  }

  private func warn(_ contents: HARContents) {
    for line in contents.summary { Terminal.complain("warning: \(file.path): \(line)") }
  }

  /// Returns the exchanges of a file, or of all `.har` files in a folder, in order of the file
  /// names.
  ///
  /// - Throws: ``NotFound`` if there are no files, and `ExitCode`, after printing one line, for the
  ///   first file that cannot be used.
  static func all(in path: String, code: Int32) throws -> Recording {
    let paths = files(in: path)
    guard !paths.isEmpty else {
      throw NotFound(
        "there is no recording in \(path): name a HAR file, or a folder with HAR files")
    }
    return Recording(try paths.flatMap { try RecordingFile($0, code: code).recording().exchanges })
  }

  /// Returns the paths of the HAR files in a folder, also of those in archives of Playwright.
  ///
  /// A path that is not a folder is returned unchanged.
  static func files(in path: String) -> [String] {
    let files = InputFolder.files(in: path, suffix: ".har")
    guard files != [path] else { return files }
    return (files + InputFolder.files(in: path, suffix: ".har.zip")).sorted()
  }

  /// Returns one recording with the exchanges of several files.
  ///
  /// - Throws: `ExitCode`, after printing one line, for the first file that cannot be used.
  static func merged(_ paths: [String]) throws -> Recording {
    if paths.count == 1 { return try RecordingFile(paths[0]).recording() }
    return Recording.merging(try paths.map { try RecordingFile($0).recording() })
  }
}
