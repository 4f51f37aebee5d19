import Synchronization

/// The base URLs of a server's listeners, once they are known.
public final class AddressBook: Sendable {
  private let urls = Mutex<[String: String]>([:])

  /// Makes an empty book.
  public init() {}

  /// Notes where a listener is.
  public func note(_ url: String, for listener: String) {
    urls.withLock { $0[listener] = url }
  }

  /// Where a listener is, such as `http://127.0.0.1:4401`.
  public subscript(listener: String) -> String? { urls.withLock { $0[listener] } }
}
