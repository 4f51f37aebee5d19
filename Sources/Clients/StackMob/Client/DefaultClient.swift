import Synchronization

/// The client that is the default one; the first made, until another is set.
final class DefaultClient: Sendable {
  private let client = Mutex<SMClient?>(nil)

  /// That of the app.
  static let ofApp = DefaultClient()

  var current: SMClient? {
    get { client.withLock { $0 } }
    set { client.withLock { $0 = newValue } }
  }

  /// Takes a client that was just made, if it is the first.
  func offer(_ new: SMClient) {
    client.withLock { $0 = $0 ?? new }
  }
}
