import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import Testing

@Suite struct `A request that no route serves` {
  private let line = #line + 1
  private let strict = GhostlightTrait.ghostlight(.stackMob())

  private func issues(
    with trait: GhostlightTrait, _ play: @escaping @Sendable (Rehearsal) async throws -> Void
  ) async throws -> [Observed] {
    let test = try #require(Test.current)
    return await Observed.issues {
      try await trait.provideScope(for: test, testCase: .current) {
        try await play(Rehearsal.current)
      }
    }
  }

  @Test func `is an issue at the trait's line though the client says nothing`() async throws {
    let found = try await issues(with: strict) { rehearsal in
      _ = await rehearsal.respond(to: .stackMob(.patch, "/todo/1"))
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

  @Test func `is an issue though the test starts over or fails`() async throws {
    struct Failure: Error {}
    let found = try await issues(with: strict) { rehearsal in
      _ = await rehearsal.respond(to: .stackMob(.patch, "/todo/1"))
      try rehearsal.namespace.reset()
      throw Failure()
    }
    #expect(found.map(\.line).contains(line))
    #expect(found.count == 2)
  }

  @Test func `is allowed where the trait says so`() async throws {
    let trait = GhostlightTrait.ghostlight(.stackMob(), allowingUnmatched: true)
    let found = try await issues(with: trait) { rehearsal in
      #expect(await rehearsal.respond(to: .stackMob(.patch, "/todo/1")).status == .notFound)
    }
    #expect(found.isEmpty)
  }

  @Test func `is not what the vendor refuses`() async throws {
    let found = try await issues(with: strict) { rehearsal in
      var request = Request.stackMob(.get, "/todo")
      request.headers = [:]
      #expect(await rehearsal.respond(to: request).status == .unauthorized)
    }
    #expect(found.isEmpty)
  }
}
