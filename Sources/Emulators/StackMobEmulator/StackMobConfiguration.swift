import GhostlightCore
import GhostlightEmulation

/// The settings of a StackMob app, most of which were in its dashboard, and of the emulator itself.
///
/// The defaults are those of a new app. Change the settings that a test needs, and pass the
/// configuration to ``StackMobBackend/init(_:)``. In `ghostlight.json` the same settings, except
/// ``customCode``, are members of the section `stackmob`.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = StackMobConfiguration()
/// configuration.isStrict = true
/// configuration.pageLimit = 100
/// let stage = Stage(StageConfiguration(services: [.stackMob(StackMobBackend(configuration))]))
/// ```
///
/// The settings of a backend cannot be changed after it is created.
public struct StackMobConfiguration: Sendable {
  /// The key pair of version 0, which is development.
  public var developmentKeys = StackMobKeys(
    publicKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13",
    privateKey: "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60")
  /// The key pair of all versions from 1 on, which are production.
  public var productionKeys = StackMobKeys(
    publicKey: "c2f7a6d4-1b38-4e5f-9a0c-6d8e7b4f3a21",
    privateKey: "5e4d3c2b-8a79-4f61-b0d5-2c1e9f8a7b36")
  /// The lifetime of an access token in seconds, which clients also receive as `expires_in`.
  public var tokenLifetimeSeconds: Int64 = 3600
  /// Whether a signed request is refused if its time is wrong by more than five minutes, or if its
  /// nonce was already used.
  public var isStrict = false
  /// Whether a user's earlier access tokens remain valid until they expire, after a new login
  /// (D18).
  public var loginKeepsAccessTokens = false
  /// Whether production infers schemas and fields too, and serves versions that are not deployed
  /// (D66).
  ///
  /// The schemas of an app's dashboard no longer exist, so an app from the store needs it, unless
  /// the configuration defines all of its schemas.
  public var infersSchemas = false
  /// The member of `ghostlight.json` whose data were loaded for development only; `nil` if
  /// production has data, or development has none.
  var developmentData: String?
  /// The maximum number of objects in the response to a query; `nil` for no limit.
  ///
  /// A longer result is shortened, and the response gets status 206 (D9).
  public var pageLimit: Int?
  /// Additional ports that the signature of an https request may contain (D46).
  ///
  /// Port 80 is always accepted.
  public var httpPorts: [Int] = []
  /// The origins whose web pages may read responses: `*` for all, an empty list for none (A24).
  ///
  /// If it is `nil`, the server decides: it allows pages from this machine and from known hosts.
  public var allowedOrigins: [String]?
  /// Whether an unknown field becomes a binary field if its first value is a file (D5).
  public var infersBinary = true
  /// The start of file URLs; `nil` for `http://<host of the request>/_s3` (A17).
  ///
  /// The emulator always serves the files under `/_s3`.
  public var binaryURLPrefix: String?
  /// The name of the storage bucket in file URLs, after the prefix (D61).
  ///
  /// If it is `nil`, the name is `ghostlight-development` or `ghostlight-production`.
  public var binaryBucket: String?
  /// The prefix of tokens that the social networks refuse; `nil` to refuse no token (A20).
  public var refusedSocialTokenPrefix: String? = "invalid"
  /// Whether a social network accepts only tokens that the provider state `social token valid` has
  /// defined.
  public var onlyKnownSocialTokens = false
  /// The custom code methods that run in this process, keyed by method name (A21).
  public var customCode: [String: CustomCode] = [:]

  /// Creates the settings of a new app.
  public init() {}

  /// Returns the custom code with this name, compared bytewise, or `nil` if there is none.
  func code(named name: String) -> CustomCode? {
    guard let index = customCode.index(forKey: name), customCode[index].key.isExactly(name) else {
      return nil
    }
    return customCode[index].value
  }

  /// The lifetime of an access token in milliseconds, or the maximum number on overflow.
  var tokenLifetimeMilliseconds: Int64 {
    let (product, overflows) = tokenLifetimeSeconds.multipliedReportingOverflow(by: 1000)
    return overflows ? .max : product
  }
}

/// The key pair of an environment, two UUIDs (A1).
///
/// An app has one pair for development and one for production, in ``StackMobConfiguration``.
/// Clients send the public key in each request. The private key signs OAuth1 requests. Permissions
/// do not restrict these requests, so only servers and tools should have the private key. The
/// emulator's default keys are fixed, so that tests can contain them.
public struct StackMobKeys: Sendable, Hashable {
  /// The key that identifies the app in every request; it is not a secret.
  public var publicKey: String
  /// The key that signs OAuth1 requests, which permissions do not restrict.
  public var privateKey: String

  /// Creates a key pair; any two strings can be keys.
  public init(publicKey: String, privateKey: String) {
    self.publicKey = publicKey
    self.privateKey = privateKey
  }
}

extension StackMobConfiguration {
  /// Creates the settings from the section `stackmob` of a configuration.
  ///
  /// Settings that are missing in the section have their defaults.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    if let keys = reader["developmentKeys"] { developmentKeys = try StackMobKeys(keys) }
    if let keys = reader["productionKeys"] { productionKeys = try StackMobKeys(keys) }
    if let seconds = reader["tokenLifetimeSeconds"] {
      tokenLifetimeSeconds = try seconds.integer(1...1_000_000_000, of: "seconds")
    }
    if let flag = reader["inferSchemas"] { infersSchemas = try flag.bool() }
    if let flag = reader["strict"] { isStrict = try flag.bool() }
    if let flag = reader["loginKeepsAccessTokens"] { loginKeepsAccessTokens = try flag.bool() }
    if let limit = reader["pageLimit"] { pageLimit = Int(try limit.integer(1...1_000_000)) }
    if let ports = reader["httpPorts"] {
      httpPorts = []
      for port in try ports.elements() { httpPorts.append(Int(try port.integer(1...65_535))) }
    }
    if let origins = reader["allowedOrigins"] {
      allowedOrigins = try CrossOrigin.origins(origins)
    }
    try readServices(reader)
  }

  private mutating func readServices(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) {
    if let flag = reader["infersBinary"] { infersBinary = try flag.bool() }
    if let prefix = reader["binaryURLPrefix"] { binaryURLPrefix = try prefix.string() }
    if let bucket = reader["binaryBucket"] { binaryBucket = try bucket.string() }
    if let prefix = reader["refusedSocialTokenPrefix"] {
      refusedSocialTokenPrefix = try prefix.string()
    }
    if let flag = reader["onlyKnownSocialTokens"] { onlyKnownSocialTokens = try flag.bool() }
  }
}

extension StackMobKeys {
  /// Creates a key pair from an object `{"publicKey": …, "privateKey": …}`.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly("publicKey", "privateKey")
    self.init(
      publicKey: try reader.required("publicKey").string(),
      privateKey: try reader.required("privateKey").string())
  }
}
