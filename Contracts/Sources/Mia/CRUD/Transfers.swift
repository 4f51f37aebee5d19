import GhostlightContracts
import GhostlightCore

/// Promises about exports, imports and schemas of the CRUD service.
enum Transfers {
  static let pact = Pact.mia {
    exports
    tables
    imports
    refusals
    schemas
  }

  private static let names =
    #"{"_id":"5e8ae13bb74dbf0011444ed1","name":"Alfa"}"# + "\n"
    + #"{"_id":"5e8ae13bb74dbf0011444ed2","name":"Beta"}"# + "\n"
  private static let soup: KeyValuePairs<String, Example> = ["kind": "soup", "_p": "name"]
  private static let evidence: [Evidence] = [
    .protocolReference("A4"), .suite("crud-service, tests/httpInterface.export.test.js"),
  ]

  @InteractionBuilder private static var exports: [Interaction] {
    Interaction.step(
      "an export has a document a line", evidence, given: Plates.full,
      .get("\(Plates.path)/export", query: soup), .lines(names), route: "Export documents",
      whole: [])
    Interaction.step(
      "an export has no greatest limit", [.protocolReference("A5")], given: Plates.full,
      .get("\(Plates.path)/export", query: ["_l": "5000", "_p": "name", "_s": "name", "_sk": "2"]),
      .lines(#"{"_id":"5e8ae13bb74dbf0011444ed3","name":"carlo"}"# + "\n"),
      route: "Export documents", whole: [])
    Interaction.step(
      "an export of nothing is empty", [.protocolReference("A4")], given: [Plates.collection],
      .get("\(Plates.path)/export"), .empty(200, headers: ["Content-Type": "application/x-ndjson"]),
      route: "Export documents", whole: [])
    Interaction.step(
      "an export may be one array", [.protocolReference("A13")], given: Plates.full,
      .get(
        "\(Plates.path)/export", query: soup, headers: ["Accept": "application/json"]),
      .status(
        200, headers: ["Content-Type": "application/json"],
        json: .array([Plates.alfa, Plates.beta].map { Plates.only("name", of: $0) })),
      route: "Export documents", whole: ["$[*]"])
    Interaction.refusal(
      "an export as a picture is refused", [.protocolReference("A13")], given: Plates.full,
      .get("\(Plates.path)/export", headers: ["Accept": "image/jpeg"]), 406,
      "unsupported file type image/jpeg", fault: "export format", route: "Export documents")
  }

  @InteractionBuilder private static var tables: [Interaction] {
    let evidence: [Evidence] = [
      .protocolReference("A4"), .protocolReference("A17"),
      .documentation("crud-service, CHANGELOG 6.9.0"),
      .suite("crud-service 7.1.0, tests/httpInterface.getExport.test.js"),
    ]
    let csv: KeyValuePairs<String, Example> = ["Accept": "text/csv"]
    let six: [Evidence] = [
      .protocolReference("A4"), .sdk("crud-service 6.10.4, lib/transformers/csv.js"),
      .suite("crud-service 6.10.4, tests/httpInterface.getExport.test.js"),
    ]
    Interaction.step(
      "an export may be comma-separated values", six, given: Plates.full,
      .get(
        "\(Plates.path)/export", query: ["_p": "name,note,tags", "_s": "-name", "_l": "2"],
        headers: csv),
      .lines(
        "_id,name,note,tags\n5e8ae13bb74dbf0011444ed3,carlo,alfa and omega,[]\n"
          + #"5e8ae13bb74dbf0011444ed2,Beta,,"[\"y\"]""# + "\n", type: "text/csv"),
      route: "Export documents", whole: [])
    Interaction.step(
      "texts are in quotes in the 7.x line", evidence, given: Plates.full + [.lineSeven],
      .get(
        "\(Plates.path)/export", query: ["_p": "name,note,tags", "_s": "-name", "_l": "2"],
        headers: csv),
      .lines(
        #""_id","name","note","tags""# + "\n"
          + #""5e8ae13bb74dbf0011444ed3","carlo","alfa and omega",[]"# + "\n"
          + #""5e8ae13bb74dbf0011444ed2","Beta",,"[""y""]""# + "\n", type: "text/csv"),
      route: "Export documents", whole: [])
    Interaction.step(
      "an export may name the separator", evidence + [.protocolReference("A5")],
      given: Plates.full + [.lineSeven],
      .get(
        "\(Plates.path)/export",
        query: [
          "_p": "name", "_l": "1", "_exportOpts": #"{"delimiter":";","header":false}"#,
        ], headers: csv),
      .lines(
        #""5e8ae13bb74dbf0011444ed3";"carlo""# + "\n", type: "text/csv"),
      route: "Export documents", whole: [])
    Interaction.unknown(
      "an export of version 6 has no options", evidence, given: Plates.full,
      .get("\(Plates.path)/export", query: ["_exportOpts": "{}"], headers: csv), "_exportOpts",
      at: "querystring", route: "Export documents")
    Interaction.step(
      "a file of comma-separated values is imported", evidence, given: [Plates.collection],
      .upload(
        "\(Plates.path)/import", name: "plates.csv", type: "text/csv",
        "name,price,tags\nAnna,10,\"[\\\"x\\\"]\"\nBerta,20,[]\n"),
      .status(201, json: uploaded), route: "Import documents")
  }

  private static let lines =
    #"{"_id":"5e8ae13bb74dbf0011444ed1","name":"Anna"}"# + "\n"
    + #"{"_id":"5e8ae13bb74dbf0011444ed8","name":"Berta"}"#
  private static let uploaded: Example = ["message": "File uploaded successfully"]

  @InteractionBuilder private static var imports: [Interaction] {
    let path = "\(Plates.path)/import"
    let evidence: [Evidence] = [
      .protocolReference("A4"), .documentation("crud-service, CHANGELOG 6.9.0"),
    ]
    Interaction.step(
      "a file of lines is imported", evidence, given: [Plates.collection],
      .upload(path, type: "application/x-ndjson", lines),
      .status(201, headers: ["Content-Type": Sample.json], json: uploaded),
      route: "Import documents")
    Interaction.step(
      "a file of one array is imported", evidence, given: [Plates.collection],
      .upload(path, type: "application/json", #"[{"name":"Anna"},{"name":"Berta"}]"#),
      .status(201, json: uploaded), route: "Import documents")
    Interaction.step(
      "a file changes documents by their ids", evidence, given: Plates.one,
      .upload(path, by: "PATCH", type: "application/x-ndjson", lines),
      .status(200, headers: ["Content-Type": Sample.json], json: uploaded),
      route: "Import changes")
    Interaction.refusal(
      "a file makes no document twice", [.protocolReference("A10")], given: Plates.one,
      .upload(path, type: "application/x-ndjson", lines), 422,
      "E11000 duplicate key error collection: crud.plates index: _id_ dup key: "
        + #"{ _id: "5e8ae13bb74dbf0011444ed1" }"#, fault: "unique index, 6.x",
      route: "Import documents")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    let path = "\(Plates.path)/import"
    let code = Evidence.sdk("crud-service 7.2.5, lib/httpInterface.js")
    let evidence: [Evidence] = [.protocolReference("A4"), code]
    Interaction.refusal(
      "an import is a form", evidence, given: [Plates.collection],
      .post("\(path)", json: [["name": "Anna"]]), 400, "Request is not multipart",
      fault: "form of an import", route: "Import documents")
    Interaction.refusal(
      "a file of pictures is not imported", evidence, given: [Plates.collection],
      .upload(path, type: "image/png", "x"), 415, "Unsupported file type image/png",
      fault: "file type of an import", route: "Import documents")
    Interaction.refusal(
      "a form that is damaged is refused",
      [.protocolReference("A13"), .decision("the words are ours")], given: [Plates.collection],
      .request(
        "POST", "\(path)", headers: ["Content-Type": "multipart/form-data; boundary=b1"],
        text: "--b2\r\n"), 400, "Multipart: Boundary not found or part malformed",
      fault: "damaged multipart", route: "Import documents")
    Interaction.refusal(
      "a document that does not fit is named by its place", evidence, given: [Plates.collection],
      .upload(path, type: "application/x-ndjson", #"{"name":"Anna"}"# + "\n" + #"{"price":1}"#),
      400, "(index: 1) must have required property 'name'",
      fault: "document of an import", route: "Import documents")
    Interaction.step(
      "a change without an id is inserted", evidence, given: [Plates.collection],
      .upload(path, by: "PATCH", type: "application/x-ndjson", #"{"name":"Anna"}"#),
      .status(200, json: uploaded), route: "Import changes")
  }

  private static let date: Example = [
    "type": "string", "example": "1997-04-24T07:00:00.000Z", "nullable": false,
  ]
  private static let schema: Example = [
    "type": "object",
    "properties": [
      "_id": [
        "type": "string",
        "description": "Hexadecimal identifier of the document in the collection",
        "pattern": #"^[a-fA-F\d]{24}$"#, "example": "000000000000000000000000",
      ], "__STATE__": ["type": "string"], "creatorId": ["type": "string"], "createdAt": date,
      "updaterId": ["type": "string"], "updatedAt": date, "code": ["type": "string"],
      "n": ["type": "number"],
    ],
  ]

  @InteractionBuilder private static var schemas: [Interaction] {
    let evidence: [Evidence] = [
      .protocolReference("A4"), .documentation("crud-service, CHANGELOG 6.10.0"),
      .suite("crud-service 6.10.4, tests/getSchemas.test.js"),
    ]
    Interaction.step(
      "a collection has a schema of its documents", evidence, given: Plates.codes,
      .get("/v2/codes/schema"),
      .status(200, headers: ["Content-Type": Sample.json], json: schema),
      route: "Schema of a collection", whole: [])
    Interaction.step(
      "the service has the schemas of all documents", evidence, given: Plates.codes,
      .get("/-/schemas"),
      .status(
        200, headers: ["Content-Type": "application/json"],
        json: .array([["name": "codes", "schema": schema]])),
      route: "Schemas of all collections")
  }
}
