import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Functions that build the responses of BaaS up to 3 (B1).
enum BaaSEnvelope {
  private static let jsonFields: HTTPFields = [.contentType: "application/json"]

  /// Returns a successful response with a JSON body.
  static func json(_ body: JSON) -> Response { .json(.ok, body, headers: jsonFields) }

  /// Returns a successful response whose JSON body is already serialized.
  static func printed(_ body: [UInt8]) -> Response {
    Response(.ok, headers: jsonFields, body: body)
  }

  /// Returns the response to a refused request.
  ///
  /// The response is JSON, except for a query string or a body that cannot be parsed: then it is
  /// plain text.
  ///
  /// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `setup` and `parseBody`.
  static func print(_ fault: Fault) -> Response {
    guard ![Fault.baasBadQuery.name, Fault.baasUnreadableBody.name].contains(fault.name) else {
      return Response(
        fault.status, headers: [.contentType: "text/plain"], body: Array(fault.message.utf8))
    }
    let status = JSON.integer(Int64(fault.status.code))
    return .json(
      fault.status,
      ["statusCode": status, "status": status, "message": .string(fault.message)],
      headers: jsonFields)
  }

  /// Adds the header fields that forbid caching.
  static func complete(_ response: inout Response) {
    response.headers[.cacheControl] = "no-cache, no-store, must-revalidate"
    response.headers[.pragma] = "no-cache"
    response.headers[.expires] = "0"
  }
}

extension HTTPField.Name {
  static let pragma = known("Pragma")
  static let sessionToken = known("x-session-token")
}
