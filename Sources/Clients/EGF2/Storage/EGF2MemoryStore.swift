import Synchronization

/// Bytes that nobody else ever sees.
public final class EGF2MemoryStore: EGF2Store {
  private let files = Mutex<[String: [UInt8]]>([:])

  /// An empty store.
  public init() {}

  /// The bytes of a name, or `nil`.
  public func bytes(named name: String) -> [UInt8]? { files.withLock { $0[name] } }

  /// Keeps bytes, or forgets them.
  public func setBytes(_ bytes: [UInt8]?, named name: String) {
    files.withLock { $0[name] = bytes }
  }
}
