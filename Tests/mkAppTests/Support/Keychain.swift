import Synchronization
import mkApp

/// A credential store in memory, in place of the keychain store that an app would write.
final class Keychain: MKCredentialStore {
  private let kept = Mutex<MKCredentials?>(nil)

  func load() -> MKCredentials? { kept.withLock { $0 } }
  func save(_ credentials: MKCredentials) { kept.withLock { $0 = credentials } }
  func clear() { kept.withLock { $0 = nil } }
}
