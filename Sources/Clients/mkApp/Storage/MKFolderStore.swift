public import Foundation
import GhostlightClient

/// Files in a folder that only their owner may read.
///
/// Linux has no keychain. What cannot be written is lost with the process.
public struct MKFolderStore: MKStore {
  private let files: FolderStore

  /// Keeps files in a folder, which is made when first needed.
  public init(_ folder: URL) { files = FolderStore(folder) }

  /// The bytes of a file, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.bytes(named: name) }

  /// Writes a file, or removes it; a reader sees the old bytes or the new ones.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.setBytes(bytes, named: name)
  }
}
