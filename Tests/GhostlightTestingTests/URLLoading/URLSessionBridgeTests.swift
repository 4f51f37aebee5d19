import Foundation
import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import StackMobEmulator
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `URL sessions with a bridge` {
  private static func url(_ target: String) throws -> URL {
    try #require(URL(string: "https://api.stackmob.example:8443\(target)"))
  }

  @Test(.ghostlight(.stackMob())) func `a session reaches its test's emulator`() async throws {
    let session = URLSession(configuration: try TestContext.current.urlSessionConfiguration)
    var request = URLRequest(url: try Self.url("/todo"))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"todo_id":"1"}"#.utf8)
    request.setValue(
      StackMobConfiguration().developmentKeys.publicKey,
      forHTTPHeaderField: "X-StackMob-API-Key")
    let (body, response) = try await session.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    #expect(try JSON.parse(Array(body))["todo_id"] == "1")
  }

  @Test(
    .ghostlight(.stackMob(), .mia(), .cosmos(), allowingUnmatched: true),
    arguments: [
      ("https://api.stackmob.com/a", "stackmob"), ("https://shop.mia-platform.eu/a", "mia"),
      ("http://acc.Documents.azure.com:8081/a", "cosmos"),
      ("https://elsewhere.example/a", "stackmob"),
    ])
  func `a request of a session reaches the emulator that its host leads to`(
    _ url: String, _ emulator: String
  ) async throws {
    let context = try TestContext.current
    let session = URLSession(configuration: context.urlSessionConfiguration)
    _ = try await session.data(from: try #require(URL(string: url)))
    #expect(try context.namespace.journal.map(\.emulator) == [emulator])
  }

  @Test func `a request arrives byte for byte`() async throws {
    let requests = Mutex<[Request]>([])
    let bridge = URLSessionBridge(
      Responder(name: "ear") { request in
        requests.withLock { $0.append(request) }
        return Response(.noContent)
      })
    var request = URLRequest(url: try Self.url("/a%20b//c?q=%5B1%5D&r#part"))
    request.httpMethod = "PUT"
    request.httpBody = Data([0, 255])
    request.setValue("x, y", forHTTPHeaderField: "X-Mine")
    _ = try await URLSession(configuration: bridge.configuration).data(for: request)
    let received = try #require(requests.withLock { $0 }.first)
    #expect(received.method == .put)
    #expect(received.scheme == "https")
    #expect(received.authority == "api.stackmob.example:8443")
    #expect(received.target.raw == "/a%20b//c?q=%5B1%5D&r")
    #expect(received.body == [0, 255])
    #expect(received.headers[try #require(HTTPField.Name("X-Mine"))] == "x, y")
  }

  @Test func `sessions in parallel reach their own responders`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          let bridge = URLSessionBridge(
            Responder(name: "echo") { _ in Response(.ok, body: Array("\(number)".utf8)) })
          let session = URLSession(configuration: bridge.configuration)
          let (body, _) = try await session.data(from: Self.url("/"))
          return String(decoding: body, as: UTF8.self) == "\(number)"
        }
      }
      for try await isOwn in group { #expect(isOwn) }
    }
  }

  @Test(arguments: [
    (Delivery.reset, URLError.Code.networkConnectionLost), (.empty, .zeroByteResource),
    (.malformedChunk, .cannotParseResponse), (.truncated(bytes: 1), .networkConnectionLost),
  ])
  func `a session sees faults as errors`(_ delivery: Delivery, _ code: URLError.Code) async throws {
    let bridge = URLSessionBridge(
      Responder(name: "trouble") { _ in
        var response = Response(.ok, body: [1, 2, 3])
        response.delivery = delivery
        return response
      })
    let session = URLSession(configuration: bridge.configuration)
    let error = await #expect(throws: URLError.self) {
      try await session.data(from: Self.url("/"))
    }
    #expect(error?.code == code)
  }

  @Test func `a session cannot connect after its bridge is closed`() async throws {
    let configuration = URLSessionBridge(Responder(name: "late") { _ in Response(.ok) })
      .configuration
    let session = URLSession(configuration: configuration)
    let error = await #expect(throws: URLError.self) {
      try await session.data(from: Self.url("/"))
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test func `a cancelled task gets nothing more`() async throws {
    let bridge = URLSessionBridge(
      Responder(name: "slow") { _ in
        await Task.yield()
        return Response(.ok, body: [1])
      })
    let session = URLSession(configuration: bridge.configuration)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let loading = Task { try await session.data(from: Self.url("/\(number)")).0 }
          for _ in 0..<(number % 7) { await Task.yield() }
          loading.cancel()
          if case .success(let body) = await loading.result { #expect(Array(body) == [1]) }
        }
      }
    }
  }
}
