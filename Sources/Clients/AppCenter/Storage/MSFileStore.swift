import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// Texts in a file that only its owner may read.
///
/// Linux has no keychain. What cannot be written is lost with the process.
final class MSFileStore: MSKeyValueStore {
  private let texts: Mutex<[String: String]>
  private let folder: FolderStore
  private let name: String

  init(_ file: URL) {
    folder = FolderStore(file.deletingLastPathComponent())
    name = file.lastPathComponent
    let bytes = folder.bytes(named: name) ?? []
    var texts: [String: String] = [:]
    for member in (try? JSON.parse(bytes))?.object?.members ?? [] {
      texts[member.key] = member.value.string
    }
    self.texts = Mutex(texts)
  }

  func string(forKey key: String) -> String? { texts.withLock { $0[key] } }

  func setString(_ string: String?, forKey key: String) {
    texts.withLock { texts in
      guard texts[key] != string else { return }
      texts[key] = string
      write(texts)
    }
  }

  /// Writes all.
  private func write(_ texts: [String: String]) {
    var object = JSONObject()
    for key in texts.keys.sorted() { object[key] = texts[key].map(JSON.string) }
    folder.setBytes(JSON.object(object).bytes, named: name)
  }
}
