import Foundation
import GhostlightClient
import Synchronization

/// Where the password of a user is kept until the user is created.
///
/// - Source: protocol reference B16, where it is the keychain.
public protocol SMPasswordStore: Sendable {
  /// The password that was kept under an identifier.
  func password(forIdentifier identifier: String) -> String?
  /// Keeps a password under an identifier, or forgets it.
  func setPassword(_ password: String?, forIdentifier identifier: String)
}

/// Keeps passwords as long as it lives.
public final class SMMemoryPasswordStore: SMPasswordStore {
  private let passwords = Mutex<[String: String]>([:])

  /// An empty store.
  public init() {}

  /// The password that was kept under an identifier.
  public func password(forIdentifier identifier: String) -> String? {
    passwords.withLock { $0[identifier] }
  }

  /// Keeps a password under an identifier, or forgets it.
  public func setPassword(_ password: String?, forIdentifier identifier: String) {
    passwords.withLock { $0[identifier] = password }
  }
}

/// Keeps passwords in files that only their owner may read, in the folder for application support.
public struct SMStandardPasswordStore: SMPasswordStore {
  private let files = FolderStore(
    FolderStore.applicationSupport.appendingPathComponent("StackMob.passwords"))

  /// The store of this app.
  public init() {}

  /// The password that was kept under an identifier.
  public func password(forIdentifier identifier: String) -> String? {
    files.bytes(named: identifier).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Keeps a password under an identifier, or forgets it.
  public func setPassword(_ password: String?, forIdentifier identifier: String) {
    files.setBytes(password.map { Array($0.utf8) }, named: identifier)
  }
}
