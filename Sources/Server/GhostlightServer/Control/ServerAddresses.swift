import Synchronization

/// The base URLs of a server's listeners, which become known while the server starts.
///
/// ``EmulatorServer`` fills this for its own control API. Fill it yourself if you serve a
/// ``ControlAPI`` from another server. It may be read and changed from any thread.
public final class ServerAddresses: Sendable {
  private let urls = Mutex<[String: String]>([:])

  /// Creates a table without URLs.
  public init() {}

  /// Adds or replaces the base URL of the listener with this name: `control` or an emulator's name.
  public func setURL(_ url: String, for listener: String) {
    urls.withLock { $0[listener] = url }
  }

  /// The base URL of a listener, such as `http://127.0.0.1:4401`; `nil` until it is known.
  public subscript(listener: String) -> String? { urls.withLock { $0[listener] } }
}
