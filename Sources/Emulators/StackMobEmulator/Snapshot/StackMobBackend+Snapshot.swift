public import GhostlightCore
public import GhostlightEmulation

extension StackMobBackend {
  /// The form of ``snapshot``.
  public static var snapshotVersion: Int { Int(SnapshotConversion.form) }

  /// Both environments, what each production version was deployed with, and used nonces.
  public var snapshot: JSON {
    var versions = JSONObject()
    var production = production
    for version in deployed.keys.sorted() {
      let schemas = deployed[version] ?? [:]
      // Objects may be of a schema that the version of the last change does not know.
      production.schemas.merge(schemas) { present, _ in present }
      versions[String(version)] = .array(
        schemas.keys.sorted().compactMap { schemas[$0]?.snapshot })
    }
    return [
      "form": .integer(SnapshotConversion.form),
      "development": development.snapshot,
      "production": production.snapshot,
      "deployed": .object(versions),
      "nonces": replayGuard.snapshot,
    ]
  }

  /// Takes over what ``snapshot`` wrote, also in an older form; the settings stay.
  ///
  /// - Throws: `SnapshotProblem` with the place; the backend is then as it was.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotProblem) {
    let reader = SnapshotReader(SnapshotConversion.upToDate(snapshot))
    let form = try reader.member("form")
    guard try form.integer() == SnapshotConversion.form else { throw form.problem("is no form") }
    let development = try StackMobState(
      try reader.member("development"), isDevelopment: true, configuration: configuration)
    let production = try StackMobState(
      try reader.member("production"), isDevelopment: false, configuration: configuration)
    var deployed: [Int: [String: Schema]] = [:]
    for entry in try reader.member("deployed").members() {
      guard let version = Int(entry.key), version > 0 else {
        throw entry.reader.problem("is no API version")
      }
      deployed[version] = try StackMobState.schemas(entry.reader)
    }
    replayGuard = try ReplayGuard(try reader.member("nonces"))
    self.development = development
    self.production = production
    self.deployed = deployed
  }
}
