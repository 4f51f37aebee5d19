import Foundation

/// A file that the command line is to write.
struct OutputFile {
  let path: String

  /// Why the file cannot be written, as far as that shows beforehand.
  var problem: String? {
    let url = URL(filePath: path)
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else { return "cannot write \(path): there is no folder \(folder)" }
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { return nil }
    return "cannot write \(path): it is a folder"
  }

  /// Replaces the file's content with a text and a newline.
  ///
  /// - Returns: Whether that worked; if not, one line was said about it.
  func write(_ text: String) -> Bool {
    do {
      try Data((text + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
      return true
    } catch {
      Terminal.complain(problem ?? "cannot write \(path): \(error.localizedDescription)")
      return false
    }
  }
}
