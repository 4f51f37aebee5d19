import GhostlightCore
import GhostlightEmulation

/// The settings of a StackMob app, which its dashboard contained, and of the emulator's strictness.
///
/// The defaults are those of a new app. Change what a test needs, and pass the configuration to
/// ``StackMobBackend/init(_:)``. In `ghostlight.json` the same settings, except ``customCode``, are
/// members of the section `stackmob`.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = StackMobConfiguration()
/// configuration.isStrict = true
/// configuration.pageLimit = 100
/// let stage = Stage(StageConfiguration(emulators: [.stackMob(StackMobBackend(configuration))]))
/// ```
///
/// The settings of a backend cannot change later.
public struct StackMobConfiguration: Sendable {
  /// The key pair of version 0.
  public var developmentKeys = StackMobKeys(
    publicKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13",
    privateKey: "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60")
  /// The key pair of all versions from 1.
  public var productionKeys = StackMobKeys(
    publicKey: "c2f7a6d4-1b38-4e5f-9a0c-6d8e7b4f3a21",
    privateKey: "5e4d3c2b-8a79-4f61-b0d5-2c1e9f8a7b36")
  /// The lifetime of an access token in seconds, which `expires_in` states too.
  public var tokenLifetimeSeconds: Int64 = 3600
  /// Whether a request is refused if its clock differs by more than five minutes, or its nonce was
  /// used.
  public var isStrict = false
  /// Whether a user's earlier access tokens stay valid after a new login, until they expire (D18).
  public var loginKeepsAccessTokens = false
  /// The maximum number of objects in the response to a query; `nil` for no limit.
  ///
  /// A longer result is cut, with status 206 (D9).
  public var pageLimit: Int?
  /// Additional ports that a MAC of an https request may contain (D46).
  ///
  /// Port 80 is always accepted.
  public var httpPorts: [Int] = []
  /// The origins that CORS allows: `*` for all, an empty list for none (A24).
  ///
  /// With `nil`, the server decides: it allows pages of this machine and of known hosts.
  public var allowedOrigins: [String]?
  /// Whether an unknown field becomes binary if its first value has the text form of a file (D5).
  public var infersBinary = true
  /// The start of files' URLs, instead of `http://<host of the request>/_s3` (A17).
  ///
  /// The emulator serves the files under `/_s3` in any case.
  public var binaryURLPrefix: String?
  /// The segment after the prefix.
  ///
  /// `-development` or `-production` is appended to it.
  public var binaryBucket = "ghostlight"
  /// The start of tokens that the social networks refuse; `nil` to refuse none (A20).
  public var refusedSocialTokenPrefix: String? = "invalid"
  /// Whether only those tokens are accepted that the provider state `social token valid` has
  /// defined.
  public var onlyKnownSocialTokens = false
  /// The custom code that runs in this process, by the name of the method (A21).
  public var customCode: [String: CustomCode] = [:]

  /// Creates the settings of a new app.
  public init() {}

  /// Returns the custom code with this name, which is compared by its bytes.
  func code(named name: String) -> CustomCode? {
    guard let index = customCode.index(forKey: name), customCode[index].key.isExactly(name) else {
      return nil
    }
    return customCode[index].value
  }

  /// The lifetime of an access token in milliseconds, or the maximum on overflow.
  var tokenLifetimeMilliseconds: Int64 {
    let (product, overflows) = tokenLifetimeSeconds.multipliedReportingOverflow(by: 1000)
    return overflows ? .max : product
  }
}

/// The key pair of an environment.
///
/// Both keys are UUIDs (A1).
///
/// An app has one pair for development and one for production, in ``StackMobConfiguration``.
/// Clients send the public key in each request. The private key signs OAuth1 requests, which
/// permissions do not restrict, so only servers and tools should have it. The emulator's default
/// keys are fixed, so that tests can contain them.
public struct StackMobKeys: Sendable, Hashable {
  /// The key that names the app in every request.
  ///
  /// It is not a secret.
  public var publicKey: String
  /// The key that signs OAuth1 requests.
  ///
  /// Permissions do not restrict its owner.
  public var privateKey: String

  /// Creates a key pair.
  public init(publicKey: String, privateKey: String) {
    self.publicKey = publicKey
    self.privateKey = privateKey
  }
}

extension StackMobConfiguration {
  /// Creates the settings from the section `stackmob` of a configuration.
  ///
  /// Missing ones have their defaults.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    if let keys = reader["developmentKeys"] { developmentKeys = try StackMobKeys(keys) }
    if let keys = reader["productionKeys"] { productionKeys = try StackMobKeys(keys) }
    if let seconds = reader["tokenLifetimeSeconds"] {
      tokenLifetimeSeconds = try seconds.integer(1...1_000_000_000)
    }
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
  /// Creates a pair from `{"publicKey": …, "privateKey": …}`.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly("publicKey", "privateKey")
    self.init(
      publicKey: try reader.required("publicKey").string(),
      privateKey: try reader.required("privateKey").string())
  }
}
