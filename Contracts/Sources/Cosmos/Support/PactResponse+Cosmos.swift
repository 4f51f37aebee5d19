import GhostlightContracts
import GhostlightCore

extension PactResponse {
  /// One resource, whose entity tag stands in field and body.
  static func resource(_ status: Int, _ body: Example) -> PactResponse {
    .status(
      status,
      headers: [
        "Content-Type": "application/json", "ETag": Sample.anyTag,
        "x-ms-activity-id": Sample.anyActivity, "x-ms-request-charge": Sample.anyCharge,
      ], json: body)
  }

  /// One document, with what a session needs to read its own writes.
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

  /// A list of resources with its count.
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

  /// Documents, or rows made of them.
  static func documents(_ rows: Example...) -> PactResponse { .feed("Documents", rows) }

  /// Nothing, after a delete.
  static let deleted = PactResponse.empty(
    204,
    headers: [
      "Content-Type": "application/json", "x-ms-activity-id": Sample.anyActivity,
      "x-ms-request-charge": Sample.anyCharge,
    ])
}
