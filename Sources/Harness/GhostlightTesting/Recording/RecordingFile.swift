import Foundation
import GhostlightRecording

/// The HAR file of a test, in the package that the test is in.
struct RecordingFile: Sendable {
  private let url: URL

  /// The file of a name such as `stackmob/todos`, in `Recordings` at the root of the package that
  /// a source file belongs to, or in a given folder.
  ///
  /// - Throws: ``RecordingProblem`` where the name leads out of the folder.
  init(_ name: String, folder: String?, sourceFile: String) throws(RecordingProblem) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      throw RecordingProblem(
        "\"\(name)\" names no recording: use words with a slash between them, such as app/login")
    }
    let root = Self.packageRoot(of: sourceFile)
    let base =
      folder.map { URL(filePath: $0, relativeTo: root) }
      ?? root.appending(path: "Recordings")
    url = base.appending(path: name + ".har")
  }

  /// The path, for messages.
  var path: String { url.path }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// - Throws: ``RecordingProblem`` where the file cannot be read or is no recording.
  func read() throws(RecordingProblem) -> Recording {
    let bytes: [UInt8]
    do {
      bytes = Array(try Data(contentsOf: url))
    } catch {
      throw RecordingProblem(
        "there is no recording at \(path); make it with GHOSTLIGHT_RECORD=once")
    }
    do {
      return try Recording(HARDocument(reading: bytes, named: path))
    } catch {
      throw RecordingProblem("\(error)")
    }
  }

  /// - Throws: ``RecordingProblem`` where the file cannot be written.
  func write(_ recording: Recording) throws(RecordingProblem) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(HARDocument(recording).bytes).write(to: url, options: .atomic)
    } catch {
      throw RecordingProblem("cannot write the recording \(path): \(error)")
    }
  }

  /// The nearest folder above with a package in it, else the source file's own.
  private static func packageRoot(of sourceFile: String) -> URL {
    let own = URL(filePath: sourceFile).deletingLastPathComponent()
    var folder = own
    while folder.path != "/", !folder.path.isEmpty {
      let manifest = folder.appending(path: "Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { return folder }
      folder.deleteLastPathComponent()
    }
    return own
  }
}
