import Dispatch
import EGF2FixtureModels
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import EGF2

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Graphs and their settings` {
  private static func graph(
    _ name: String, _ store: EGF2MemoryStore, _ service: ScriptedServer
  ) throws -> EGF2Graph {
    var environment = EGF2Environment(transport: .inProcess(service.responder))
    environment.store = store
    environment.callbackQueue = DispatchQueue(label: "two")
    environment.notificationCenter = NotificationCenter()
    environment.log = { _ in }
    let graph = try #require(EGF2Graph(name: name, environment: environment))
    graph.serverURL = URL(string: "http://127.0.0.1:4403/v1/")
    graph.idsWithModelTypes = ScriptedApp.types
    return graph
  }

  @Test func `two graphs in one store have their own accounts and caches`() async throws {
    let store = EGF2MemoryStore()
    let service = ScriptedServer([.session, .object("p-12"), .object("q-12")])
    let (one, two) = (try Self.graph("one", store, service), try Self.graph("two", store, service))
    try await one.login(withEmail: "a", password: "b")
    _ = try await one.object(withId: "p-12")
    _ = try await two.object(withId: "q-12")
    #expect(service.requests.map { $0.headers[.authorization] } == [nil, "Bearer s-02|f00", nil])
    one.save()
    two.save()
    let (first, second) = (
      try Self.graph("one", store, service), try Self.graph("two", store, service)
    )
    #expect(first.isAuthorized && !second.isAuthorized)
    _ = try await first.object(withId: "p-12")
    _ = try await second.object(withId: "q-12")
    #expect(service.requests.count == 3)
    try await first.logout()
    #expect(store.bytes(named: "one.egf2cache") == nil)
    #expect(store.bytes(named: "one.egf2account") == nil)
    #expect(store.bytes(named: "two.egf2cache") != nil)
    _ = try? await first.object(withId: "p-12")
    #expect(service.requests.map(\.target.rawPath).suffix(2) == ["/v1/logout", "/v1/graph/p-12"])
  }

  /// Returns the settings of a graph as texts, by name.
  private static func settings(_ graph: EGF2Graph) -> [String: String] {
    [
      "serverURL": graph.serverURL?.absoluteString ?? "-", "maxPageSize": "\(graph.maxPageSize)",
      "defaultPageSize": "\(graph.defaultPageSize)",
      "isObjectPaginationMode": "\(graph.isObjectPaginationMode)",
      "idsWithModelTypes": graph.idsWithModelTypes.keys.sorted().joined(separator: " "),
      "showCacheLogs": "\(graph.showCacheLogs) \(graph.showLogs)",
      "webSocketURL": graph.webSocketURL?.absoluteString ?? "-",
      "isAuthorized": "\(graph.isAuthorized)", "name": graph.name,
    ]
  }

  private static let changes: [(String, @Sendable (EGF2Graph) -> Void)] = [
    ("serverURL", { $0.serverURL = URL(string: "http://h/") }),
    ("maxPageSize", { $0.maxPageSize = 7 }), ("defaultPageSize", { $0.defaultPageSize = 7 }),
    ("isObjectPaginationMode", { $0.isObjectPaginationMode = true }),
    ("idsWithModelTypes", { $0.idsWithModelTypes = ["12": Post.self] }),
    ("showCacheLogs", { $0.showCacheLogs = true }), ("showCacheLogs", { $0.showLogs = true }),
    ("webSocketURL", { $0.webSocketURL = URL(string: "ws://h/") }),
  ]

  @Test(arguments: changes) func `a setting changes nothing but itself`(
    _ name: String, _ change: @Sendable (EGF2Graph) -> Void
  ) throws {
    let environment = EGF2Environment(
      transport: Transport { _ throws(TransportError) in
        throw .timedOut
      })
    var quiet = environment
    quiet.store = EGF2MemoryStore()
    let graph = try #require(EGF2Graph(name: "fresh", environment: quiet))
    let before = Self.settings(graph)
    #expect(
      before == [
        "serverURL": "-", "maxPageSize": "50", "defaultPageSize": "20",
        "isObjectPaginationMode": "false", "idsWithModelTypes": "", "showCacheLogs": "false false",
        "webSocketURL": "-", "isAuthorized": "false", "name": "fresh",
      ])
    change(graph)
    let after = Self.settings(graph)
    #expect(before.keys.filter { before[$0] != after[$0] } == [name])
  }

  @Test func `an environment of a test has its transport, its store and the emulator's address`()
    async throws
  {
    let service = ScriptedServer([.session])
    let environment = EGF2Environment(
      ClientDefaults(
        transport: { name in
          name == "egf2"
            ? .inProcess(service.responder)
            : Transport { _ throws(TransportError) in
              throw .cannotFindHost(name)
            }
        }, urlSession: { _ in .shared }, now: { Foundation.Date() }, clock: ContinuousClock()))
    #expect(environment.store is EGF2MemoryStore && EGF2Environment.emulators == ["egf2"])
    let graph = try #require(EGF2Graph(name: "test", environment: environment))
    #expect(graph.serverURL?.path == "/v1")
    try await graph.login(withEmail: "a", password: "b")
    #expect(service.requests.map(\.target.raw) == ["/v1/login"])
    let given = try #require(
      EGF2Graph(name: "test", emulator: URL(string: "http://h:9/x/"), environment: environment))
    #expect(given.serverURL == URL(string: "http://h:9/x/v1/"))
  }

  @Test func `errors have their words, reason and members`() {
    let words = [
      "Server has returned an error", "A network error", "Has got wrong response",
      "Has got wrong JSON object", "Unknown object type", "Invalid graph object",
      "Core data object has invalid data", "Wrong method parameter",
    ]
    #expect(EGF2ErrorCode.allCases.map(\.words) == words)
    for code in EGF2ErrorCode.allCases {
      let error = EGF2Error(code, reason: "why", userInfo: ["a": "b"])
      #expect(error.kind == code && error.domain == "EGF2" && error.code == code.rawValue)
      #expect(
        error.userInfo as? [String: String] == [
          "a": "b", NSLocalizedDescriptionKey: code.words, NSLocalizedFailureReasonErrorKey: "why",
        ])
      #expect(
        EGF2Error(code).userInfo as? [String: String] == [NSLocalizedDescriptionKey: code.words])
    }
    #expect(EGF2Error.wrongResponse("x").code == 3 && EGF2Error.wrongParameter("x").code == 8)
    #expect(EGF2Error.unknownType("x").localizedFailureReason == "x")
  }
}
