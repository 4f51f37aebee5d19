import GhostlightContracts
import GhostlightCore

/// The header fields in which a gateway limits what a caller of the CRUD service may read and
/// change.
enum Rights {
  static let pact = Pact.mia {
    rows
    readColumns
    writeColumns
    refusals
  }

  private static let evidence: [Evidence] = [
    .protocolReference("A11"), .documentation("crud-service, docs/30_ACL"),
  ]
  private static let soup: KeyValuePairs<String, Example> = ["acl_rows": #"{"kind":"soup"}"#]

  @InteractionBuilder private static var rows: [Interaction] {
    let list = PactRequest.get("\(Plates.path)/", query: ["_p": "name"])
    Interaction.step(
      "rows that the caller may not see are not in lists", evidence, given: Plates.full,
      list.headers(soup),
      .status(
        200, json: .array([Plates.alfa, Plates.beta].map { Plates.only("name", of: $0) })),
      route: "List documents", whole: ["$[*]"])
    Interaction.step(
      "of several conditions on rows all hold", evidence, given: Plates.full,
      list.headers(["acl_rows": #"[{"kind":"soup"},{"price":{"$gt":10}}]"#]),
      .status(200, json: .array([Plates.only("name", of: Plates.beta)])),
      route: "List documents", whole: ["$[*]"])
    Interaction.missing(
      "a row that the caller may not see is not found", evidence, given: Plates.full,
      PactRequest.get("\(Plates.path)/5e8ae13bb74dbf0011444ed3").headers(soup),
      route: "Get a document")
    Interaction.step(
      "rows that the caller may not see are not counted", evidence, given: Plates.full,
      PactRequest.get("\(Plates.path)/count").headers(soup), .status(200, json: 2),
      route: "Count documents", whole: [])
    Interaction.missing(
      "a row that the caller may not see cannot be changed", evidence, given: Plates.full,
      PactRequest.patch(at: "\(Plates.path)/5e8ae13bb74dbf0011444ed3", [:]).headers(soup),
      route: "Update a document")
    Interaction.step(
      "rows that the caller may not see are not deleted", evidence, given: Plates.full,
      PactRequest.delete("\(Plates.path)/").headers(soup), .status(200, json: 2),
      route: "Delete documents", whole: [])
    Interaction.missing(
      "a row that the caller may not see keeps its state", evidence, given: Plates.full,
      PactRequest.post(
        "\(Plates.path)/5e8ae13bb74dbf0011444ed3/state", json: ["stateTo": "DRAFT"]
      ).headers(soup), route: "Change the state of a document")
    Interaction.step(
      "rows do not prevent an insertion", evidence, given: Plates.full,
      PactRequest.post("\(Plates.path)/", json: ["name": "Cake", "kind": "cake"]).headers(soup),
      .status(200, json: ["_id": Sample.anyObjectID]), route: "Insert a document")
  }

  private static func columns(_ names: String) -> KeyValuePairs<String, Example> {
    ["acl_read_columns": "\(names)"]
  }

  @InteractionBuilder private static var readColumns: [Interaction] {
    let get = PactRequest.get("\(Plates.alfaPath)")
    Interaction.step(
      "a caller sees the columns that it may", evidence, given: Plates.one,
      get.headers(columns("name,price")),
      .status(200, json: Plates.only("name", "price", of: Plates.alfa)), route: "Get a document")
    Interaction.step(
      "of the columns asked for those are seen that may be", evidence + [.protocolReference("A7")],
      given: Plates.one,
      PactRequest.get("\(Plates.alfaPath)", query: ["_p": "name,kind"]).headers(
        columns("name,price")),
      .status(200, json: Plates.only("name", of: Plates.alfa)), route: "Get a document")
    Interaction.step(
      "a path is not a column", [.protocolReference("A7")], given: Plates.one,
      PactRequest.get("\(Plates.alfaPath)", query: ["_p": "info.color"]).headers(columns("info")),
      .status(200, json: Plates.only(of: Plates.alfa)), route: "Get a document")
    Interaction.step(
      "a change returns the columns that the caller may see", evidence, given: Plates.one,
      PactRequest.patch(["$set": ["price": 11]]).headers(columns("price")),
      .status(200, json: ["_id": "5e8ae13bb74dbf0011444ed1", "price": 11]),
      route: "Update a document")
    Interaction.refusal(
      "a raw projection may not leave out a column",
      [.protocolReference("A7"), .sdk("crud-service, lib/projectionUtils.js")],
      given: Plates.one,
      PactRequest.get("\(Plates.path)/", query: ["_rawp": #"{"name":0}"#]).headers(
        columns("name")), 400,
      "_rawp exclusive projection is overriding at least one acl_read_column value",
      fault: "projection leaves out a column", route: "List documents")
  }

  @InteractionBuilder private static var writeColumns: [Interaction] {
    let may: KeyValuePairs<String, Example> = ["acl_write_columns": "price,kind"]
    Interaction.step(
      "a caller changes the columns that it may", evidence, given: Plates.one,
      PactRequest.patch(["$set": ["price": 11]]).headers(may),
      .status(200, json: Plates.changed(["price": 11])), route: "Update a document")
    Interaction.refusal(
      "a caller changes no other column",
      evidence + [.sdk("crud-service 6.3.0, lib/httpInterface.js")], given: Plates.one,
      PactRequest.patch(["$set": ["name": "Beta"]]).headers(may), 500,
      #"You cannot edit "name" field"#, fault: "column that may not be written",
      route: "Update a document")
    Interaction.step(
      "arrays and removed fields are not checked", evidence, given: Plates.one,
      PactRequest.patch(["$push": ["tags": "z"], "$unset": ["vegan": true]]).headers(may),
      .status(200, json: Plates.changed(["tags": ["x", "y", "z"]], without: ["vegan"])),
      route: "Update a document")
    Interaction.refusal(
      "an upsert changes no other column", evidence, given: Plates.one,
      PactRequest.post("\(Plates.path)/upsert-one", json: ["$set": ["name": "Beta"]]).headers(may),
      500, #"You cannot edit "name" field"#, fault: "column that may not be written",
      route: "Upsert a document")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.step(
      "rows that are not JSON are an error of the service", evidence, given: Plates.one,
      PactRequest.get("\(Plates.path)/").headers(["acl_rows": "soup"]),
      .status(
        500,
        json: [
          "statusCode": 500, "error": "Internal Server Error",
          "message": .notEmpty("Unexpected token s in JSON at position 0"),
        ]), route: "List documents", fault: "filter is no JSON")
    Interaction.refusal(
      "rows of a field that is not known are refused", evidence, given: Plates.one,
      PactRequest.get("\(Plates.path)/").headers(["acl_rows": #"{"nope":1}"#]), 500,
      "Unknown field: nope", fault: "filter language, 6.x", route: "List documents")
  }
}
