import GhostlightContracts
import GhostlightCore

/// The provider states that several chapters use.
extension GivenState {
  /// Returns the provider state with an object of any type, written as in the graph.
  static func object(_ object: JSONObject) -> GivenState {
    .state("object exists", ["object": .object(object)])
  }

  /// Returns the provider state with a link, which becomes the newest of its edge.
  static func edge(_ source: String, _ edge: String, _ destination: String) -> GivenState {
    .state(
      "edge exists",
      [
        "source": .string(source), "edge": .string(edge), "destination": .string(destination),
      ])
  }

  /// Returns the provider state with a registered user.
  ///
  /// The user's password is `secret`; the state returns the user's id as `userId`.
  static func account(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    .state(
      "user exists",
      fields.with(["email": .string("\(name)@example.com"), "password": "secret"]))
  }

  /// Returns the provider state with a session, whose token the state returns as `authorization`.
  static func loggedIn(_ name: String) -> GivenState {
    .state("logged in", ["email": .string("\(name)@example.com")])
  }

  /// Returns the provider state that merges changes into the example's `config.json`.
  ///
  /// It must come before states with objects.
  static func configured(_ graph: JSONObject) -> GivenState {
    .state("graph is configured", ["changes": ["graph": .object(graph)]])
  }
}
