import GhostlightContracts
import GhostlightCore
import HTTPTypes
import Synchronization

/// A test service that stores notes, with a contract that describes it.
final class Notes: Sendable {
  private let titles = Mutex<[String: String]>([:])

  /// Stores the note that a provider state describes, and returns its id.
  func keep(_ state: GivenState) throws(ContractExecutorError) -> JSONObject {
    guard state.name == "a note", let title = state.parameters["title"]?.string else {
      throw ContractExecutorError("no state is named \"\(state.name)\"")
    }
    titles.withLock { $0["7"] = title }
    return ["id": "7", "size": 3]
  }

  func respond(to request: Request) -> Response {
    if request.method == .post {
      let title = request.json?["title"]?.string ?? ""
      titles.withLock { $0["\($0.count + 1)"] = title }
      return .json(.created, ["title": .string(title), "id": "1", "made": 1_371_040_000])
    }
    let id = request.target.rawPath.split(separator: "/").last.map(String.init) ?? ""
    guard let title = titles.withLock({ $0[id] }) else {
      return .json(.notFound, ["error": .string("no note \"\(id)\" here")])
    }
    return .json(.ok, ["title": .string(title), "id": .string(id)])
  }

  /// Creates an executor that uses a new service for each interaction.
  ///
  /// `change` changes the service's responses.
  static func executor(
    _ change: @escaping @Sendable (Response) -> Response = { $0 }
  ) -> ContractExecutor {
    ContractExecutor(name: "in process") { _, _, _ throws(ContractExecutorError) in
      let notes = Notes()
      return InteractionSession(
        setUp: { state throws(ContractExecutorError) in try notes.keep(state) },
        send: { request throws(ContractExecutorError) in change(notes.respond(to: request)) },
        servedRoute: { "Notes" })
    }
  }

  static let catalogue = ProviderCatalogue(
    provider: "notes",
    routes: [
      .init(method: "POST", pattern: "/notes", title: "Notes"),
      .init(method: "GET", pattern: "/notes/{id}", title: "Read"),
    ],
    refusals: [
      .init(name: "missing", status: 404, message: "no note \"{id}\" here"),
      .init(name: "full", status: 507, message: "no room"),
    ])

  static let pact = Pact(consumer: "app", provider: "notes", headers: ["X-Key": "k"]) {
    Interaction(
      "a new note is answered", evidence: .guide("Notes"), .sdk("Notes.m"),
      request: .post("/notes", json: ["title": "x"]),
      response: .status(
        201, headers: ["Content-Type": "application/json"],
        json: ["title": "x", "id": .regex("^[0-9]+$", "5"), "made": .integer(1)]),
      route: "Notes", absentFields: ["$.secret"], noExtraFields: ["$"],
      absentHeaders: ["Set-Cookie"], latency: .slow)
    Interaction(
      "a note is read", evidence: .protocolReference("N1"),
      given: [.state("a note", ["title": "hello"])],
      request: .get(.fromState("/notes/${id}", "/notes/1")),
      response: .status(200, json: .like(["title": "hi"])))
    Interaction(
      "a missing note is refused", request: .get("/notes/9"),
      response: .status(404, json: ["error": .like("x")]), fault: "missing")
  }
}

extension Request {
  var json: JSON? {
    do throws(JSONError) { return try JSON.parse(body) } catch { return nil }
  }
}
