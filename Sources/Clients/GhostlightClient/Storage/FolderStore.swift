package import Foundation

/// A store that keeps its contents in files that only their owner can read.
///
/// It is used because Linux has no keychain. Write errors are not reported: the contents are then
/// lost when the process ends.
package struct FolderStore: Sendable {
  private let folder: URL

  /// Creates a store whose files are in a folder.
  ///
  /// The folder is created when a file is first written.
  package init(_ folder: URL) { self.folder = folder }

  /// Returns the bytes of the file with this name, or `nil` if it cannot be read.
  package func bytes(named name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(name)).map { Array($0) }
  }

  /// Writes or removes a file atomically: a reader sees either the old bytes or the new ones.
  package func setBytes(_ bytes: [UInt8]?, named name: String) {
    let files = FileManager.default
    guard let bytes else {
      try? files.removeItem(atPath: path(name))
      return
    }
    try? files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = path("\(name).\(UInt32.random(in: 0...UInt32.max))")
    let isWritten = files.createFile(
      atPath: draft, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    if !isWritten || rename(draft, path(name)) != 0 { try? files.removeItem(atPath: draft) }
  }

  /// The user's application support folder, or the temporary folder if there is none.
  package static var applicationSupport: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return folders.first ?? FileManager.default.temporaryDirectory
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
