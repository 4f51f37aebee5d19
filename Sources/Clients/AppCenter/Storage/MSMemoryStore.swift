import Synchronization

/// Texts that nobody else ever sees.
final class MSMemoryStore: MSKeyValueStore {
  private let texts = Mutex<[String: String]>([:])

  func string(forKey key: String) -> String? { texts.withLock { $0[key] } }

  func setString(_ string: String?, forKey key: String) { texts.withLock { $0[key] = string } }
}
