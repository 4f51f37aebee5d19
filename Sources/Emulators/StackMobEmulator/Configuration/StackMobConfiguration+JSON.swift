import GhostlightCore
import GhostlightEmulation

extension StackMobConfiguration {
  /// Reads the settings of a configuration's `stackmob` section; what is missing stays as it is.
  init(_ reader: ConfigurationReader) throws(ConfigurationProblem) {
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
      allowedOrigins = []
      for origin in try origins.elements() { allowedOrigins.append(try origin.string()) }
    }
    try readServices(reader)
  }

  private mutating func readServices(
    _ reader: ConfigurationReader
  ) throws(ConfigurationProblem) {
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
  init(_ reader: ConfigurationReader) throws(ConfigurationProblem) {
    try reader.allowOnly("publicKey", "privateKey")
    self.init(
      publicKey: try reader.required("publicKey").string(),
      privateKey: try reader.required("privateKey").string())
  }
}
