import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// A request that a route of the CRUD service serves, with the expected response.
struct MiaRouteRow: Sendable, CustomTestStringConvertible {
  let title: String
  let request: Request
  let answer: String

  init(_ title: String, _ request: Request, _ answer: String) {
    self.title = title
    self.request = request
    self.answer = answer
  }

  var testDescription: String { title }

  private static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil
  ) -> Request { MiaProject.request(method, target, body) }

  static let lidText =
    #"{"_id":"5e8ae13bb74dbf0011444ed6","__STATE__":"PUBLIC","creatorId":"public","#
    + #""createdAt":"2020-04-05T17:16:14.175Z","updaterId":"public","#
    + #""updatedAt":"2020-04-05T17:16:14.175Z","name":"lid","age":5,"kind":"soup","#
    + #""position":[9.19,45.46],"tags":["a","b"],"parts":[{"name":"lid","size":1},"#
    + #"{"name":"rim","size":2}],"info":{"k":1},"meta":{"n":1}}"#

  static let id = MiaDefinitions.lid

  static let all: [MiaRouteRow] = [
    .init(
      "List documents", request(.get, "/v2/books/?_p=isbn&_l=1"), #"200 [{"_id":"b1","isbn":"1"}]"#),
    .init(
      "Export documents", request(.get, "/v2/books/export?_p=isbn&_sk=1"),
      "200 {\"_id\":\"b2\",\"isbn\":\"2\"}\n{\"_id\":\"b3\",\"isbn\":\"3\"}\n"),
    .init("Count documents", request(.get, "/v2/books/count"), "200 3"),
    .init("Get a document", request(.get, RequestTarget("/v2/plates/\(id)")), "200 \(lidText)"),
    .init(
      "Insert a document", request(.post, "/v2/author/", ["name": "Ada"]),
      #"200 {"_id":"5e8a125e…"}"#),
    .init(
      "Validate a document", request(.post, "/v2/author/validate", ["name": "Ada"]),
      #"200 {"result":"ok"}"#),
    .init(
      "Insert documents", request(.post, "/v2/author/bulk", [["name": "Ada"]]),
      #"200 [{"_id":"5e8a125e…"}]"#),
    .init(
      "Upsert a document",
      request(.post, "/v2/plates/upsert-one?name=lid", ["$set": ["age": 6]]),
      "200 \(lidText.replacing(#""age":5"#, with: #""age":6"#))"),
    .init(
      "Update a document", request(.patch, RequestTarget("/v2/plates/\(id)"), ["$inc": ["age": 1]]),
      "200 \(lidText.replacing(#""age":5"#, with: #""age":6"#))"),
    .init(
      "Update documents", request(.patch, "/v2/plates/?kind=soup", ["$set": ["ok": true]]), "200 2"),
    .init(
      "Update documents one by one",
      request(
        .patch, "/v2/plates/bulk",
        [
          ["filter": ["kind": "soup"], "update": ["$set": ["ok": true]]],
          ["filter": ["kind": "none"], "update": [:]],
        ]), "200 1"),
    .init(
      "Change the state of a document",
      request(.post, RequestTarget("/v2/plates/\(id)/state"), ["stateTo": "TRASH"]), "204 "),
    .init(
      "Change the state of documents",
      request(.post, "/v2/plates/state", [["filter": ["kind": "soup"], "stateTo": "DRAFT"]]),
      "200 2"),
    .init("Delete a document", request(.delete, RequestTarget("/v2/plates/\(id)")), "204 "),
    .init("Delete documents", request(.delete, "/v2/books/?pages=20"), "200 1"),
    .init(
      "Import documents",
      upload(.post, "/v2/books/import", "{\"isbn\":\"9\",\"_id\":\"b9\"}\n{\"isbn\":\"8\"}\n"),
      #"201 {"message":"File uploaded successfully"}"#),
    .init(
      "Import changes", upload(.patch, "/v2/books/import", #"{"_id":"b1","isbn":"1","pages":11}"#),
      #"200 {"message":"File uploaded successfully"}"#),
    .init(
      "Schema of a collection", request(.get, "/v2/author/schema"),
      "200 " + authorSchema),
    .init(
      "Schemas of all collections", request(.get, "/-/schemas"),
      #"200 [{"name":"author","schema":\#(authorSchema)},…]"#),
    .init("Health", request(.get, "/-/healthz"), status),
    .init("Readiness", request(.get, "/-/ready"), status),
    .init("Check-up", request(.get, "/-/check-up"), status),
  ]

  private static let status =
    #"200 {"name":"@mia-platform/crud-service","version":"6.10.4","status":"OK"}"#

  private static let authorSchema =
    #"{"type":"object","properties":{"_id":{"type":"string","description":"Hexadecimal identifier "#
    + #"of the document in the collection","pattern":"^[a-fA-F\\d]{24}$","#
    + #""example":"000000000000000000000000"},"__STATE__":{"type":"string"},"#
    + #""creatorId":{"type":"string"},"createdAt":\#(dateSchema),"updaterId":{"type":"string"},"#
    + #""updatedAt":\#(dateSchema),"name":{"type":"string"},"surname":{"type":"string"},"#
    + #""nickname":{"type":"string"},"age":{"type":"number"}}}"#

  private static let dateSchema =
    #"{"type":"string","example":"1997-04-24T07:00:00.000Z","nullable":false}"#

  /// Returns an upload request whose multipart body contains a file.
  static func upload(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ text: String,
    type: String = "application/x-ndjson"
  ) -> Request {
    var request = Request(method, target)
    request.headers[.contentType] = "multipart/form-data; boundary=cut"
    request.body = Array(
      ("--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.ndjson\"\r\n"
        + "Content-Type: \(type)\r\n\r\n\(text)\r\n--cut--\r\n").utf8)
    return request
  }
}
