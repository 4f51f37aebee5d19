import Foundation
import GhostlightClient
import Synchronization

/// A store for the password of a user, until the user is created.
///
/// ``SMUserManagedObject`` writes the password, and the save that creates the user reads and
/// removes it. Implement the protocol to use the keychain. Its methods can be called from any
/// thread.
///
/// - Source: protocol reference B16, where it is the keychain.
public protocol SMPasswordStore: Sendable {
  /// Returns the password that is stored under an identifier.
  func password(forIdentifier identifier: String) -> String?
  /// Stores a password under an identifier, or removes it.
  func setPassword(_ password: String?, forIdentifier identifier: String)
}

/// A password store in memory.
///
/// It is the store of environments for tests. Passwords are lost when the object is released. It
/// can be used from any thread.
public final class SMMemoryPasswordStore: SMPasswordStore {
  private let passwords = Mutex<[String: String]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the password that is stored under an identifier.
  public func password(forIdentifier identifier: String) -> String? {
    passwords.withLock { $0[identifier] }
  }

  /// Stores a password under an identifier, or removes it.
  public func setPassword(_ password: String?, forIdentifier identifier: String) {
    passwords.withLock { $0[identifier] = password }
  }
}

/// A password store with files that only their owner can read.
///
/// It is the default store of an ``SMEnvironment``. The files are in the folder for application
/// support, one for each user, and are deleted when the user is created.
public struct SMStandardPasswordStore: SMPasswordStore {
  private let files = FolderStore(
    FolderStore.applicationSupport.appendingPathComponent("StackMob.passwords"))

  /// Creates the store of this app.
  public init() {}

  /// Returns the password that is stored under an identifier.
  public func password(forIdentifier identifier: String) -> String? {
    files.bytes(named: identifier).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Stores a password under an identifier, or removes it.
  public func setPassword(_ password: String?, forIdentifier identifier: String) {
    files.setBytes(password.map { Array($0.utf8) }, named: identifier)
  }
}
