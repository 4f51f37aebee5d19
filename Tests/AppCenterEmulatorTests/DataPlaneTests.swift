import CosmosEmulator
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import AppCenterEmulator

@Suite struct `Resource tokens at the data plane` {
  private static let docs: RequestTarget = "/dbs/mbaas/colls/appcenter/docs"

  private struct Plane {
    var cosmos = CosmosBackend()
    var exchange = Exchange()

    init() throws {
      _ = try cosmos.setUp(
        "container exists", parameters: ["database": "mbaas", "container": "appcenter"],
        at: Moment(milliseconds: Exchange.now, seed: 1))
    }

    mutating func send(
      _ method: HTTPRequest.Method, token: JSON?, partition: String, body: String = ""
    ) -> Int {
      var request = Request(method, docs, body: Array(body.utf8))
      request.headers[.authorization] = PercentEncoding.encode(token?["token"]?.string ?? "")
      if let name = HTTPField.Name("x-ms-documentdb-partitionkey") {
        request.headers[name] = "[\"\(partition)\"]"
      }
      return cosmos.respond(
        to: request, at: Moment(milliseconds: exchange.milliseconds, seed: 1)
      ).status.code
    }
  }

  @Test func `a token reads public data and writes the user's until it expires`() throws {
    var plane = try Plane()
    let idToken = try plane.exchange.idToken("ab")
    let tokens = plane.exchange.ask(#"{"partitions":["readonly","user"]}"#, bearer: idToken).json
    let (read, all) = (tokens?["tokens"]?[0], tokens?["tokens"]?[1])
    let note = #"{"id":"1","PartitionKey":"user-ab","document":{}}"#
    #expect(plane.send(.get, token: read, partition: "readonly") == 200)
    #expect(plane.send(.post, token: read, partition: "readonly", body: note) == 403)
    #expect(plane.send(.get, token: read, partition: "user-ab") == 403)
    #expect(plane.send(.post, token: all, partition: "user-ab", body: note) == 201)
    #expect(plane.send(.get, token: all, partition: "user-other") == 403)
    plane.exchange.milliseconds += 3_600_000
    #expect(plane.send(.get, token: read, partition: "readonly") == 403)
  }
}
