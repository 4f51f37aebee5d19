import GhostlightContracts
import GhostlightCore

extension PactResponse {
  /// Returns a response with one resource; its entity tag is in a header field and in the body.
  static func resource(_ status: Int, _ body: Example) -> PactResponse {
    .status(
      status,
      headers: [
        "Content-Type": "application/json", "ETag": Sample.anyTag,
        "x-ms-activity-id": Sample.anyActivity, "x-ms-request-charge": Sample.anyCharge,
      ], json: body)
  }

  /// Returns a response with one document and the session token for later reads.
  static func document(_ status: Int, _ body: Example) -> PactResponse {
    .status(
      status,
      headers: [
        "Content-Type": "application/json", "ETag": Sample.anyTag,
        "x-ms-activity-id": Sample.anyActivity, "x-ms-request-charge": Sample.anyCharge,
        "x-ms-session-token": Sample.anySession, "x-ms-documentdb-partitionkeyrangeid": "0",
        "x-ms-alt-content-path": .regex("^dbs/[a-z]+/colls/[a-z]+$", "dbs/shop/colls/goods"),
      ], json: body)
  }

  /// Returns a response with a list of resources and their number.
  static func feed(_ name: String, _ elements: [Example], rid: Example = Sample.anyRID)
    -> PactResponse
  {
    .status(
      200,
      headers: [
        "Content-Type": "application/json", "x-ms-item-count": "\(elements.count)",
        "x-ms-request-charge": Sample.anyCharge,
      ],
      json: .object([
        Example.Member("_rid", rid), Example.Member(name, .array(elements)),
        Example.Member("_count", .value(.integer(Int64(elements.count)))),
      ]))
  }

  /// Returns a response with documents, or with the rows of a query.
  static func documents(_ rows: Example...) -> PactResponse { .feed("Documents", rows) }

  /// The empty response to a deletion.
  static let deleted = PactResponse.empty(
    204,
    headers: [
      "Content-Type": "application/json", "x-ms-activity-id": Sample.anyActivity,
      "x-ms-request-charge": Sample.anyCharge,
    ])
}
