import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import AppCenterEmulator

/// A request that causes one of the refusals in the catalogue.
struct RefusalRow: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let request: Request
  let error: JSON

  var testDescription: String { fault.name }

  static func request(_ body: String, secret: String? = Exchange.secret) -> Request {
    var request = Request(.post, "/v0.1/data/tokens", body: Array(body.utf8))
    request.headers[.appSecret] = secret
    return request
  }

  static let all =
    [
      RefusalRow(
        fault: .noSuchApp, request: request(#"{"partitions":["user"]}"#, secret: nil),
        error: ["code": "NotFound", "message": "App not found."]),
      RefusalRow(
        fault: .noSuchApp, request: request(#"{"partitions":["user"]}"#, secret: "x"),
        error: ["code": "NotFound", "message": "App not found."]),
      RefusalRow(
        fault: .badBody, request: request("{"),
        error: ["code": "BadRequest", "message": "The body is not valid JSON."]),
    ]
    + [#"{}"#, #"[]"#, #"{"partitions":[]}"#, #"{"partitions":[1]}"#, #"{"partitions":"user"}"#]
    .map {
      RefusalRow(
        fault: .noPartitions, request: request($0),
        error: [
          "code": "BadRequest", "message": "The member 'partitions' is missing or malformed.",
        ])
    } + [
      RefusalRow(
        fault: .noSuchAddress, request: Request(.post, "/v0.1/data"),
        error: ["code": "NotFound", "message": "Not found."]),
      RefusalRow(
        fault: .wrongMethod, request: Request(.get, "/v0.1/data/tokens"),
        error: ["code": "MethodNotAllowed", "message": "Method not allowed."]),
    ]
}
