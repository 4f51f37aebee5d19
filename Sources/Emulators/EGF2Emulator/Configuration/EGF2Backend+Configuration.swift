public import GhostlightCore
public import GhostlightEmulation

extension EGF2Backend {
  /// The back end that a configuration's `egf2` section describes.
  ///
  /// The section is a `client-data/config.json` as it is; without its member `graph` the example
  /// application's types are there. Beside them it may have `users`, `objects` and `edges`: what the
  /// graph starts with, as `user exists`, `object exists` and `edge exists` take them.
  ///
  /// - Throws: `ConfigurationProblem` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationProblem) {
    var members = try ConfigurationReader(section, path: "$.egf2").object()
    if members["graph"] == nil {
      members["graph"] = EGF2Configuration.example["graph"]
      if members["elastic"] == nil { members["elastic"] = EGF2Configuration.example["elastic"] }
    }
    let reader = ConfigurationReader(.object(members), path: "$.egf2")
    self.init(try EGF2Configuration(reader))
    var moment = moment
    for (member, name) in Self.seeds {
      for place in try reader[member]?.elements() ?? [] {
        try seed(name, try place.object(), place, &moment)
      }
    }
  }

  private static let seeds = [
    ("users", "user exists"), ("objects", "object exists"), ("edges", "edge exists"),
  ]

  /// Brings a state about, and says where in the configuration it could not be.
  mutating func seed(
    _ name: String, _ parameters: JSONObject, _ place: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationProblem) {
    do throws(ProviderStateProblem) {
      let parameters = name == "object exists" ? ["object": .object(parameters)] : parameters
      try Self.providerStates.begin(with: name, parameters: parameters, &state, &moment)
    } catch {
      throw place.problem(error.description)
    }
  }
}
