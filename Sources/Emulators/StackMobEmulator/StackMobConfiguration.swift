import GhostlightCore
import GhostlightEmulation

/// The settings of an app that its dashboard held, and how strict the emulator is.
public struct StackMobConfiguration: Sendable {
  /// The key pair of version 0.
  public var developmentKeys = StackMobKeys(
    publicKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13",
    privateKey: "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60")
  /// The key pair of versions from 1.
  public var productionKeys = StackMobKeys(
    publicKey: "c2f7a6d4-1b38-4e5f-9a0c-6d8e7b4f3a21",
    privateKey: "5e4d3c2b-8a79-4f61-b0d5-2c1e9f8a7b36")
  /// How long an access token lives, in seconds; `expires_in` says the same.
  public var tokenLifetimeSeconds: Int64 = 3600
  /// Whether clock skew over five minutes and reused nonces are refused.
  public var isStrict = false
  /// Whether a login leaves the user's earlier access tokens valid until they expire (D18).
  public var loginKeepsAccessTokens = false
  /// The most objects that one query answers; a longer result is cut with 206 (D9).
  public var pageLimit: Int?
  /// Further ports that a MAC over https may have been computed with (D46); 80 always is one.
  public var httpPorts: [Int] = []
  /// The origins that CORS allows: `*` for every one, none for an empty list (A24).
  ///
  /// With `nil` every page may that a server lets through: those of this machine and of known hosts.
  public var allowedOrigins: [String]?
  /// Whether a text in the form of a file makes an unknown field binary (D5).
  public var infersBinary = true
  /// What the URLs of files begin with, in place of `http://<host of the request>/_s3` (A17).
  ///
  /// The emulator serves the files below `/_s3` in any case.
  public var binaryURLPrefix: String?
  /// The segment behind it; `-development` or `-production` is added.
  public var binaryBucket = "ghostlight"
  /// How tokens begin that the social networks refuse; none where `nil` (A20).
  public var refusedSocialTokenPrefix: String? = "invalid"
  /// Whether only tokens are accepted that the provider state `social token valid` made known.
  public var onlyKnownSocialTokens = false
  /// Custom code that runs in this process, by the name of the method (A21).
  public var customCode: [String: CustomCode] = [:]

  /// The settings of a new app.
  public init() {}

  /// The custom code that runs under a name, to the byte.
  func code(named name: String) -> CustomCode? {
    guard let index = customCode.index(forKey: name), customCode[index].key.isExactly(name) else {
      return nil
    }
    return customCode[index].value
  }

  /// The life of an access token, or the longest there is.
  var tokenLifetimeMilliseconds: Int64 {
    let (product, overflows) = tokenLifetimeSeconds.multipliedReportingOverflow(by: 1000)
    return overflows ? .max : product
  }
}

/// The key pair of an environment; each is a UUID (A1).
public struct StackMobKeys: Sendable, Hashable {
  /// Names the app in every call; not a secret.
  public var publicKey: String
  /// Signs OAuth1 calls, which no permission stops.
  public var privateKey: String

  /// Makes a pair.
  public init(publicKey: String, privateKey: String) {
    self.publicKey = publicKey
    self.privateKey = privateKey
  }
}

extension StackMobConfiguration {
  /// Reads the settings of a configuration's `stackmob` section; what is missing stays as it is.
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
  /// Reads `{"publicKey": …, "privateKey": …}`.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly("publicKey", "privateKey")
    self.init(
      publicKey: try reader.required("publicKey").string(),
      privateKey: try reader.required("privateKey").string())
  }
}
