import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// A request for a route, with the expected status.
struct CosmosRouteRow: Sendable, CustomTestStringConvertible {
  let title: String
  let status: Int
  let request: Request

  init(_ title: String, _ status: Int, _ request: Request) {
    self.title = title
    self.status = status
    self.request = request
  }

  var testDescription: String { title }

  private static func get(_ target: RequestTarget) -> Request { Request(.get, target) }

  /// The id of the offer of `shop/goods`.
  private static let offer: String = {
    var account = CosmosAccount.shop()
    let offers = account.send(Request(.get, "/offers")).json?["Offers"]
    return offers?[1]?["id"]?.string ?? ""
  }()

  private static func resourceQuery(
    _ target: RequestTarget, _ fields: HTTPFields = [:]
  ) -> Request {
    var request = Request.json(.post, target, ["query": "SELECT * FROM r"])
    for field in fields { request.headers.append(field) }
    request.headers[.msIsQuery] = "True"
    return request
  }

  private static func upsert(_ target: RequestTarget, _ body: JSON) -> Request {
    var request = Request.json(.post, target, body)
    request.headers[.msIsUpsert] = "True"
    return request
  }

  /// Returns a request that deletes all documents of `shop/goods` with one partition key.
  static func partition(_ key: String?) -> Request {
    var request = Request(.post, "/dbs/shop/colls/goods/operations/partitionkeydelete")
    request.headers[.msPartitionKey] = key
    return request
  }

  static let all: [CosmosRouteRow] = [
    CosmosRouteRow("Get a database account", 200, get("/")),
    CosmosRouteRow("Query databases", 200, resourceQuery("/dbs")),
    CosmosRouteRow("Create a database", 201, .json(.post, "/dbs", ["id": "new"])),
    CosmosRouteRow("List databases", 200, get("/dbs")),
    CosmosRouteRow("Get a database", 200, get("/dbs/shop/")),
    CosmosRouteRow("Delete a database", 204, Request(.delete, "/dbs/shop/")),
    CosmosRouteRow("Query collections", 200, resourceQuery("/dbs/shop/colls")),
    CosmosRouteRow(
      "Create a collection", 201,
      .json(.post, "/dbs/shop/colls", ["id": "new", "partitionKey": ["paths": ["/pk"]]])),
    CosmosRouteRow("List collections", 200, get("/dbs/shop/colls")),
    CosmosRouteRow("Get a collection", 200, get("/dbs/shop/colls/goods/")),
    CosmosRouteRow(
      "Replace a collection", 200,
      .json(
        .put, "/dbs/shop/colls/goods",
        [
          "id": "goods", "partitionKey": ["paths": ["/kind"]],
          "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]],
        ])),
    CosmosRouteRow("Delete a collection", 204, Request(.delete, "/dbs/shop/colls/goods")),
    CosmosRouteRow("Get partition key ranges", 200, get("/dbs/shop/colls/goods/pkranges")),
    CosmosRouteRow(
      "Query plan", 200,
      CosmosAccount.goods(
        .post, key: nil, body: ["query": "SELECT * FROM c ORDER BY c.price"],
        [.msPlanRequest: "True", .msQueryFeatures: "OrderBy"])),
    CosmosRouteRow(
      "Bulk", 200,
      CosmosAccount.bulk([
        ["operationType": "Read", "id": "lamp", "partitionKey": #"["light"]"#]
      ])),
    CosmosRouteRow(
      "Transactional batch", 200,
      CosmosAccount.goods(
        .post, body: [["operationType": "Read", "id": "lamp"]], [.msBatchRequest: "True"])),
    CosmosRouteRow("Query documents", 200, CosmosAccount.query("SELECT * FROM c")),
    CosmosRouteRow(
      "Upsert a document", 200,
      CosmosAccount.goods(.post, body: ["id": "lamp", "kind": "light"], [.msIsUpsert: "true"])),
    CosmosRouteRow(
      "Create a document", 201, CosmosAccount.goods(.post, body: ["id": "x", "kind": "light"])),
    CosmosRouteRow(
      "Change feed", 200, CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"])),
    CosmosRouteRow("List documents", 200, CosmosAccount.goods(.get)),
    CosmosRouteRow("Get a document", 200, CosmosAccount.goods(.get, "lamp")),
    CosmosRouteRow(
      "Replace a document", 200,
      CosmosAccount.goods(.put, "lamp", body: ["id": "lamp", "kind": "light"])),
    CosmosRouteRow(
      "Patch a document", 200,
      CosmosAccount.goods(
        .patch, "lamp", body: ["operations": [["op": "set", "path": "/price", "value": 1]]])),
    CosmosRouteRow("Delete a document", 204, CosmosAccount.goods(.delete, "lamp")),
    CosmosRouteRow("Delete a partition", 200, partition(#"["light"]"#)),
    CosmosRouteRow(
      "Query conflicts", 200,
      resourceQuery("/dbs/shop/colls/goods/conflicts", [.msCrossPartition: "True"])),
    CosmosRouteRow("List conflicts", 200, get("/dbs/shop/colls/goods/conflicts")),
    CosmosRouteRow("Query offers", 200, resourceQuery("/offers")),
    CosmosRouteRow("List offers", 200, get("/offers")),
    CosmosRouteRow("Get an offer", 200, get(RequestTarget("/offers/\(offer)"))),
    CosmosRouteRow(
      "Replace an offer", 200,
      CosmosAccount.offer(offer, ["content": ["offerThroughput": 500]])),
    CosmosRouteRow("Query users", 200, resourceQuery("/dbs/shop/users")),
    CosmosRouteRow("Upsert a user", 200, upsert("/dbs/shop/users", ["id": "jack"])),
    CosmosRouteRow("Create a user", 201, .json(.post, "/dbs/shop/users", ["id": "jill"])),
    CosmosRouteRow("List users", 200, get("/dbs/shop/users")),
    CosmosRouteRow("Get a user", 200, get("/dbs/shop/users/jack")),
    CosmosRouteRow("Replace a user", 200, .json(.put, "/dbs/shop/users/jack", ["id": "john"])),
    CosmosRouteRow("Delete a user", 204, Request(.delete, "/dbs/shop/users/jack")),
    CosmosRouteRow("Query permissions", 200, resourceQuery("/dbs/shop/users/jack/permissions")),
    CosmosRouteRow(
      "Upsert a permission", 200,
      upsert(
        "/dbs/shop/users/jack/permissions",
        ["id": "read", "permissionMode": "All", "resource": "dbs/shop/colls/goods"])),
    CosmosRouteRow(
      "Create a permission", 201,
      .json(
        .post, "/dbs/shop/users/jack/permissions",
        ["id": "all", "permissionMode": "All", "resource": "dbs/shop/colls/other"])),
    CosmosRouteRow("List permissions", 200, get("/dbs/shop/users/jack/permissions")),
    CosmosRouteRow("Get a permission", 200, get("/dbs/shop/users/jack/permissions/read")),
    CosmosRouteRow(
      "Replace a permission", 200,
      .json(
        .put, "/dbs/shop/users/jack/permissions/read",
        ["id": "read", "permissionMode": "All", "resource": "dbs/shop/colls/goods"])),
    CosmosRouteRow(
      "Delete a permission", 204, Request(.delete, "/dbs/shop/users/jack/permissions/read")),
  ]
}
