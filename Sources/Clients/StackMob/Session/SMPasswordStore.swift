import Foundation
import GhostlightClient
import Synchronization

/// A store that keeps a new user's password until the user is created.
///
/// ``SMUserManagedObject`` stores the password, and the save that creates the user reads and
/// removes it. Implement the protocol to use the keychain. Its methods can be called from any
/// thread.
///
/// - Source: protocol reference B16; the vendor's SDK used the keychain.
public protocol SMPasswordStore: Sendable {
  /// Returns the password that is stored under an identifier, or `nil` if there is none.
  func password(forIdentifier identifier: String) -> String?
  /// Stores a password under an identifier; `nil` removes it.
  func setPassword(_ password: String?, forIdentifier identifier: String)
}

/// A password store in memory, for tests.
///
/// Passwords are lost when the store is released. It can be used from any thread.
public final class SMMemoryPasswordStore: SMPasswordStore {
  private let passwords = Mutex<[String: String]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the password that is stored under an identifier, or `nil` if there is none.
  public func password(forIdentifier identifier: String) -> String? {
    passwords.withLock { $0[identifier] }
  }

  /// Stores a password under an identifier; `nil` removes it.
  public func setPassword(_ password: String?, forIdentifier identifier: String) {
    passwords.withLock { $0[identifier] = password }
  }
}

/// A password store with one file for each password, which only the file's owner can read.
///
/// It is the default store of an ``SMEnvironment``. The files are in the folder for application
/// support. A file is deleted when its user is created.
public struct SMStandardPasswordStore: SMPasswordStore {
  private let files = FolderStore(
    FolderStore.applicationSupport.appendingPathComponent("StackMob.passwords"))

  /// Creates a store for the current app.
  public init() {}

  /// Returns the password that is stored under an identifier, or `nil` if there is none.
  public func password(forIdentifier identifier: String) -> String? {
    files.bytes(named: identifier).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Stores a password under an identifier; `nil` removes it.
  public func setPassword(_ password: String?, forIdentifier identifier: String) {
    files.setBytes(password.map { Array($0.utf8) }, named: identifier)
  }
}
