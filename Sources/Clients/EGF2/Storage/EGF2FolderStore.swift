public import Foundation
import GhostlightClient

/// Files in a folder that only their owner may read.
///
/// Linux has no keychain. What cannot be written is lost with the process.
public struct EGF2FolderStore: EGF2Store {
  private let files: FolderStore

  /// Keeps files in a folder, which is made when first needed.
  public init(_ folder: URL) { files = FolderStore(folder) }

  /// The bytes of a file, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.bytes(named: name) }

  /// Writes a file, or removes it; a reader sees the old bytes or the new ones.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.setBytes(bytes, named: name)
  }

  /// The folder that `EGF2_STORAGE_DIR` names, else `EGF2` in the user's for application support.
  static func standardFolder(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    if let path = variables["EGF2_STORAGE_DIR"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FolderStore.applicationSupport.appendingPathComponent("EGF2", isDirectory: true)
  }
}
