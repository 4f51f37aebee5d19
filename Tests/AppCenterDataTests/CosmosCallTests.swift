import AppCenter
import AppCenterScenarios
import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `Calls of Cosmos DB` {
  private static let token = TokenResult([
    "partition": "user-\"1\"", "dbAccount": "acc", "dbName": "d/b", "dbCollectionName": "c c",
    "token": "type=resource&sig=a+b", "status": "Succeed",
  ])

  private static let fields = """
    x-ms-documentdb-partitionkey: ["user-\\"1\\""]
    x-ms-version: 2018-06-18
    x-ms-date: Thu, 01 Jan 1970 00:00:05 GMT
    Content-Type: application/json
    Authorization: type%3Dresource%26sig%3Da%2Bb

    """
  private static let path = "http://host:1/base/dbs/d%2Fb/colls/c%20c/docs"
  private static let body = #"{"document":{"n":1},"PartitionKey":"user-\"1\"","id":"a/b"}"#

  @Test(
    arguments: [
      (.read("a/b"), "GET \(path)/a%2Fb\n\(fields)", [200]),
      (.delete("a/b"), "DELETE \(path)/a%2Fb\n\(fields)", [204]),
      (.write("a/b", ["n": 1], isUpsert: false), "POST \(path)\n\(fields)\n\(body)", [200, 201]),
      (
        .write("a/b", ["n": 1], isUpsert: true),
        "POST \(path)\n\(fields)x-ms-documentdb-is-upsert: true\n\n\(body)", [200, 201]
      ),
      (.list(nil), "GET \(path)\n\(fields)", [200]),
      (.list("next"), "GET \(path)\n\(fields)x-ms-continuation: next\n", [200]),
    ] as [(CosmosCall, String, Set<Int>)])
  func `each call is a whole request`(
    _ call: CosmosCall, _ text: String, _ successes: Set<Int>
  ) throws {
    let token = try #require(Self.token)
    let request = call.request(token, at: Address("http://host:1/base/"), milliseconds: 5_999)
    #expect(request.text == text)
    #expect(call.successes == successes)
  }

  @Test(arguments: [
    ("https://h", ["https", "h", ""]), ("HTTP://h:1/", ["http", "h:1", ""]),
    ("h", ["https", "h", ""]), ("h/a", ["https", "h", "/a"]),
    ("http://h/a/b//", ["http", "h", "/a/b"]), ("", ["https", "", ""]),
    ("http://h/x://y", ["http", "h", "/x://y"]),
  ])
  func `an address has scheme, authority and path`(_ text: String, _ parts: [String]) {
    let address = Address(text)
    #expect([address.scheme, address.authority, address.path] == parts)
    let request = address.request(.put, "/p?q", body: [1])
    #expect(request.method == .put)
    #expect(request.scheme == parts[0])
    #expect(request.authority == parts[1])
    #expect(request.target.raw == parts[2] + "/p?q")
    #expect(request.body == [1])
    #expect(address.request(.get, "/p").body.isEmpty)
  }

  @Test(
    arguments: [
      (.read, nil, "GET"), (.delete, .delete, "DELETE"),
      (.create(.json(["n": 1])), .create, "POST"),
      (.replace(.json(["n": 1])), .replace, "POST upsert"), (.create(.invalid), .create, nil),
      (.replace(.invalid), .replace, nil),
    ] as [(DocumentCall.Action, PendingOperation?, String?)])
  func `each action has a request and an operation`(
    _ action: DocumentCall.Action, _ pending: PendingOperation?, _ text: String?
  ) {
    let call = DocumentCall(action: action, id: "a", partition: "user", timeToLive: 5)
    #expect(call.pending == pending)
    let request = call.request
    #expect(request.map { $0.method.rawValue + ($0.isUpsert ? " upsert" : "") } == text)
    #expect(request.map { $0.id ?? $0.written } == text.map { _ in "a" })
    let document: JSON? = text?.hasPrefix("POST") == true ? ["n": 1] : nil
    #expect(request?.document == document)
  }

  @Test(
    arguments: [
      (nil, "ACC", "https://ACC.documents.azure.com"),
      (nil, "HTTPS://acc.example", "https://acc.example"),
      ("http://{account}.local/{account}/", "acc", "http://acc.local/acc"),
      ("", "acc", "https://acc.documents.azure.com"),
    ] as [(String?, String, String)])
  func `the set endpoint or the account is Cosmos DB's address`(
    _ endpoint: String?, _ account: String, _ address: String
  ) async throws {
    let variable = endpoint == nil ? "" : "x"
    let world = try World { $0.variables = ["APPCENTER_COSMOS_ENDPOINT": variable] }
    world.use { MSData.setCosmosEndpoint(endpoint) }
    _ = try world.emulators.setUp(exchange: "app exists", ["account": .string(account)])
    world.emulators.intercept { $0.target.raw.contains("/dbs/") ? Response(.notFound) : nil }
    _ = await world.read("a", in: "readonly")
    let request = world.emulators.takeRequests().last
    #expect(
      request.map { "\($0.scheme)://\($0.authority)\($0.target.raw)" }
        == address + "/dbs/mbaas/colls/appcenter/docs/a")
  }

  @Test func `the emulators' addresses are set together`() async throws {
    let world = try World()
    let service = DataService.of(world.context)
    #expect(service.exchangeURL == "https://tokens.appcenter.ms/v0.1")
    #expect(service.cosmosEndpoint == nil)
    world.use {
      MSData.setEmulators(
        exchange: URL(string: "http://127.0.0.1:1/"), cosmos: URL(string: "https://h:2"))
    }
    #expect(service.exchangeURL == "http://127.0.0.1:1/v0.1")
    #expect(service.cosmosEndpoint == "https://h:2")
    world.use { MSData.setCosmosEndpoint(nil) }
    #expect(service.cosmosEndpoint == nil)
  }

  @Test func `without addresses the emulators are on their ports`() throws {
    let variables = ProcessInfo.processInfo.environment
    guard variables["GHOSTLIGHT_APPCENTER_URL"] == nil, variables["GHOSTLIGHT_COSMOS_URL"] == nil
    else { return }
    let world = try World()
    world.use { MSData.setEmulators() }
    let service = DataService.of(world.context)
    #expect(service.exchangeURL == "http://127.0.0.1:4404/v0.1")
    #expect(service.cosmosEndpoint == "http://127.0.0.1:8081")
  }
}
