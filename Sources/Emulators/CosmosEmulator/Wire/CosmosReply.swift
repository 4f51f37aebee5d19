import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Responses of the shapes that many routes have.
enum CosmosReply {
  /// A single resource with its entity tag.
  static func resource(
    _ status: HTTPResponse.Status, _ object: JSONObject, charge: String = "1"
  ) -> Response {
    var response = Response(status, body: JSON.object(object).bytes)
    response.headers[.msCharge] = charge
    if let tag = object["_etag"]?.string { response.headers[.eTag] = tag }
    return response
  }

  /// Nothing, after a delete.
  static func deleted(charge: String = "4.95") -> Response {
    var response = Response(.noContent)
    response.headers[.msCharge] = charge
    return response
  }

  /// Says which write an answer is as new as (B5).
  static func note(_ lsn: Int64, in response: inout Response) {
    let text = String(lsn)
    response.headers[.msSessionToken] = "0:-1#\(text)"
    response.headers[.msLSN] = text
    response.headers[.msLocalLSN] = text
    response.headers[.msCommittedLSN] = text
  }

  /// A list of resources, paid for before it is printed; without an entity tag, which pagers would take for a continuation.
  static func feed(
    _ name: String, _ elements: [JSON], rid: String, charge: String = "2",
    within budget: WorkBudget
  ) throws(Fault) -> Response {
    for element in elements { try element.pay(printing: budget) }
    var body: JSONObject = ["_rid": .string(rid)]
    body[name] = .array(elements)
    body["_count"] = .integer(Int64(elements.count))
    var response = Response(.ok, body: JSON.object(body).bytes)
    response.headers[.msCharge] = charge
    response.headers[.msItemCount] = String(elements.count)
    return response
  }
}
