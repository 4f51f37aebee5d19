import Synchronization

/// An app's client of StackMob: where it begins, and who is logged in.
///
/// Calls are made with blocks, by the vendor's names, or with `await`, by the same names. Blocks run
/// on the queue given for them, on the main one where none is given. Options and queues may be left
/// out of every call.
///
/// ```swift
/// let client = try SMClient(apiVersion: "0", publicKey: key)
/// let user = try await client.login(withUsername: "jack", password: "secret")
/// ```
///
/// - Source: protocol reference B2.
public final class SMClient: Sendable {
  /// The version of the app's API: `0` for development.
  public let appAPIVersion: String
  /// The app's public key.
  public let publicKey: String
  /// The session of the client's user.
  public let session: SMUserSession
  #if canImport(CoreData) || ManagedObjects
    let coreDataStoreSlot = CoreDataStoreSlot()
  #endif

  /// A client of the real service and its standard user schema, unless told otherwise.
  ///
  /// The API host may name a port. The first client made becomes the default client. Another
  /// environment makes the client talk to an emulator or a recording.
  ///
  /// - Throws: `SMClientInitializationException` where the version has other characters than digits
  ///   or the key is not of 36 characters.
  public init(
    apiVersion: String?, apiHost: String = DEFAULT_API_HOST, publicKey: String?,
    userSchema: String = DEFAULT_USER_SCHEMA,
    userPrimaryKeyField: String = DEFAULT_PRIMARY_KEY_FIELD_NAME,
    userPasswordField: String = DEFAULT_PASSWORD_FIELD_NAME,
    environment: SMEnvironment = SMEnvironment()
  ) throws(SMException) {
    guard let apiVersion, !apiVersion.isEmpty,
      apiVersion.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      throw SMException(
        name: SMClientInitializationException,
        reason: "The API version must be a whole number, such as \"0\".")
    }
    guard let publicKey, publicKey.count == 36 else {
      throw SMException(
        name: SMClientInitializationException,
        reason: "The public key must have 36 characters; copy it from the app's settings.")
    }
    appAPIVersion = apiVersion
    self.publicKey = publicKey
    session = SMUserSession(
      apiVersion: apiVersion, apiHost: apiHost, publicKey: publicKey, userSchema: userSchema,
      userPrimaryKeyField: userPrimaryKeyField, userPasswordField: userPasswordField,
      environment: environment)
    DefaultClient.ofApp.offer(self)
  }

  /// The default client; `nil` before the first was made.
  public static func `default`() -> SMClient! { DefaultClient.ofApp.current }

  /// The default client, by the selector's original name.
  public static func defaultClient() -> SMClient! { `default`() }

  /// Makes a client the default one.
  public static func setDefault(_ client: SMClient?) { DefaultClient.ofApp.current = client }

  /// Makes a client the default one, by the selector's original name.
  public static func setDefaultClient(_ client: SMClient?) { setDefault(client) }

  /// A new data store of the session.
  public func dataStore() -> SMDataStore {
    SMDataStore(apiVersion: appAPIVersion, session: session)
  }

  /// A new data store of the session, as two samples of the guide spell it.
  public func datastore() -> SMDataStore { dataStore() }
}

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
