import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The API versions for which the configuration loads data: the member `version` of `objects` and
/// of `export`.
package enum DataVersion: Sendable, Hashable {
  /// One version; 0 is development.
  case one(Int)
  /// All versions from 1 on.
  case production
  /// Development and all versions from 1 on.
  case all

  /// Reads a version; without one, the data are for development.
  ///
  /// - Throws: `ConfigurationError` if the value is neither a version nor one of the two words.
  init(_ reader: ConfigurationReader?) throws(ConfigurationError) {
    guard let reader else {
      self = .one(0)
      return
    }
    switch reader.value {
    case "production": self = .production
    case "all": self = .all
    case .integer(let number) where (0...1_000_000).contains(number): self = .one(Int(number))
    default: throw reader.error("must be a version such as 1, \"production\" or \"all\"")
    }
  }

  var isForDevelopment: Bool { self == .one(0) || self == .all }

  var isForProduction: Bool { self != .one(0) }

  /// Returns the production versions among `deployed` that get the data.
  func versions(among deployed: some Sequence<Int>) -> [Int] {
    switch self {
    case .one(let version): deployed.filter { $0 == version }
    case .production, .all: deployed.sorted()
    }
  }
}

/// The schemas of production versions, and the data that the configuration loads for them.
extension StackMobBackend {
  /// Returns the schemas of a production version; `nil` if it is not served.
  ///
  /// If production infers schemas, a version that is not deployed has the schemas of the latest one
  /// (D66).
  func schemas(of version: Int) -> [String: Schema]? {
    if let schemas = deployed[version] { return schemas }
    guard configuration.infersSchemas else { return nil }
    return deployed.keys.max().flatMap { deployed[$0] } ?? production.schemas
  }

  /// Calls `body` with the state of production, and adds the schemas and fields of the objects that
  /// it stores to all of these versions.
  mutating func load(
    for versions: [Int],
    _ body: (inout StackMobState) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    guard let latest = versions.last, let schemas = deployed[latest] else { return }
    production.schemas = schemas
    try body(&production)
    for (name, schema) in production.schemas {
      let objects = production.objects[name] ?? DocumentCollection()
      for version in versions {
        if let known = deployed[version]?[name] {
          deployed[version]?[name] = known.adding(schema, except: schemas[name], of: objects)
        } else if schemas[name] == nil || !objects.isEmpty {
          deployed[version]?[name] = schema
        }
      }
    }
  }

  /// Returns the refusal of a request for a version that is not deployed.
  func notDeployed(_ version: Int) -> Fault {
    let fault = Fault.versionNotDeployed.filled(["version": String(version)])
    return production.missingData.map { fault.withReason($0, section: "D65") } ?? fault
  }
}

extension Schema {
  /// Returns this schema with the fields of `other` that it does not have, except for fields of
  /// `known` that no object has.
  fileprivate func adding(
    _ other: Schema, except known: Schema?, of objects: DocumentCollection
  ) -> Schema {
    let missing = other.fields.filter { isUndefined($0.name) && $0.type != self[$0.name] }
    var unused = Set(missing.map(\.name).filter { known?.isUndefined($0) == false })
    for key in objects.keys() where !unused.isEmpty {
      unused.subtract(objects[key]?.keys ?? [])
    }
    var result = self
    for field in missing where !unused.contains(field.name) { result[field.name] = field.type }
    return result
  }

  /// Returns whether the field does not exist, or is an array with elements of an unknown type.
  private func isUndefined(_ field: String) -> Bool { self[field] ?? .array(nil) == .array(nil) }
}

/// The reasons of requests that find nothing in production, because the configuration loaded data
/// for development only (D65).
extension StackMobState {
  /// The reason, with the member of the configuration that loaded the data; `nil` if this is
  /// development, or if there are data.
  fileprivate var missingData: String? {
    guard let member = configuration.developmentData, !isDevelopment,
      objects.values.allSatisfy(\.isEmpty)
    else { return nil }
    return "\(member) of ghostlight.json was loaded for development, version 0, and this request "
      + "is for production: add \"version\": \"production\" to \(member)"
  }

  /// Returns a refusal with the reason why there is no such object, schema or user.
  func explained(_ fault: Fault) -> Fault {
    let isOfNothing =
      fault.status == .notFound || fault.name == Fault.loginFailed.name
      || fault.name == Fault.oauth1LoginFailed.name
    guard isOfNothing, let missingData else { return fault }
    return fault.withReason(missingData, section: "D65")
  }

  /// Adds the reason to the response with an empty result.
  func explainNothing(in response: inout Response) {
    guard let missingData, response.status == .ok, response.body == Array("[]".utf8) else { return }
    response.headers[.ghostlightReason] = HeaderText.print("\(missingData) (StackMob D65)")
  }

  /// Returns the reason why a public key is not that of this environment, `keys`.
  func explanation(ofKey key: String, _ keys: StackMobKeys) -> String {
    let other = isDevelopment ? configuration.productionKeys : configuration.developmentKeys
    guard key.isExactly(other.publicKey) else {
      return "X-StackMob-API-Key is \(key); this environment's is \(keys.publicKey)"
    }
    let (owner, version) = isDevelopment ? ("production", "0") : ("development", "1 or higher")
    return "X-StackMob-API-Key is the key of \(owner), and the request is for version \(version): "
      + "check the version in Accept"
  }
}
