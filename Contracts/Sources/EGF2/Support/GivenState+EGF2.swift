import GhostlightContracts
import GhostlightCore

/// The provider states that several chapters use.
extension GivenState {
  /// Returns the state with an object of any type, in the form of the graph.
  static func object(_ object: JSONObject) -> GivenState {
    .state("object exists", ["object": .object(object)])
  }

  /// Returns the state with a link that is the newest of its edge.
  static func edge(_ source: String, _ edge: String, _ destination: String) -> GivenState {
    .state(
      "edge exists",
      [
        "source": .string(source), "edge": .string(edge), "destination": .string(destination),
      ])
  }

  /// Returns the state with a registered user whose password is `secret` and whose id is
  /// `${userId}`.
  static func account(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    .state(
      "user exists",
      fields.with(["email": .string("\(name)@example.com"), "password": "secret"]))
  }

  /// Returns the state with a session; requests send its `${authorization}`.
  static func loggedIn(_ name: String) -> GivenState {
    .state("logged in", ["email": .string("\(name)@example.com")])
  }

  /// Returns the state that merges changes into the example's `config.json`; it must come before
  /// objects.
  static func configured(_ graph: JSONObject) -> GivenState {
    .state("graph is configured", ["changes": ["graph": .object(graph)]])
  }
}
