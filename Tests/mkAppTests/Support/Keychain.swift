import Synchronization
import mkApp

/// A credential store that an app provides itself.
final class Keychain: MKCredentialStore {
  private let kept = Mutex<MKCredentials?>(nil)

  func load() -> MKCredentials? { kept.withLock { $0 } }
  func save(_ credentials: MKCredentials) { kept.withLock { $0 = credentials } }
  func clear() { kept.withLock { $0 = nil } }
}
