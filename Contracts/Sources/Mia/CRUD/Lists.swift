import GhostlightContracts
import GhostlightCore

/// Promises about lists and counts of the CRUD service, and their query parameters.
enum Lists {
  static let pact = Pact.mia {
    pages
    orders
    fields
    projections
    conditions
    counts
    refusals
    wrongFields
  }

  private static let tests = Evidence.documentation(
    "crud-service, tests/httpInterface.getList.test.js")
  private static let plain = "application/json"

  /// Returns an interaction that lists the names and ids of plates.
  private static func list(
    _ description: String, _ section: String, given states: [GivenState] = Plates.full,
    _ query: KeyValuePairs<String, Example>, _ found: JSONObject..., evidence: Evidence...
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference(section)] + (evidence.isEmpty ? [tests] : evidence),
      given: states,
      PactRequest.get("\(Plates.path)/", query: query).asking("_p", "name"),
      .status(
        200, headers: ["Content-Type": "\(plain)"],
        json: .array(found.map { Plates.only("name", of: $0) })),
      route: "List documents", whole: ["$[*]"])
  }

  @InteractionBuilder private static var pages: [Interaction] {
    let (alfa, beta, carlo) = (Plates.alfa, Plates.beta, Plates.carlo)
    Interaction.step(
      "a list has whole documents in the order of their creation",
      [.protocolReference("A10"), .guide("Create, Read, Update, Delete"), tests],
      given: Plates.full, .get("\(Plates.path)/"),
      .status(
        200, headers: ["Content-Type": "\(plain)"],
        json: .array([alfa, beta, carlo].map { .value(.object($0)) })), route: "List documents",
      whole: ["$[*]"])
    list("nothing that matches is an empty list", "A10", ["name": "none"])
    list("a limit cuts the list", "A5", ["_l": "2"], alfa, beta)
    list("a list may skip", "A8", ["_sk": "2"], carlo)
    list("skipping comes before the limit", "A8", ["_l": "1", "_sk": "1"], beta)
    list("drafts are not in lists", "A5", given: Plates.withDraft, ["_l": "200"], alfa, beta, carlo)
    list(
      "a list has the requested states", "A5", given: Plates.withDraft,
      ["_st": "PUBLIC,DRAFT"], alfa, beta, carlo, Plates.draft)
    list(
      "a list may be of drafts alone", "A5", given: Plates.withDraft, ["_st": "DRAFT"], Plates.draft
    )
    list("the smallest limit is one", "A5", ["_l": "1"], alfa)
    Interaction.step(
      "a list has 25 documents by default",
      [.protocolReference("A5"), tests],
      given: [Plates.collection]
        + (10..<36).map { number in
          var plate = Plates.plate(1, "plate")
          plate["_id"] = .string("5e8ae13bb74dbf00114440\(number)")
          return .document(plate)
        }, .get("\(Plates.path)/", query: ["_p": "name"]),
      .status(
        200,
        json: .array(
          (10..<35).map { ["_id": "5e8ae13bb74dbf00114440\($0)", "name": "plate"] })),
      route: "List documents", whole: ["$[*]"])
  }

  @InteractionBuilder private static var orders: [Interaction] {
    let (alfa, beta, carlo) = (Plates.alfa, Plates.beta, Plates.carlo)
    list("a list is ordered by a field", "A8", ["_s": "kind"], carlo, alfa, beta)
    list("a minus turns the order round", "A8", ["_s": "-name"], carlo, beta, alfa)
    list("texts are in order of their bytes", "A6", ["_s": "name"], alfa, beta, carlo)
    list(
      "a second field orders what the first leaves equal", "A8", ["_s": "-price,-name"],
      carlo, beta, alfa)
    list("an order may be of a nested field", "A8", ["_s": "-meta.n"], beta, alfa, carlo)
    list(
      "documents without the field come first", "A8", ["_s": "since"], carlo, alfa, beta,
      evidence: .documentation("MongoDB, comparison order"))
    list(
      "an array is ordered by its smallest element", "A8", ["_s": "sizes"], carlo, alfa, beta,
      evidence: .documentation("MongoDB, comparison order"))
    list(
      "an array is ordered backwards by its largest element", "A8", ["_s": "-sizes"], beta, alfa,
      carlo, evidence: .documentation("MongoDB, comparison order"))
    list(
      "an order comes before skipping and the limit", "A8",
      ["_l": "1", "_s": "-price,name", "_sk": "1"], carlo)
    list(
      "requested states may be ordered", "A8", given: Plates.withDraft,
      ["_s": "-name", "_st": "PUBLIC,DRAFT"], carlo, Plates.draft, beta, alfa)
    list(
      "the 6.x line has no order of a collection's own", "A14", [:], alfa, beta, carlo,
      evidence: .documentation("crud-service, CHANGELOG 7.0.0"), .decision("profile 6"))
  }

  /// Returns an interaction that reads the first plate with a projection (`_p` or `_rawp`).
  private static func shown(
    _ description: String, _ query: KeyValuePairs<String, Example>, _ answer: JSONObject,
    evidence: Evidence...
  ) -> Interaction {
    var whole = answer
    whole["_id"] = Plates.alfa["_id"]
    return Interaction.step(
      description, [.protocolReference("A7")] + (evidence.isEmpty ? [tests] : evidence),
      given: Plates.one,
      .get("\(Plates.path)/", query: query), .status(200, json: .array([.value(.object(whole))])),
      route: "List documents", whole: ["$[*]"])
  }

  @InteractionBuilder private static var fields: [Interaction] {
    shown("only these fields, and the id", ["_p": "name,price"], ["name": "Alfa", "price": 10])
    shown(
      "nested fields", ["_p": "info.color,meta.n"], ["info": ["color": "red"], "meta": ["n": 1]])
    shown(
      "nested fields of an array's elements", ["_p": "parts.name"],
      ["parts": [["name": "lid"], ["name": "cup"]]])
    shown("a nested field that is not there leaves its object", ["_p": "info.none"], ["info": [:]])
    shown("names that are not known are ignored", ["_p": "name,nope"], ["name": "Alfa"])
    shown("if no name is known, only the id is left", ["_p": "nope"], [:])
    shown(
      "the element that the filter matches", ["_p": "parts.$", "_q": #"{"parts.name":"cup"}"#],
      ["parts": [["name": "cup", "size": 9]]])
  }

  @InteractionBuilder private static var projections: [Interaction] {
    let code = Evidence.sdk("crud-service, lib/projectionUtils.js")
    shown("a raw projection of fields", ["_rawp": #"{"name":1}"#], ["name": "Alfa"], evidence: code)
    Interaction.step(
      "a raw projection leaves fields out", [.protocolReference("A7"), code], given: Plates.one,
      .get("\(Plates.alfaPath)", query: ["_rawp": #"{"parts":0,"info":0,"meta":0}"#]),
      .status(
        200,
        json: .value(
          .object(
            JSONObject(
              uniqueMembers: Plates.alfa.members.filter {
                !["parts", "info", "meta"].contains($0.key)
              })))), route: "Get a document")
    shown(
      "a raw projection may come in base64", ["_rawp": "eyJuYW1lIjoxfQ=="], ["name": "Alfa"],
      evidence: code
    ).sending("json-query-params-encoding", "base64")
    shown(
      "a raw projection computes", ["_rawp": #"{"name":{"$first":"$tags"}}"#],
      ["name": "x"], evidence: .documentation("MongoDB, aggregation expressions"),
      .decision("E56"))
    shown(
      "a raw projection joins arrays",
      [
        "_rawp":
          #"{"name":{"$reduce":{"input":"$tags","initialValue":[],"in":{"$concatArrays":["$$value",["$$this"]]}}}}"#
      ], ["name": ["x", "y"]], evidence: .documentation("MongoDB, aggregation expressions"),
      .decision("E56"))
    Interaction.refusal(
      "an operator that is not on the service's list is refused in a raw projection",
      [.protocolReference("A7"), .sdk("crud-service 7.2.5, lib/consts.js")], given: Plates.one,
      .get("\(Plates.path)/", query: ["_rawp": #"{"name":{"$toUpper":"$name"}}"#]), 400,
      "Operator $toUpper is not allowed in raw projection", fault: "operator in a projection",
      route: "List documents")
    shown(
      "a raw projection writes a date out",
      [
        "_rawp":
          #"{"name":{"$dateToString":{"date":"$since","format":"%d.%m.%Y %H:%M","timezone":"+01:00"}}}"#
      ], ["name": "01.01.2020 01:00"], evidence: .documentation("MongoDB, aggregation expressions"),
      .decision("E56"))
    Interaction.refusal(
      "two projections are too many", [.protocolReference("A7"), code], given: Plates.one,
      .get("\(Plates.path)/", query: ["_p": "name", "_rawp": #"{"name":1}"#]), 400,
      "Use of both _rawp and _p parameter is not allowed", fault: "two projections",
      route: "List documents")
    Interaction.refusal(
      "a raw projection is JSON", [.protocolReference("A7"), code], given: Plates.one,
      .get("\(Plates.path)/", query: ["_rawp": "{"]), 400,
      "unexpected end at byte 1", fault: "projection is no JSON", route: "List documents")
    Interaction.refusal(
      "an operator that reads other documents is refused in a raw projection",
      [.protocolReference("A7"), code], given: Plates.one,
      .get("\(Plates.path)/", query: ["_rawp": #"{"name":{"$function":{}}}"#]), 400,
      "Operator $function is not allowed in raw projection", fault: "operator in a projection",
      route: "List documents")
  }

  @InteractionBuilder private static var conditions: [Interaction] {
    let (alfa, beta, carlo) = (Plates.alfa, Plates.beta, Plates.carlo)
    list("a field may be a parameter", "A5", ["kind": "soup"], alfa, beta)
    list("a parameter is a number if the field is", "A5", ["price": "20"], beta, carlo)
    list("a parameter is a truth value if the field is", "A5", ["vegan": "true"], alfa)
    list("a parameter is a date if the field is", "A5", ["since": "2020-01-01"], alfa)
    list(
      "a parameter is an id where the field is", "A5", ["chef": "5e8af37ab74dbf0011444ed6"], alfa)
    list("a parameter may be the id", "A5", ["_id": "5e8ae13bb74dbf0011444ed2"], beta)
    list("a parameter may be a path below an object with a schema", "A5", ["meta.n": "2"], beta)
    list(
      "a parameter may be a path into an array with a schema", "A5", ["parts.0.size": "4"], beta)
    list("a parameter may be an element of an array", "A5", ["tags": "y"], alfa, beta)
    list("parameters hold together", "A5", ["kind": "soup", "price": "20"], beta)
    list(
      "parameters and a filter hold together", "A5",
      ["kind": "soup", "_q": #"{"price":{"$lt":20}}"#], alfa)
    list("a filter may come in base64", "A5", ["_q": "eyJwcmljZSI6MTB9"], alfa)
      .sending("json-query-params-encoding", "base64")
    list("the encoding had another name once", "A5", ["_q": "eyJ2ZWdhbiI6dHJ1ZX0"], alfa)
      .sending("json_query_params_encoding", "base64")
  }

  private static func count(
    _ description: String, _ query: KeyValuePairs<String, Example>, _ number: Int64
  ) -> Interaction {
    Interaction.step(
      description,
      [
        .protocolReference("A10"), .sdk("crud-service 6.3.0, lib/httpInterface.js"),
        .decision("E40: a number alone"),
      ],
      given: Plates.withDraft, .get("\(Plates.path)/count", query: query),
      .status(200, headers: ["Content-Type": Sample.json], json: .value(.integer(number))),
      route: "Count documents", whole: [])
  }

  @InteractionBuilder private static var counts: [Interaction] {
    count("a count includes public documents only", [:], 3)
    count("counting takes a filter", ["_q": #"{"price":20}"#], 2)
    count("counting takes states", ["_st": "DRAFT,PUBLIC"], 4)
    count("counting takes parameters", ["kind": "soup", "price": "10"], 1)
    count("an estimate is of all documents", ["_useEstimate": "true", "kind": "soup"], 4)
    Interaction.refusal(
      "places are not counted",
      [.protocolReference("A6"), .documentation("crud-service, CHANGELOG 5.0.0")],
      given: Plates.full,
      .get(
        "\(Plates.path)/count",
        query: ["_q": #"{"place":{"$nearSphere":{"from":[9.19,45.46]}}}"#]), 500,
      "$nearSphere is not allowed in this context", fault: "refused by the database",
      route: "Count documents")
  }

  private static func wrong(_ name: String, _ value: String, _ message: String) -> Interaction {
    Interaction.invalid(
      "a list asked for \(name)=\(value) is refused", [.protocolReference("A5"), tests],
      given: [Plates.collection],
      .get("\(Plates.path)/", query: KeyValuePairs(dictionaryLiteral: (name, "\(value)"))),
      message, route: "List documents")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    let names =
      "_id|__STATE__|creatorId|createdAt|updaterId|updatedAt|name|kind|note|price|vegan|since|chef"
      + "|tags|sizes|parts|info|meta"
    wrong("_l", "500", "querystring/_l must be <= 200")
    wrong("_l", "201", "querystring/_l must be <= 200")
    wrong("_l", "0", "querystring/_l must be >= 1")
    wrong("_l", "many", "querystring/_l must be integer")
    wrong("_sk", "-1", "querystring/_sk must be >= 0")
    wrong("_s", "place", "querystring/_s must match pattern \"^-?(\(names))(\\..+)?$\"")
    wrong("_s", "name,nope", "querystring/_s must match pattern \"^-?(\(names))(\\..+)?$\"")
    wrong("_st", "NONE", "querystring/_st must match pattern \"(PUBLIC|DRAFT|TRASH|DELETED)\"")
    wrong("price", "dear", "querystring/price must be number")
    wrong("vegan", "maybe", "querystring/vegan must be boolean")
    wrong(
      "chef", "5", #"querystring/chef must match pattern "^[a-fA-F\d]{24}$""#)
  }

  @InteractionBuilder private static var wrongFields: [Interaction] {
    Interaction.invalid(
      "a list takes each parameter once", [.protocolReference("A5"), .decision("400")],
      given: [Plates.collection],
      PactRequest.get("\(Plates.path)/", query: ["kind": "soup"]).asking("kind", "pasta"),
      "querystring/kind must be string", route: "List documents")
    for name in ["nope", "__STATE__", "place", "info", "info.color", "_useEstimate"] {
      Interaction.unknown(
        "a list takes no parameter \(name)",
        [.protocolReference("A5"), .protocolReference("A13"), tests],
        given: [Plates.collection],
        .get("\(Plates.path)/", query: KeyValuePairs(dictionaryLiteral: (name, "PUBLIC"))), name,
        at: "querystring", route: "List documents")
    }
  }
}
