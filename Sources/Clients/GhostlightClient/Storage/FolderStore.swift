package import Foundation

/// Files in a folder that only their owner may read.
///
/// Linux has no keychain. What cannot be written is lost with the process.
package struct FolderStore: Sendable {
  private let folder: URL

  /// Keeps files in a folder, which is made when first needed.
  package init(_ folder: URL) { self.folder = folder }

  /// The bytes of a file, or `nil`.
  package func bytes(named name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(name)).map { Array($0) }
  }

  /// Writes a file, or removes it; a reader sees the old bytes or the new ones.
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

  /// The user's folder for application support, or the temporary one where there is none.
  package static var applicationSupport: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return folders.first ?? FileManager.default.temporaryDirectory
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
