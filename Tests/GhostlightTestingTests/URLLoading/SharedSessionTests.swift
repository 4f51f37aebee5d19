import Foundation
import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Only this suite uses the shared session, which one test at a time can intercept.
@Suite(.serialized) struct `Requests of the shared session` {
  private static func request(
    _ method: String = "POST", _ url: String = "https://api.stackmob.com/todo"
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    request.setValue(
      StackMobConfiguration().developmentKeys.publicKey, forHTTPHeaderField: "X-StackMob-API-Key")
    return request
  }

  @Test(
    .ghostlight(.stackMob(), .mia(), .cosmos(), intercepting: .shared, allowingUnmatched: true),
    arguments: [
      ("https://api.stackmob.com/a", "stackmob"), ("https://shop.mia-platform.eu/a", "mia"),
      ("https://acc.documents.azure.com/a", "cosmos"), ("http://127.0.0.1:4402/a", "mia"),
      ("http://localhost:8081/a", "cosmos"),
    ])
  func `a request reaches the service that has its host or its address`(
    _ url: String, _ service: String
  ) async throws {
    _ = try await URLSession.shared.data(for: Self.request("GET", url))
    #expect(try TestContext.current.namespace.journal.map(\.emulator) == [service])
  }

  @Test func `a request for an unknown host fails with the reason, and is an issue`() async throws {
    let line = #line + 2
    let found = try await Observed.issues(
      with: .ghostlight(.stackMob(), intercepting: .shared)
    ) { _ in
      let error = await #expect(throws: URLError.self) {
        try await URLSession.shared.data(for: Self.request("GET", "https://api.example.com/a?b"))
      }
      #expect(error?.code == .cannotFindHost)
      #expect(error?.localizedDescription.hasPrefix("GET https://api.example.com/a: no ") == true)
    }
    #expect(
      found == [
        Observed(
          comment:
            "GET https://api.example.com/a: no service of the test has this host (the hosts are "
            + "stackmob.com, *.stackmob.com, *.stackmobapp.com); set hosts of the service, or add "
            + "a recording or a contract with hosts:", line: line)
      ])
  }

  @Test func `a second test at the same time is an issue and does not run`() async throws {
    let trait = GhostlightTrait.ghostlight(.stackMob(), intercepting: .shared)
    let found = try await Observed.issues(with: trait) { _ in
      let second = try await Observed.issues(with: trait) { _ in Issue.record("the test runs") }
      #expect(second.map { $0.comment.contains("add .serialized to the suite") } == [true])
    }
    #expect(found == [])
  }

  @Test(.ghostlight(.stackMob(), intercepting: .shared))
  func `data and files of upload tasks arrive`() async throws {
    let (_, first) = try await URLSession.shared.upload(
      for: Self.request(), from: Data(#"{"todo_id":"1"}"#.utf8))
    #expect((first as? HTTPURLResponse)?.statusCode == 201)
    let folder = try TemporaryFolder()
    try folder.write(#"{"todo_id":"2"}"#, to: "body.json")
    let (_, second) = try await URLSession.shared.upload(
      for: Self.request(), fromFile: URL(filePath: "\(folder.path)/body.json"))
    #expect((second as? HTTPURLResponse)?.statusCode == 201)
    let bodies = try TestContext.current.namespace.journal.map {
      String(decoding: $0.request.body, as: UTF8.self)
    }
    #expect(bodies == [#"{"todo_id":"1"}"#, #"{"todo_id":"2"}"#])
  }

  @Test(.ghostlight(.stackMob(), intercepting: .shared))
  func `a download task delivers a file`() async throws {
    for _ in 1...3 {
      let (file, response) = try await URLSession.shared.download(
        for: Self.request("GET", "https://api.stackmob.com/user"))
      defer { try? FileManager.default.removeItem(at: file) }
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      #expect(try String(contentsOf: file, encoding: .utf8) == "[]")
    }
  }

  #if canImport(FoundationNetworking)
    @Test func `a session from the default configuration fails, and the issue names the remedy`()
      async throws
    {
      let found = try await Observed.issues(
        with: .ghostlight(.stackMob(), intercepting: .shared)
      ) { _ in
        let session = URLSession(configuration: .default)
        let error = await #expect(throws: URLError.self) {
          try await session.data(for: Self.request("GET", "https://api.stackmob.com/todo"))
        }
        #expect(error?.code == .cancelled)
      }
      #expect(
        found.map(\.comment) == [
          "GET https://api.stackmob.com/todo: a session from URLSessionConfiguration.default cannot be "
            + "intercepted on Linux, so the request was cancelled; give the app "
            + "TestContext.current.urlSessionConfiguration or URLSession.shared"
        ])
    }
  #endif
}
