import Synchronization

/// An app's client of StackMob: the entry point to its objects, users and session.
///
/// Create one client when the app starts, and keep it. The first client becomes the default client,
/// which is used wherever an app does not pass a client. Each call exists with blocks and with
/// `await`, under the vendor's name. Blocks run on the queue that is passed with them, by default
/// the main queue. Options and queues can be omitted from every call.
///
/// A client can be used from any thread. Its session keeps the user's tokens across launches of the
/// app.
///
/// ```swift
/// import StackMob
///
/// func logIn(publicKey: String) async throws -> SMClient {
///   let client = try SMClient(apiVersion: "0", publicKey: publicKey)
///   _ = try await client.login(withUsername: "jack", password: "secret")
///   return client
/// }
/// ```
///
/// - Source: protocol reference B2.
public final class SMClient: Sendable {
  /// The version of the app's API; `0` is the development version.
  public let appAPIVersion: String
  /// The app's public key, of 36 characters.
  public let publicKey: String
  /// The session of the client's user: its tokens and the signing of requests.
  public let session: SMUserSession
  #if canImport(CoreData) || ManagedObjects
    let coreDataStoreSlot = CoreDataStoreSlot()
  #endif

  /// Creates a client, by default for the real service and its standard user schema.
  ///
  /// The API host can include a port. The first client that is created becomes the default client.
  /// Pass a different environment to use an emulator or a recording.
  ///
  /// - Throws: `SMClientInitializationException` if the version contains characters other than
  ///   digits, or if the key does not have 36 characters.
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

  /// Returns the default client, or `nil` if no client has been created or set.
  public static func `default`() -> SMClient! { DefaultClient.ofApp.current }

  /// Returns the default client; the original Objective-C name.
  public static func defaultClient() -> SMClient! { `default`() }

  /// Sets the client that is used wherever an app does not pass one; `nil` removes it.
  public static func setDefault(_ client: SMClient?) { DefaultClient.ofApp.current = client }

  /// Sets the default client; the original Objective-C name of ``setDefault(_:)``.
  public static func setDefaultClient(_ client: SMClient?) { setDefault(client) }

  /// Creates a data store that uses the client's session.
  public func dataStore() -> SMDataStore {
    SMDataStore(apiVersion: appAPIVersion, session: session)
  }

  /// Creates a data store that uses the client's session; two of the guide's samples use this
  /// spelling.
  public func datastore() -> SMDataStore { dataStore() }
}

/// Stores the default client, which is the first client created until another one is set.
final class DefaultClient: Sendable {
  private let client = Mutex<SMClient?>(nil)

  static let ofApp = DefaultClient()

  var current: SMClient? {
    get { client.withLock { $0 } }
    set { client.withLock { $0 = newValue } }
  }

  /// Stores a client that was just created as the default client, unless there already is one.
  func offer(_ new: SMClient) {
    client.withLock { $0 = $0 ?? new }
  }
}
