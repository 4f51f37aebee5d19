public import GhostlightCore
public import GhostlightEmulation

extension StackMobBackend {
  /// The backend that a configuration's `stackmob` section describes.
  ///
  /// Its members: the settings of ``StackMobConfiguration``; `schemas`, each as the provider state
  /// `schema exists` takes it; `objects` by schema, as a client would send them, users included;
  /// `deployedVersions`, which get the schemas of version 0.
  ///
  /// - Throws: `ConfigurationProblem` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationProblem) {
    let reader = ConfigurationReader(section, path: "$.stackmob")
    try reader.allowOnly(
      "developmentKeys", "productionKeys", "tokenLifetimeSeconds", "strict",
      "loginKeepsAccessTokens", "pageLimit", "httpPorts", "allowedOrigins", "schemas", "objects",
      "deployedVersions")
    self.init(try StackMobConfiguration(reader))
    var moment = moment
    let schemas = try reader["schemas"]?.elements() ?? []
    for schema in schemas where !Self.isOfDeployedVersion(schema) {
      try seed("schema exists", try schema.object(), schema, &moment)
    }
    if let objects = reader["objects"] {
      for name in try objects.object().keys {
        for object in try objects.required(name).elements() {
          let parameters: JSONObject = ["schema": .string(name), "object": object.value]
          _ = try object.object()
          try seed("object exists", parameters, object, &moment)
        }
      }
    }
    if let versions = reader["deployedVersions"] {
      for version in try versions.elements() {
        deploy(version: Int(try version.integer(1...1_000_000)))
      }
    }
    for schema in schemas where Self.isOfDeployedVersion(schema) {
      try seed("schema exists", try schema.object(), schema, &moment)
    }
  }

  /// Such a schema can only be there once its version is.
  private static func isOfDeployedVersion(_ schema: ConfigurationReader) -> Bool {
    (schema["version"]?.value.integer ?? 0) > 0
  }

  private mutating func seed(
    _ state: String, _ parameters: JSONObject, _ place: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationProblem) {
    do throws(ProviderStateProblem) {
      _ = try Self.providerStates.bringAbout(state, parameters: parameters, &self, &moment)
    } catch {
      throw place.problem(error.description)
    }
  }
}
