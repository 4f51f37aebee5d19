import GhostlightContracts
import GhostlightCore

/// The two users of the project in the examples.
enum People {
  static let marioID = "5b0b7f4e-8c1d-4c26-9d55-2f8d0a1be001"
  static let luigiID = "5b0b7f4e-8c1d-4c26-9d55-2f8d0a1be002"

  static let mario = GivenState.user("mario", id: marioID, ["user_surname": "Rossi"])
  static let luigi = GivenState.user("luigi", id: luigiID, ["groups": ["plumbers"]])

  /// The provider states with both users, in which Mario is logged in.
  static let marioSession = [luigi, mario, .loggedIn("mario")]
  /// The provider states with both users, in which Luigi is logged in.
  static let luigiSession = [mario, luigi, .loggedIn("luigi")]

  /// Returns Mario as responses contain him, without a password.
  static func answer(_ changes: KeyValuePairs<String, Example> = [:]) -> Example {
    var members: [Example.Member] = [
      .init("id", "\(marioID)"), .init("username", "mario"),
      .init("email", "mario@example.com"), .init("user_surname", "Rossi"),
      .init("validated", false), .init("creatorId", "public"), .init("updaterId", "public"),
      .init("createdAt", Sample.anyDate), .init("updatedAt", Sample.anyDate), .init("sync", 0),
      .init("trash", 0),
    ]
    for (name, value) in changes {
      members.removeAll { $0.name == name }
      members.append(.init(name, value))
    }
    return .object(members)
  }
}
