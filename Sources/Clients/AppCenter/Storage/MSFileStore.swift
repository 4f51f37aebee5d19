import Foundation
import GhostlightCore
import Synchronization

/// Texts in a file that only its owner may read.
///
/// Linux has no keychain. What cannot be written is lost with the process.
final class MSFileStore: MSKeyValueStore {
  private let texts: Mutex<[String: String]>
  private let file: URL

  init(_ file: URL) {
    self.file = file
    let bytes = FileManager.default.contents(atPath: file.path).map { Array($0) } ?? []
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

  /// Writes all in a file beside, which then takes the old one's name.
  private func write(_ texts: [String: String]) {
    var object = JSONObject()
    for key in texts.keys.sorted() { object[key] = texts[key].map(JSON.string) }
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = file.path + ".new"
    let isWritten = FileManager.default.createFile(
      atPath: draft, contents: Data(JSON.object(object).bytes),
      attributes: [.posixPermissions: 0o600])
    if isWritten { _ = rename(draft, file.path) }
  }
}
