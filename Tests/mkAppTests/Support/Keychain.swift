import Synchronization
import mkApp

/// A credential store of an app's own.
final class Keychain: MKCredentialStore {
  private let kept = Mutex<MKCredentials?>(nil)

  func load() -> MKCredentials? { kept.withLock { $0 } }
  func save(_ credentials: MKCredentials) { kept.withLock { $0 = credentials } }
  func clear() { kept.withLock { $0 = nil } }
}
