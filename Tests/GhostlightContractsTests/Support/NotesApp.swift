import GhostlightContracts
import GhostlightCore

/// An SDK variant that uses the notes service: the contract with the requests that it sends.
enum NotesApp {
  static let file = ContractFile("consumers/app.json", pact)
  static let files = [ContractFile("notes.json", Notes.pact), file]

  private static let pact: Pact = {
    var pact = Pact(consumer: "App: await", provider: "notes", headers: ["X-Key": "k"]) {
      Interaction(
        "writing: 1. POST /notes", request: .post("/notes", json: ["title": "y"]),
        response: .status(201, json: .like(["title": "y"])), route: "Notes")
      Interaction(
        "reading: 1. GET /notes/1", request: .get("/notes/1"),
        response: .status(410, json: .like(["title": "y"])))
      Interaction(
        "cleaning: 1. DELETE /notes", request: PactRequest(method: "DELETE", path: "/notes"),
        response: .status(204), route: "Notes")
    }
    pact.metadata = ["ghostlight": ["variant": "app"]]
    return pact
  }()

  /// Returns an executor's report, in which the app's request has `outcome` and the promise is kept.
  static func report(_ executor: String, writing outcome: String) -> JSON {
    [
      "executor": .string(executor),
      "results": [
        [
          "consumer": "App: await", "provider": "notes", "description": "writing: 1. POST /notes",
          "outcome": .string(outcome),
        ],
        [
          "consumer": "app", "provider": "notes", "description": "a new note is answered",
          "outcome": "kept",
        ],
      ],
    ]
  }
}
