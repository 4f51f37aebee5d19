import Ghostlight
import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Hints in the reasons of refusals` {
  private final class Calls: Sendable {
    let lines = Mutex<[String]>([])
  }

  private let calls: Calls
  private let stage: Stage

  init() {
    let calls = Calls()
    let stage = Stage.notes()
    stage.explainRefusals { request, service in
      calls.lines.withLock { $0.append("\(service) \(request.method)") }
      return "Send it elsewhere."
    }
    self.calls = calls
    self.stage = stage
  }

  @Test func `a hint is created only for requests that are refused or match no route`() {
    for request in [
      Request.note(.post, "/note", "a"), .note(.get, "/note"), .note(.put, "/mail"),
      .note(.delete, "/note"), .note(.patch, "/note"),
    ] {
      _ = stage.respond(to: request, by: "notes")
    }
    #expect(calls.lines.withLock { $0 } == ["notes DELETE", "notes PATCH"])
  }

  @Test func `the response and the journal have the hint after the reason`() throws {
    let response = stage.respond(to: .note(.delete, "/note"), by: "other")
    #expect(response == Response(.conflict, headers: [.ghostlightReason: "Send it elsewhere."]))
    #expect(try stage.namespace().journal.last?.answer.response == response)
    var explained = Response(.notFound, headers: [.ghostlightReason: "no such note (A1)"])
    explained.addReason("Send it elsewhere.")
    explained.addReason("Now.")
    #expect(
      explained.headers[.ghostlightReason] == "no such note (A1). Send it elsewhere. Now.")
  }

  @Test func `a response of a fault plan gets no hint`() throws {
    _ = try stage.namespace().addFault(FaultPlan(.fail(ServiceFailure(.badRequest))))
    let response = stage.respond(to: .note(.get, "/note"), by: "notes")
    #expect(response.status == .badRequest)
    #expect(calls.lines.withLock { $0 } == [])
  }
}
