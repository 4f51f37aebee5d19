import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// A request that BaaS 3 refuses, with the expected body of the response.
struct BaaSRefusalRow: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let text: String
  let request: Request

  private init(
    _ fault: Fault, _ method: HTTPRequest.Method, _ target: RequestTarget,
    _ body: JSON? = nil, _ headers: HTTPFields = [:]
  ) {
    self.init(fault, MiaProject.request(method, target, body, headers))
  }

  private init(_ fault: Fault, _ request: Request, _ text: String? = nil) {
    self.fault = fault
    self.text = text ?? fault.message
    self.request = request
  }

  var testDescription: String { "\(fault.name) \(request.target.raw)" }

  private static let ada: HTTPFields = [.sid: MiaProject.adaSID]
  private static let own: JSON = ["email": .string(MiaProject.ada)]

  private static func list(_ query: String) -> Request {
    Request(.get, MiaProject.target("/pictures/", query))
  }

  private static func filter(_ problem: String, _ query: String) -> BaaSRefusalRow {
    .init(.baasBadFilter, list(query), problem)
  }

  private static func raw(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ text: String
  ) -> Request {
    Request(method, target, body: Array(text.utf8))
  }

  private static let unparsed = "Failed to parse body as application/json"
  private static let noBrace = "Could not parse invalid JSON"

  /// One request for each refusal, in the order of the refusal catalogue, followed by further
  /// requests.
  ///
  /// - Source: for bodies that are not parsed, deployd 1.2.0 (commit 13eeee1), lib/util/http.js,
  ///   `parseBody`.
  static let all: [BaaSRefusalRow] = first + more

  static let first: [BaaSRefusalRow] = [
    .init(.baasNotFound, .get, "/pictures/nope"),
    .init(.baasWrongSecret, .get, "/pictures/", nil, [.secret: "nope"]),
    .init(.baasUnauthorized, .get, "/users/"),
    .init(.baasForbidden, .get, "/notes/n2", nil, ada),
    .init(.baasBadBody, raw(.post, "/pictures/", "[]")),
    .init(.baasUnreadableBody, raw(.post, "/pictures/", #"{"name":"#), unparsed),
    .init(
      .baasBadQuery, list(#"{"a":}"#), "Failed to parse querystring: expected a value at byte 5"),
    filter("Unsupported operator: $near", #"{"a":{"$near":1}}"#),
    .init(.baasBadFields, list(#"{"$fields":{"a":1,"b":0}}"#)),
    .init(.baasBadIncrement, .post, "/pictures/p1", ["name": ["$inc": 1]]),
    .init(.baasUpdateWithoutID, .put, "/pictures/", ["views": 1]),
    .init(.baasDeleteWithoutID, .delete, "/pictures/"),
    .init(.baasBadEmail, .post, "/users", ["email": "ada", "password": "pw"]),
    .init(.baasNoPassword, .post, "/users", ["email": "eve@example.com"]),
    .init(
      .baasNameTaken, .post, "/users",
      ["email": "eve@example.com", "password": "pw", "username": "ada"]),
    .init(.baasEmailTaken, .post, "/users", ["email": .string(MiaProject.ada), "password": "pw"]),
    .init(.baasNoUser, .post, "/users/login", ["email": "eve@example.com", "password": "pw"]),
    .init(
      .baasBadCredential, .post, "/users/login",
      ["email": .string(MiaProject.ada), "password": "PW"]),
    .init(.baasNoFile, MiaProject.upload("/files/a.png", part: "other")),
    .init(.baasBadPlace, .get, "/geocoding/geo"),
  ]

  private static let more: [BaaSRefusalRow] = [
    .init(.baasNotFound, .post, "/pictures/", ["id": "nope", "views": 1]),
    .init(.baasNotFound, .put, "/pictures/nope", [:]),
    .init(.baasNotFound, .put, "/nothing", ["id": "nope"]),
    .init(.baasNotFound, .delete, "/pictures/nope"),
    .init(.baasNotFound, .delete, "/pictures/", ["id": "nope"]),
    .init(.baasNotFound, .get, "/files/download/nope.png"),
    .init(.baasNotFound, .delete, "/files/nope.png"),
    .init(.baasNotFound, .get, "/v3/v2/"),
    .init(.baasNotFound, .get, "/users/nope", nil, ada),
    .init(.baasNotFound, .delete, "/users/nope", nil, ada),
    .init(.baasWrongSecret, .post, "/users/login", own, [.secret: ""]),
    .init(.baasUnauthorized, .get, "/notes/"),
    .init(.baasUnauthorized, .get, "/users/count"),
    .init(.baasUnauthorized, .get, "/users/some"),
    .init(.baasUnauthorized, .put, "/users", ["id": "some"], [.sid: "unknown"]),
    .init(.baasUnauthorized, .delete, "/users/some"),
    .init(.baasForbidden, .put, "/notes/n2", ["a": 1], ada),
    .init(.baasForbidden, .delete, "/notes/n2", nil, ada),
    .init(.baasBadBody, .post, "/pictures/", ["id": 7]),
    .init(.baasBadBody, .post, "/pictures/bulk", ["name": "x"]),
    .init(.baasBadBody, .post, "/pictures/bulk", [["name": "x"], 3]),
    // deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `parseBody`
    .init(.baasUnreadableBody, raw(.post, "/pictures/", "nothing"), noBrace),
    .init(.baasUnreadableBody, raw(.put, "/pictures/p1", #""text""#), noBrace),
    .init(.baasUnreadableBody, raw(.put, "/pictures/p1", #" {"views":1}"#), noBrace),
    .init(.baasUnreadableBody, raw(.delete, "/pictures/", "{"), unparsed),
    .init(.baasUnreadableBody, raw(.post, "/users/login", "{"), unparsed),
    .init(.baasUnreadableBody, raw(.post, "/pictures/bulk", "[1"), unparsed),
    .init(.baasUnreadableBody, raw(.post, "/pictures/", #"{"_method":7}"#), unparsed),
    .init(.baasBadBody, raw(.post, "/users/login", "email=%zz")),
    .init(.baasBadBody, .post, "/users", ["email": "e@x.y", "password": "p", "username": 1]),
    .init(
      .baasBadQuery, Request(.get, "/pictures/?mongoQuery=3"),
      "Failed to parse querystring: it is not an object"),
    .init(
      .baasBadQuery, Request(.get, "/pictures/?name=%q"),
      "Failed to parse querystring: an escape is malformed"),
    .init(
      .baasBadQuery, Request(.get, "/pictures/count?%7Bname=%q"),
      "Failed to parse querystring: an escape is malformed"),
    filter("Unknown operator: $where", #"{"$where":"1"}"#),
    filter("$or must be a nonempty array", #"{"$or":[]}"#),
    filter("$in needs an array", #"{"a":{"$in":1}}"#),
    filter("$limit has to be a whole number from 0", #"{"$limit":-1}"#),
    filter("$skip has to be a whole number from 0", #"{"$skip":"1"}"#),
    filter("$skip has to be a whole number from 0", #"{"$skip":0.5}"#),
    filter("$sort has to be an object of field names with 1 or -1", #"{"$sort":"name"}"#),
    filter("$sort has to be an object of field names with 1 or -1", #"{"$sort":{"name":2}}"#),
    .init(.baasBadFields, list(#"{"$fields":["a"]}"#)),
    .init(.baasBadFields, list(#"{"$fields":{"a":true}}"#)),
    .init(.baasBadIncrement, .post, "/pictures/", ["views": ["$inc": "x"]]),
    .init(.baasUpdateWithoutID, .put, "/users", ["user_name": "x"], ada),
    .init(.baasDeleteWithoutID, .delete, "/pictures/", ["name": "lake"]),
    .init(.baasBadEmail, .post, "/users", ["password": "pw"]),
    .init(.baasNoPassword, .post, "/users", ["email": "eve@example.com", "password": ""]),
    .init(.baasNoUser, .post, "/users/login", ["password": "pw"]),
    .init(.baasNoUser, .post, "/users/forgot", ["email": "eve@example.com"]),
    .init(.baasNoUser, .post, "/users/resend", [:]),
    .init(.baasBadCredential, .post, "/users/login", own),
    .init(.baasNoFile, .post, "/files/", ["name": "a.png"]),
    .init(.baasBadPlace, .get, "/geocoding/geo?lat=1"),
    .init(.baasBadPlace, .get, "/geocoding/geo?lat=91&lng=0"),
    .init(.baasBadPlace, .get, "/geocoding/geo?lat=nan&lng=0"),
    .init(.baasBadPlace, .get, "/geocoding/geo?address=%q"),
  ]
}
