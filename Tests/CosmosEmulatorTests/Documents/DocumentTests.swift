import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of requests for single documents (B11, B16, B17, B18).
@Suite struct `Documents of Cosmos DB` {
  @Test func `a created document has its members and the system properties`() throws {
    var account = CosmosAccount.shop()
    let response = account.send(
      CosmosAccount.goods(.post, body: ["b": 1, "id": "x", "kind": "light", "_ts": 7, "a": 42.0]))
    let rid = try #require(response.json?["_rid"]?.string)
    let collection = try #require(account.send(.init(.get, "/dbs/shop/colls/goods")).json)
    #expect(response.status == .created)
    let link = "\(collection["_self"]?.string ?? "")docs/\(rid)/"
    #expect(
      response.text
        == #"{"b":1,"id":"x","kind":"light","a":42.0,"_rid":"\#(rid)","_self":"\#(link)","#
        + #""_etag":"\"00000006-0000-0100-0000-5d84a5c00000\"","#
        + #""_attachments":"attachments/","_ts":1568974272}"#)
    #expect(response.headers[.eTag] == response.json?["_etag"]?.string)
    #expect(response.headers[.msCharge] == "6.67")
  }

  @Test func `replacing a document drops missing members and keeps the RID`() throws {
    var account = CosmosAccount.shop()
    let old = try #require(account.send(CosmosAccount.goods(.get, "lamp")).json)
    let new = account.send(
      CosmosAccount.goods(.put, "lamp", body: ["id": "lamp", "kind": "light", "x": 1]))
    #expect(new.json?["price"] == nil)
    #expect(new.json?["_rid"] == old["_rid"])
    #expect(new.json?["_self"] == old["_self"])
    #expect(new.json?["_etag"] != old["_etag"])
  }

