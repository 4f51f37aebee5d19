import GhostlightContracts
import GhostlightCore

/// Promises about first-generation queries, in their three forms.
enum ItemQueries {
  static let pact = Pact.mia {
    rows
    forms
    fields
    limits
    refusals
    unreadable
  }

  private static let docs = Evidence.documentation("developer_guide/api.md")
  private static let evidence: [Evidence] = [
    .protocolReference("B4"), .guide("MIAQuery"), docs, .sdk("Android core aar"),
  ]

  /// Queries with the names of the pictures that they find.
  private static let queries: [(query: String, names: String)] = [
    ("{}", "dawn noon Dusk"), (#"{"username":"mario"}"#, "dawn noon"),
    (#"{"views":{"$gt":10}}"#, "noon Dusk"), (#"{"views":{"$gte":20}}"#, "noon Dusk"),
    (#"{"views":{"$lt":20}}"#, "dawn"), (#"{"views":{"$lte":20}}"#, "dawn noon"),
    (#"{"views":{"$eq":20}}"#, "noon"), (#"{"username":{"$ne":"mario"}}"#, "Dusk"),
    (#"{"views":{"$in":[10,20]}}"#, "dawn noon"), (#"{"views":{"$nin":[10,20]}}"#, "Dusk"),
    (#"{"tags":{"$all":["x","y"]}}"#, "dawn"), (#"{"tags":"y"}"#, "dawn noon"),
    (#"{"tags":{"$size":1}}"#, "noon"), (#"{"note":{"$exists":true}}"#, "Dusk"),
    (#"{"note":null}"#, "dawn noon Dusk"), (#"{"flashmode":{"$exists":false}}"#, "Dusk"),
    (#"{"picturename":{"$regex":"^d"}}"#, "dawn"),
    (#"{"picturename":{"$regex":"^d","$options":"i"}}"#, "dawn Dusk"),
    (#"{"picturename":{"$regex":"n.jpg$"}}"#, "dawn noon"), (#"{"camera.maker":"A"}"#, "dawn"),
    (#"{"tags":{"$elemMatch":{"$eq":"x"}}}"#, "dawn"),
    (#"{"views":{"$not":{"$gt":10}}}"#, "dawn"),
    (#"{"$and":[{"username":"mario"},{"views":20}]}"#, "noon"),
    (#"{"$or":[{"views":10},{"username":"luigi"}]}"#, "dawn Dusk"),
    (#"{"$nor":[{"views":10},{"username":"luigi"}]}"#, "noon"),
    (
      #"{"$and":[{"updatedAt":{"$gt":1}}],"$limit":10,"$sort":{"picturename":1}}"#, "Dusk dawn noon"
    ),
    (#"{"$sort":{"picturename":-1}}"#, "noon dawn Dusk"),
    (#"{"$sort":{"username":-1,"views":-1}}"#, "noon dawn Dusk"),
    (#"{"$skip":1}"#, "noon Dusk"), (#"{"$limit":1,"$skip":1}"#, "noon"),
    (#"{"$limit":0}"#, "dawn noon Dusk"), (#"{"$limit":9999}"#, "dawn noon Dusk"),
    (#"{"$limitRecursion":2,"username":"luigi"}"#, "Dusk"),
    (#"{"createdAt":{"$lt":1}}"#, ""),
  ]

  private static func found(_ names: String) -> Example {
    .array(
      names.split(separator: " ").map { name in
        let item = [Pictures.dawn, Pictures.noon, Pictures.dusk].first {
          $0["picturename"]?.string == name + ".jpg"
        }
        return Pictures.answer(item ?? [:])
      })
  }

  private static func finds(
    _ description: String, _ query: KeyValuePairs<String, Example>, _ names: String,
    _ evidence: [Evidence] = evidence
  ) -> Interaction {
    Interaction.step(
      description, evidence, given: Pictures.full, .get("\(Pictures.path)/", query: query),
      .status(200, headers: ["Content-Type": "application/json"], json: found(names)),
      route: "List items", whole: ["$[*]"])
  }

  @InteractionBuilder private static var rows: [Interaction] {
    for row in queries {
      let names = row.names.isEmpty ? "nothing" : row.names
      finds("\(row.query) finds \(names)", Pictures.query(row.query), row.names)
    }
  }

  @InteractionBuilder private static var forms: [Interaction] {
    finds(
      "a query may be a parameter", ["mongoQuery": #"{"username":"mario","$sort":{"views":-1}}"#],
      "noon dawn")
    finds(
      "plain parameters are equalities", ["username": "mario"], "dawn noon",
      [.protocolReference("B4"), docs])
    finds(
      "plain whole numbers are numbers", ["views": "20"], "noon", [.protocolReference("B4"), docs])
    finds(
      "plain decimals are numbers", ["views": "20.5"], "Dusk", [.protocolReference("B4"), docs])
    finds(
      "plain parameters may page",
      ["limit": "1", "skip": "1", "username": "mario"], "noon", [.protocolReference("B4"), docs])
  }

  private static func shown(_ fields: String, _ answer: Example) -> Interaction {
    Interaction.step(
      "$fields \(fields) leaves what is asked for",
      [.protocolReference("B4"), .documentation("deployd"), .guide("MIAQuery"), .decision("E7")],
      given: [.item(["id": "p1", "a": 1, "b": 2, "c": ["d": 3]])],
      .get("\(Pictures.path)/", query: Pictures.query(#"{"$fields":"# + fields + "}")),
      .status(200, json: [answer]), route: "List items", whole: ["$[*]"])
  }

  @InteractionBuilder private static var fields: [Interaction] {
    shown(#"{"a":1,"c":1}"#, ["id": "p1", "a": 1, "c": ["d": 3]])
    shown(#"{"nope":1}"#, ["id": "p1"])
    shown(
      #"{"a":0,"c":0}"#,
      [
        "id": "p1", "b": 2, "creatorId": "public", "updaterId": "public", "sync": 0, "trash": 0,
        "createdAt": Sample.anyDate, "updatedAt": Sample.anyDate,
      ])
    shown(#"{"id":1}"#, ["id": "p1"])
  }

  @InteractionBuilder private static var limits: [Interaction] {
    Interaction.step(
      "counting counts all pages", [.protocolReference("B3"), docs], given: Pictures.full,
      .get("\(Pictures.path)/count", query: Pictures.query(#"{"$limit":1,"views":{"$gt":0}}"#)),
      .status(200, json: ["count": 3]), route: "Count items")
    Interaction.step(
      "counting takes conditions that hold together", [.protocolReference("B3")] + evidence,
      given: Pictures.full,
      .get(
        "\(Pictures.path)/count",
        query: Pictures.query(#"{"$and":[{"username":"mario"},{"views":{"$gt":10}}]}"#)),
      .status(200, json: ["count": 1]), route: "Count items")
  }

  private static func refused(
    _ query: String, _ message: String, fault: String = "query not understood"
  ) -> Interaction {
    Interaction.refusedItem(
      "\(query) is refused", [.protocolReference("B4"), .decision("the words")],
      .get("\(Pictures.path)/", query: Pictures.query(query)), 400, message, fault: fault,
      route: "List items")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    refused(#"{"views":{"$mod":[2,0]}}"#, "Unsupported operator: $mod")
    refused(#"{"$where":"1"}"#, "Unknown operator: $where")
    refused(#"{"$or":[]}"#, "$or must be a nonempty array")
    refused(#"{"$limit":-1}"#, "$limit has to be a whole number from 0")
    refused(#"{"$skip":"x"}"#, "$skip has to be a whole number from 0")
    refused(#"{"$sort":"views"}"#, "$sort has to be an object of field names with 1 or -1")
    refused(
      #"{"$fields":{"a":1,"b":0}}"#,
      "$fields has to be an object of field names, either all with 1 or all with 0",
      fault: "mixed fields")
  }

  @InteractionBuilder private static var unreadable: [Interaction] {
    for query in [#"{"views":"#, "{"] {
      Interaction.step(
        "\(query) is not valid JSON, and is refused in plain text",
        [.protocolReference("B4"), .documentation("deployd")],
        .get("\(Pictures.path)/", query: Pictures.query(query)),
        .status(
          400,
          headers: ["Content-Type": .regex("^text/plain(; ?charset=utf-8)?$", "text/plain")]),
        route: "List items", fault: "baas: malformed query", whole: [])
    }
  }
}
