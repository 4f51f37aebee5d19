import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Requests that no route serves` {
  private let line = #line + 1
  private let strict = GhostlightTrait.ghostlight(.stackMob())

  @Test func `an unserved request is an issue at the trait's line, even if ignored`() async throws {
    let found = try await Observed.issues(with: strict) { testContext in
      _ = await testContext.respond(to: .stackMob(.patch, "/todo/1"))
    }
    #expect(
      found == [
        Observed(
          comment:
            "stackmob has no route for PATCH /todo/1; nearest: GET /{schema}/{id} (Read one): "
            + "method is PATCH; PUT /{schema}/{id} (Update): method is PATCH; DELETE /{schema}/{id} "
            + "(Delete): method is PATCH", line: line)
      ])
  }

  @Test func `an unserved request is an issue even after a reset or a failure`() async throws {
    struct Failure: Error {}
    let found = try await Observed.issues(with: strict) { testContext in
      _ = await testContext.respond(to: .stackMob(.patch, "/todo/1"))
      try testContext.namespace.reset()
      throw Failure()
    }
    #expect(found.map(\.line).contains(line))
    #expect(found.count == 2)
  }

  @Test func `an unserved request is an issue whichever namespace it names`() async throws {
    let found = try await Observed.issues(with: strict) { testContext in
      var request = Request.stackMob(.patch, "/todo/1")
      request.headers[.ghostlightNamespace] = "other"
      _ = await testContext.respond(to: request)
      _ = await testContext.respond(to: .stackMob(.patch, "/__ghostlight/ns/other/todo/1"))
    }
    #expect(found.map(\.line) == [line, line])
    let problem = "stackmob has no route for PATCH /todo/1; nearest: "
    #expect(found.allSatisfy { $0.comment.hasPrefix(problem) })
  }

  @Test func `a test whose emulators have the same host does not run`() async throws {
    var other = Service.mia()
    other.hosts = ["stackmob.com"]
    let found = try await Observed.issues(with: .ghostlight(.stackMob(), other)) { _ in
      Issue.record("the test runs")
    }
    #expect(
      found.map(\.comment) == [
        "$.mia.hosts: the emulators stackmob and mia both have the host "
          + #""stackmob.com"; remove it from one of them"#
      ])
  }

  @Test func `an unserved request is allowed if the trait allows it`() async throws {
    let trait = GhostlightTrait.ghostlight(.stackMob(), allowingUnmatched: true)
    let found = try await Observed.issues(with: trait) { testContext in
      #expect(await testContext.respond(to: .stackMob(.patch, "/todo/1")).status == .notFound)
    }
    #expect(found.isEmpty)
  }

  @Test func `a refusal by the vendor is not an issue`() async throws {
    let found = try await Observed.issues(with: strict) { testContext in
      var request = Request.stackMob(.get, "/todo")
      request.headers = [:]
      #expect(await testContext.respond(to: request).status == .unauthorized)
    }
    #expect(found.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a fault without effect is an issue in any case`(_ allows: Bool) async throws {
    let line = #line + 1
    let trait = GhostlightTrait.ghostlight(.stackMob(), allowingUnmatched: allows)
    let found = try await Observed.issues(with: trait) { testContext in
      try testContext.namespace.addFault(FaultPlan(.deliver(.truncated(bytes: 999))))
      _ = await testContext.respond(to: .stackMob(.post, "/todo", ["todo_id": "1"]))
      try testContext.namespace.addFault(FaultPlan(.deliver(.truncated(bytes: 1))))
      try testContext.namespace.removeFault(1)
      _ = await testContext.respond(to: .stackMob(.get, "/todo/1"))
    }
    let comment = found.first?.comment ?? ""
    #expect(
      comment.hasPrefix("fault plan 1 at POST /todo: nothing was truncated: the body ends after "))
    #expect(comment.hasSuffix(" bytes, before 999"))
    #expect(found == [Observed(comment: comment, line: line)])
  }
}
