import Foundation

/// A file written beside its place, to be moved there.
final class StagedFile {
  private let target: URL
  private let url: URL

  init(_ text: String, for target: URL) throws {
    self.target = target
    url = target.deletingLastPathComponent()
      .appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
    try Data(text.utf8).write(to: url)
  }

  /// Replaces what is at the place.
  func move() throws -> ReplacedFile {
    let replaced = ReplacedFile(
      url: target, content: FileManager.default.contents(atPath: target.path))
    guard rename(url.path, target.path) == 0 else {
      throw CocoaError(
        .fileWriteUnknown,
        userInfo: [
          NSLocalizedDescriptionKey: String(cString: strerror(errno))
        ])
    }
    return replaced
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
