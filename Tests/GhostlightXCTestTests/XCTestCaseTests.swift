#if canImport(XCTest) && !canImport(Darwin)
  import Foundation
  import Ghostlight
  import GhostlightCore
  import GhostlightTesting
  import GhostlightXCTest
  import HTTPTypes
  import StackMobEmulator
  import Synchronization
  import Testing

  @Suite(.serialized) struct `XCTest cases` {
    private static func call(_ method: HTTPRequest.Method, _ target: RequestTarget) -> Request {
      var request = Request(method, target)
      request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
      return request
    }

    @Test func `an XCTest case has its own emulators`() async {
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.stackMob(), clock: .frozen(at: 0)) { testContext in
          let response = await testContext.respond(to: Self.call(.get, "/user"))
          #expect(response.status == .ok)
          let namespace = try testContext.namespace
          #expect(namespace.clock.milliseconds == 0)
        }
      }
      #expect(failures == [])
    }

    @Test func `an XCTest case has all emulators if it names none, and its seed`() async {
      let ids = Mutex<[String?]>([])
      let failures = await XCTestRunner.failures { test in
        for seed: UInt64 in [1, 1, 2] {
          try await test.withGhostlight(seed: seed, clock: .frozen(at: 0)) { context in
            let names = StageConfiguration().services.map(\.name)
            #expect(context.stage.configuration.services.map(\.name) == names)
            var request = Self.call(.post, "/todo")
            request.body = Array(#"{"title":"x"}"#.utf8)
            let response = try await context.responder(for: "stackmob").respond(request)
            ids.withLock { $0.append(response.json?["todo_id"]?.string) }
          }
        }
      }
      #expect(failures == [])
      ids.withLock { ids in
        #expect(ids.count == 3 && ids[0] != nil && ids[0] == ids[1] && ids[1] != ids[2])
      }
    }

    @Test func `requests without a response can be allowed, but not with unused entries`() async {
      let line = #line + 5
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.stackMob(), allowingUnmatched: true) { context in
          _ = await context.respond(to: Self.call(.patch, "/user/1"))
        }
        try await test.withGhostlight(.stackMob(), allowingUnused: true) { context in
          _ = await context.respond(to: Self.call(.patch, "/user/1"))
        }
      }
      #expect(failures.map(\.line) == [line])
    }

    /// Returns the names of the files with the exchanges of failed tests.
    private static func logs() throws -> Set<String> {
      let folder = FileManager.default.temporaryDirectory.path
      return Set(
        try FileManager.default.contentsOfDirectory(atPath: folder)
          .filter { $0.hasPrefix("ghostlight-") && $0.hasSuffix(".txt") })
    }

    @Test(arguments: [("kept", 0), ("failed", 1), ("thrown", 1)])
    func `the requests of a failed test are written to a file`(
      _ end: String, _ count: Int
    ) async throws {
      let before = try Self.logs()
      let marker = "/user/\(UUID().uuidString)"
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.stackMob(), allowingUnmatched: end != "failed") { context in
          _ = await context.respond(to: Self.call(.patch, RequestTarget(marker)))
          if end == "thrown" { throw CocoaError(.featureUnsupported) }
        }
      }
      #expect(failures.count == count)
      let folder = FileManager.default.temporaryDirectory
      let found = try Self.logs().subtracting(before).map { folder.appending(path: $0) }
        .filter { try String(contentsOf: $0, encoding: .utf8).contains(marker) }
      #expect(found.count == count)
      for file in found { try FileManager.default.removeItem(at: file) }
    }

    @Test func `a request that no route serves fails at the line of the call`() async {
      let line = #line + 2
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.stackMob()) { testContext in
          _ = await testContext.respond(to: Self.call(.patch, "/user/1"))
        }
      }
      #expect(failures.map(\.line) == [line])
      #expect(failures[0].description.contains("stackmob has no route for PATCH /user/1"))
    }

    @Test func `an expectation that fails is a failure at its own line`() async {
      let line = #line + 4
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.stackMob()) { context in
          _ = await context.respond(to: Self.call(.get, "/user"))
          context.expect(.post("/user"))
        }
      }
      #expect(
        failures == [
          Failure(
            line: line,
            description: "failed - POST /user was sent 0 times, not 1; nearest: GET /user")
        ])
    }

    @Test(arguments: [false, true])
    func `a fault plan that applied to no request fails the test, unless that is allowed`(
      _ allows: Bool
    ) async {
      let line = #line + 2
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.stackMob(), allowingUnused: allows) { context in
          try context.namespace.addFault(FaultPlan(.latency(milliseconds: 1)))
        }
      }
      #expect(
        failures
          == (allows
            ? []
            : [
              Failure(
                line: line,
                description:
                  "failed - fault plan 1 applied to no request: no request matched it; the "
                  + "test sent no request; remove the plan, or allow it with allowingUnused: true")
            ]))
    }

    @Test func `a contract that the emulators do not keep fails the test`() async {
      let line = #line + 3
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.mia()) { _ in
          try await test.withVerification(
            of: "users", folder: "Tests/Consumer/Acceptance/Contracts")
        }
      }
      #expect(failures.map(\.line) == [line, line])
      #expect(failures[0].description.contains("there is no emulator users, only mia; name one"))
    }

    @Test func `a verification has its filter, its providers and its executor`() async {
      let line = #line + 8
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.mia()) { _ in
          for (words, executor) in [
            (["a user is read"], nil),
            ([], .emulators(StageConfiguration(services: [.stackMob()]))),
            (["nothing"], nil),
          ] as [([String], ContractExecutor?)] {
            try await test.withVerification(
              of: "users", by: executor, providers: ["users": "mia"],
              filter: ContractFilter(words: words), folder: "Tests/Consumer/Acceptance/Contracts")
          }
        }
      }
      #expect(failures.map(\.line) == Array(repeating: line, count: 4))
      let texts = failures.map(\.description)
      #expect(texts[0].contains("a user is read") && !texts[0].contains("there is no emulator"))
      #expect(texts[1].contains("there is no emulator mia, only stackmob"))
      #expect(texts[2].contains("there is no emulator mia, only stackmob"))
      #expect(texts[3].contains("users: nothing was played: no interaction fits"))
    }

    @Test func `a file of a service that does not exist fails at the line of the call`() async {
      let line = #line + 2
      let failures = await XCTestRunner.failures { test in
        try await test.withGhostlight(.stackMob(), .recording("none"), .contract("no")) { _ in
          Issue.record("the test runs")
        }
      }
      #expect(failures.map(\.line) == [line, line])
      #expect(failures[0].description.contains("there is no recording at "))
      #expect(failures[1].description.contains("there is no contract at "))
    }

    @Test func `a recording is made once and replayed, and unused entries fail`() async {
      var options = RecordingOptions()
      options.mode = .once
      options.folder =
        FileManager.default.temporaryDirectory
        .appending(path: "ghostlight-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: options.folder ?? "") }
      let recorded = await XCTestRunner.failures { [options] test in
        try await test.withGhostlight(.stackMob()) { _ in
          try await test.withRecording("users", options, environment: [:]) { testContext in
            _ = await testContext.respond(to: Self.call(.get, "/user"))
          }
        }
      }
      #expect(recorded == [])
      let line = #line + 2
      let replayed = await XCTestRunner.failures { [options] test in
        try await test.withRecording("users", options, environment: [:]) { _ in }
      }
      #expect(replayed.map(\.line) == [line])
      #expect(replayed[0].description.contains("no request used entry 1, GET /user"))
      let allowed = await XCTestRunner.failures { [options] test in
        try await test.withRecording("users", options, environment: [:], allowingUnused: true) {
          _ in
        }
      }
      #expect(allowed == [])
    }
  }
#endif
