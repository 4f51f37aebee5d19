import AppCenter
import AppCenterData
import AppCenterScenarios
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Requests of Data` {
  private static let fields = """
    x-ms-version: 2018-06-18
    x-ms-date: Fri, 20 Sep 2019 10:11:12 GMT
    Content-Type: application/json
    """
  private static let docs =
    "https://lemmings-01-8f37d78902.documents.azure.com/dbs/mbaas/colls/appcenter/docs"

  /// Returns the header field `Authorization` of the last request to Cosmos DB.
  private func authorization(_ world: World, _ partition: String) -> String? {
    world.emulators.takeRequests().last { $0.isForCosmos }?.headers[.authorization]
  }

  @Test func `the requests of a public read have the documented form`() async throws {
    let world = try World()
    _ = await world.read("my-doc-1", in: kMSDataAppDocumentsPartition)
    let requests = world.emulators.takeRequests()
    #expect(
      requests.map(\.text) == [
        """
        POST https://tokens.appcenter.ms/v0.1/data/tokens
        Content-Type: application/json
        App-Secret: 11111111-2222-3333-4444-555555555555

        {"partitions":["readonly"]}
        """,
        """
        GET \(Self.docs)/my-doc-1
        x-ms-documentdb-partitionkey: ["readonly"]
        \(Self.fields)
        Authorization: type%3Dresource%26ver%3D1%26sig%3DEdost12x8XIic6lmg%2FjrZA%3D%3D%3B\
        eyJleHAiOjE1Njg5Nzc4NzIsIm0iOiJSZWFkIiwicGsiOiJyZWFkb25seSIsInIiOiJkYnMvbWJhYXMvY29sbHMvY\
        XBwY2VudGVyIn0%3D%3B

        """,
      ])
  }

  @Test func `the request for a user's token has the documented form`() async throws {
    let world = try await World.signedIn()
    _ = await world.read("my-doc-1")
    let token = world.use { MSAuthTokenContext.sharedInstance().authToken }
    #expect(
      world.emulators.takeRequests().first?.text == """
        POST https://tokens.appcenter.ms/v0.1/data/tokens
        Content-Type: application/json
        App-Secret: 11111111-2222-3333-4444-555555555555
        Authorization: Bearer \(token ?? "")

        {"partitions":["user"]}
        """)
  }

  @Test func `create, replace, read, delete and list send the documented requests`() async throws {
    let world = try await World.signedIn()
    let user: [String: any Sendable] = ["name": "Alex", "email": "alex@microsoft.com"]
    _ = await world.create("my-doc-1", user)
    _ = await world.replace("my-doc-1", user)
    _ = await world.read("my-doc-1")
    _ = await world.delete("my-doc-1")
    _ = await world.list()
    let requests = world.emulators.takeRequests().filter(\.isForCosmos)
    let token = try #require(requests.first?.headers[.authorization])
    let common = """
      x-ms-documentdb-partitionkey: ["\(World.partition)"]
      \(Self.fields)
      Authorization: \(token)

      """
    let body =
      #"{"document":{"email":"alex@microsoft.com","name":"Alex"},"#
      + #""PartitionKey":"\#(World.partition)","id":"my-doc-1"}"#
    #expect(
      requests.map(\.text) == [
        "POST \(Self.docs)\n\(common)\n\(body)",
        "POST \(Self.docs)\n\(common)x-ms-documentdb-is-upsert: true\n\n\(body)",
        "GET \(Self.docs)/my-doc-1\n\(common)",
        "DELETE \(Self.docs)/my-doc-1\n\(common)",
        "GET \(Self.docs)\n\(common)",
      ])
  }

  @Test(arguments: [
    ("Test(Document", "Test%28Document"), ("a+b", "a%2Bb"), ("ä", "%C3%A4"),
    ("日本", "%E6%97%A5%E6%9C%AC"), ("🙂", "%F0%9F%99%82"), ("\"", "%22"),
    ("a.b_c-d~e", "a.b_c-d~e"), ("100%", "100%25"),
  ])
  func `a document's path has its escaped id`(_ id: String, _ segment: String) async throws {
    let world = try await World.signedIn()
    let created = await world.create(id, ["n": 1])
    #expect(created.id == id)
    #expect(await world.read(id).json == #"{"n":1}"#)
    let last = world.emulators.takeRequests().last
    #expect(last?.target.raw == "/dbs/mbaas/colls/appcenter/docs/" + segment)
  }

  @Test func `requests use the addresses that are set`() async throws {
    let world = try World()
    world.use {
      MSData.setTokenExchangeUrl("http://127.0.0.1:4404/v0.1/")
      MSData.setCosmosEndpoint("http://{account}.localhost:8081")
    }
    _ = await world.read("a", in: "readonly")
    #expect(
      world.emulators.takeRequests().map { "\($0.scheme)://\($0.authority)\($0.target.raw)" } == [
        "http://127.0.0.1:4404/v0.1/data/tokens",
        "http://lemmings-01-8f37d78902.localhost:8081/dbs/mbaas/colls/appcenter/docs/a",
      ])
  }

  @Test(arguments: [
    ([:], "http://127.0.0.1:8081", "http://127.0.0.1:8081"),
    (["APPCENTER_COSMOS_ENDPOINT": "https://cosmos:1"], "http://x", "https://cosmos:1"),
    (["APPCENTER_COSMOS_ENDPOINT": ""], "acc", "https://acc.documents.azure.com"),
  ])
  func `Cosmos DB's address comes from the environment or the account`(
    _ variables: [String: String], _ account: String, _ address: String
  ) async throws {
    let world = try World { $0.variables = variables }
    _ = try world.emulators.setUp(
      exchange: "app exists", ["account": .string(account)])
    _ = await world.read("a", in: "readonly")
    let request = world.emulators.takeRequests().last
    #expect(request.map { "\($0.scheme)://\($0.authority)" } == address)
  }

  @Test func `a token is requested once until it expires`() async throws {
    let world = try World()
    _ = await world.read("a", in: "readonly")
    _ = await world.read("b", in: "readonly")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true, true])
    world.emulators.advance(seconds: 3600)
    _ = await world.read("b", in: "readonly")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true])
  }
}
