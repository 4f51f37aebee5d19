import Foundation

/// What was at a place before a file was moved there.
struct ReplacedFile {
  let url: URL
  /// Nothing where there was no file.
  let content: Data?

  /// Puts it back.
  func restore() {
    if let content {
      try? content.write(to: url)
    } else {
      try? FileManager.default.removeItem(at: url)
    }
  }
}
