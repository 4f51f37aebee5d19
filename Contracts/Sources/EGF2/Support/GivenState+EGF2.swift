import GhostlightContracts
import GhostlightCore

/// The preconditions that chapters share.
extension GivenState {
  /// Any object, as it stands in the graph.
  static func object(_ object: JSONObject) -> GivenState {
    .state("object exists", ["object": .object(object)])
  }

  /// A link, the newest of its edge.
  static func edge(_ source: String, _ edge: String, _ destination: String) -> GivenState {
    .state(
      "edge exists",
      [
        "source": .string(source), "edge": .string(edge), "destination": .string(destination),
      ])
  }

  /// A user who has registered with the password `secret`; their id is `${userId}`.
  static func account(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    .state(
      "user exists",
      fields.with(["email": .string("\(name)@example.com"), "password": "secret"]))
  }

  /// A session, whose `${authorization}` requests send.
  static func loggedIn(_ name: String) -> GivenState {
    .state("logged in", ["email": .string("\(name)@example.com")])
  }

  /// What is merged into the example's `config.json`; comes before objects.
  static func configured(_ graph: JSONObject) -> GivenState {
    .state("graph is configured", ["changes": ["graph": .object(graph)]])
  }
}
