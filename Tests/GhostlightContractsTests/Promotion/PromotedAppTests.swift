import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization
import Testing

@testable import GhostlightContracts

/// An app is recorded, the recording becomes a contract, and the same app must keep it.
@Suite struct `Contracts from recordings of an app` {
  /// A service with numbered notes; each instance starts at another number.
  private final class App: Sendable {
    private struct State {
      var notes: [(id: Int64, title: String)] = []
      var last: Int64
      var time: Double
    }

    private let state: Mutex<State>

    init(first: Int64, time: Double) { state = Mutex(State(last: first, time: time)) }

    func add(_ title: String) -> Int64 {
      state.withLock { state in
        state.last += 1
        state.notes.append((state.last, title))
        return state.last
      }
    }

    func respond(to request: Request) -> Response {
      let time = state.withLock { state in
        state.time += 1.25
        return state.time
      }
      let parts = request.target.rawPath.split(separator: "/").map(String.init)
      let notes = state.withLock { $0.notes }
      switch (request.method, parts.count) {
      case (.post, 1):
        let title = request.json?["title"]?.string ?? ""
        let id = add(title)
        var response = Response.json(.created, Self.note(id, title, time))
        response.headers[.location] = "/notes/\(id)"
        return response
      case (.get, 1):
        return .json(
          .ok,
          [
            "total": JSON(count: notes.count), "pages": 1,
            "notes": .array(notes.map { Self.note($0.id, $0.title, time) }),
          ])
      case (.put, 1):
        let id = request.json?["id"]?.integer ?? 0
        return .json(.ok, ["id": .integer(id), "self": .string("/notes/\(id)")])
      default:
        guard let note = notes.first(where: { parts.last == "\($0.id)" }) else {
          return .json(.notFound, ["error": "no such note"])
        }
        return .json(.ok, Self.note(note.id, note.title, time))
      }
    }

    private static func note(_ id: Int64, _ title: String, _ time: Double) -> JSON {
      [
        "id": .integer(id), "title": .string(title), "href": .string("/notes/\(id)"),
        "changed": .double(time),
      ]
    }

    func exchange(
      _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil
    ) -> RecordedExchange {
      let target = RequestTarget(target)
      let request = body.map { Request.json(method, target, $0) } ?? Request(method, target)
      return RecordedExchange(request, respond(to: request))
    }
  }

  private func promotion(_ fills: [ContractFill]) -> ContractPromotion {
    let recorded = App(first: 40, time: 1_371_040_000.5)
    let exchanges = [
      recorded.exchange(.post, "/notes", ["title": "milk"]), recorded.exchange(.get, "/notes/41"),
      recorded.exchange(.get, "/notes"), recorded.exchange(.put, "/notes", ["id": 41]),
    ]
    var options = ContractPromotion.Options(
      consumer: "app", provider: "notes", recording: "notes.har")
    options.states = [.init(.state("a note"))]
    options.fills = fills
    return ContractPromotion(
      exchanges.enumerated().map { (number: $0.offset + 1, exchange: $0.element) }, options)
  }

  /// Returns the failures of another instance of the app, in which two notes exist.
  private func failures(_ promotion: ContractPromotion) async throws -> [String] {
    let pact = try Pact.parse(Array(promotion.pact.fileText.utf8))
    let executor = ContractExecutor(name: "app", width: 1) {
      _, _, _ throws(ContractExecutorError) in
      let app = App(first: 76, time: 1_700_000_000.25)
      return InteractionSession(
        setUp: { _ throws(ContractExecutorError) in
          ["id": .integer(app.add("milk")), "other": .integer(app.add("bread"))]
        }, send: { request throws(ContractExecutorError) in app.respond(to: request) })
    }
    return await ContractRunner(executor).run([ContractFile("notes.json", pact)]).results
      .flatMap { result in
        result.outcome.failures.map { "\(result.interaction.description): \($0.place)" }
      }
  }

  @Test func `the app keeps its contract with identifiers of a provider state`() async throws {
    let promotion = promotion([
      ContractFill("path", "/notes/${id}", for: [2]), ContractFill("id", "${id}", for: [4]),
    ])
    #expect(try await failures(promotion) == [])
  }

  @Test func `the app keeps its contract with identifiers that are given`() async throws {
    let promotion = promotion([
      ContractFill("path", "/notes/77", for: [2]), ContractFill("id", "78", for: [4]),
    ])
    #expect(try await failures(promotion) == [])
    #expect(
      promotion.pact.interactions.last?.request.body
        == .json(["id": 78], contentType: "application/json"))
    #expect(
      promotion.pact.interactions.last?.response.body?.content
        == JSON.object(["id": 78, "self": "/notes/78"]).bytes)
  }
}