  @Test func `replacing a document by a new id moves it, unless the id is in use`() throws {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.post, body: ["id": "torch", "kind": "light", "code": "T1"]))
    let old = try #require(account.send(CosmosAccount.goods(.get, "lamp")).json)
    let taken = account.send(
      CosmosAccount.goods(.put, "lamp", body: ["id": "torch", "kind": "light"]))
    #expect(taken.status == .conflict)
    #expect(account.send(CosmosAccount.goods(.get, "lamp")).json == old)
    let moved = account.send(
      CosmosAccount.goods(.put, "lamp", body: ["id": "candle", "kind": "light"]))
    #expect(moved.status == .ok)
    #expect(moved.json?["_rid"] == old["_rid"])
    #expect(account.send(CosmosAccount.goods(.get, "lamp")).status == .notFound)
    #expect(account.send(CosmosAccount.goods(.get, "candle")).json == moved.json)
    let ids = account.send(CosmosAccount.goods(.get)).json?["Documents"]?.array?.map { $0["id"] }
    #expect(ids == ["candle", "torch"])
    let changes = account.send(CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"]))
    #expect(changes.json?["Documents"]?.array?.map { $0["id"] } == ["torch", "candle"])
  }

  @Test func `the size limit applies to the body as it was sent`() {
    var account = CosmosAccount.shop()
    var request = CosmosAccount.goods(.post, body: ["id": "x", "kind": "light"])
    request.body += Array(repeating: UInt8(ascii: " "), count: RequestJSON.largestDocument)
    #expect(account.send(request).status.code == 413)
  }

  @Test func `the change feed can start at a time`() {
    var account = CosmosAccount.shop()
    account.wait(seconds: 60)
    account.send(CosmosAccount.goods(.post, body: ["id": "torch", "kind": "light"]))
    func changes(since seconds: Int64) -> Response {
      let date = HTTPDate.format(milliseconds: 1_568_974_272_000 + seconds * 1000)
      return account.send(
        CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed", .ifModifiedSince: date]))
    }
    let ids = [0, 1, 60].map { changes(since: $0).json?["Documents"]?.array?.map { $0["id"] } }
    #expect(ids == [["lamp", "torch"], ["torch"], ["torch"]])
    #expect(changes(since: 61).status == .notModified)
  }

  @Test func `a document can be read by its RID`() throws {
    var account = CosmosAccount.shop()
    let lamp = try #require(account.send(CosmosAccount.goods(.get, "lamp")).json)
    var request = CosmosAccount.goods(.get)
    request.target = RequestTarget("/" + (lamp["_self"]?.string ?? ""))
    #expect(account.send(request).json == lamp)
  }

  @Test func `an unchanged document is returned without a body`() throws {
    var account = CosmosAccount.shop()
    let tag = try #require(account.send(CosmosAccount.goods(.get, "lamp")).headers[.eTag])
    let response = account.send(
      CosmosAccount.goods(.get, "lamp", body: nil, [.ifNoneMatch: tag]))
    #expect(response.status == .notModified)
    #expect(response.body.isEmpty)
    #expect(response.headers[.eTag] == tag)
  }

  @Test(arguments: [("7", "7"), ("7", "7.0"), ("null", "null"), ("true", "true"), ("{}", "{}")])
  func `partition keys of each type are distinct`(_ stored: String, _ requested: String) throws {
    var account = CosmosAccount.shop()
    var body: JSONObject = ["id": "x"]
    if stored != "{}" { body["kind"] = try JSON.parse(Array(stored.utf8)) }
    let created = account.send(
      CosmosAccount.goods(.post, key: "[\(stored)]", body: .object(body)))
    #expect(created.status == .created)
    #expect(
      account.send(CosmosAccount.goods(.get, "x", key: "[\(requested)]")).json == created.json)
    #expect(account.send(CosmosAccount.goods(.get, "x", key: #"["7"]"#)).status == .notFound)
  }

  @Test func `ids and partition keys are compared by their bytes`() {
    var account = CosmosAccount.shop()
    let forms = ["\u{e9}", "e\u{301}"]
    for form in forms {
      let key = JSON.array([.string(form)]).text()
      for id in forms {
        let created = account.send(
          CosmosAccount.goods(
            .post, key: key,
            body: ["id": .string(id), "kind": .string(form), "code": .string(id)]))
        #expect(created.status == .created)
        let path = PercentEncoding.encode(id)
        #expect(account.send(CosmosAccount.goods(.get, path, key: key)).json == created.json)
      }
      #expect(account.send(CosmosAccount.goods(.get, key: key)).json?["_count"] == 2)
    }
  }

  @Test func `a document expires by the clock, and its id can be used again`() {
    var account = CosmosAccount.shop()
    let short: JSON = ["id": "short", "kind": "light", "ttl": 10]
    account.send(CosmosAccount.goods(.post, body: short))
    account.wait(seconds: 9)
    #expect(account.send(CosmosAccount.goods(.get, "short")).status == .ok)
    account.wait(seconds: 1)
    #expect(account.send(CosmosAccount.goods(.get, "short")).status == .notFound)
    #expect(account.send(CosmosAccount.goods(.get)).json?["_count"] == 1)
    #expect(account.send(CosmosAccount.goods(.post, body: short)).status == .created)
  }

  @Test func `a failed batch names the failed operation and changes nothing`() {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    let response = account.send(
      CosmosAccount.goods(
        .post,
        body: [
          ["operationType": "Create", "resourceBody": ["id": "x", "kind": "light"]],
          ["operationType": "Create", "resourceBody": ["id": "lamp", "kind": "light"]],
        ], [.msBatchRequest: "True"]))
    #expect(response.status.code == 207)
    #expect(
      response.text
        == #"[{"statusCode":424,"requestCharge":6.28},{"statusCode":409,"requestCharge":1.57}]"#)
    #expect(account.fingerprint == before)
  }

  @Test func `the change feed contains each document once, in its latest state`() {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.post, body: ["id": "x", "kind": "light"]))
    account.send(
      CosmosAccount.goods(.put, "lamp", body: ["id": "lamp", "kind": "light", "code": 2]))
    let feed = CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"])
    let all = account.send(feed)
    #expect(all.json?["Documents"]?.array?.map { $0["id"] } == ["x", "lamp"])
    #expect(all.json?["Documents"]?[1]?["_lsn"] == 4)
    var next = feed
    next.headers[.ifNoneMatch] = all.headers[.eTag]
    let none = account.send(next)
    #expect(none.status == .notModified)
    #expect(none.headers[.eTag] == all.headers[.eTag])
  }
}
