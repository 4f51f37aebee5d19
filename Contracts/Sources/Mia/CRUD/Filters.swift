import GhostlightContracts
import GhostlightCore

/// Promises about the filter language of the CRUD service, operator by operator.
enum Filters {
  static let pact = Pact.mia {
    rows("A6", equality)
    rows("A6", order)
    rows("A6", presence)
    rows("A6", arrays)
    rows("A6", arraysOfSeven, given: [.lineSeven])
    rows("A6", connectives)
    searches
    refused
    broken
  }

  /// A filter and the names of the plates that match it, among Alfa, Beta and carlo.
  private typealias Row = (filter: String, names: String)

  private static let equality: [Row] = [
    ("{}", "Alfa Beta carlo"), (#"{"name":"Beta"}"#, "Beta"), (#"{"name":{"$eq":"Beta"}}"#, "Beta"),
    (#"{"name":"beta"}"#, ""), (#"{"price":20}"#, "Beta carlo"), (#"{"price":20.0}"#, "Beta carlo"),
    (#"{"vegan":false}"#, "Beta"), (#"{"since":"2020-01-01"}"#, "Alfa"),
    (#"{"since":1577836800000}"#, "Alfa"), (#"{"chef":"5E8AF37AB74DBF0011444ED6"}"#, "Alfa"),
    (#"{"_id":"5e8ae13bb74dbf0011444ed3"}"#, "carlo"), (#"{"note":null}"#, "Alfa Beta"),
    (#"{"note":{"$eq":null}}"#, "Alfa Beta"), (#"{"vegan":{"$ne":true}}"#, "Beta carlo"),
    (#"{"price":{"$in":[10,30]}}"#, "Alfa"), (#"{"price":{"$nin":[10,30]}}"#, "Beta carlo"),
    (#"{"vegan":{"$nin":[true]}}"#, "Beta carlo"),
    (#"{"since":{"$in":["2020-01-01","2021-06-01T12:00:00Z"]}}"#, "Alfa Beta"),
    (#"{"info":{"color":"blue"}}"#, "Beta"), (#"{"info.color":"red"}"#, "Alfa"),
    (#"{"info.deep.n":1}"#, "Alfa"), (#"{"meta":{"s":"one","n":1}}"#, ""),
    (#"{"place":[9.19,45.46]}"#, "Alfa"),
  ]
  private static let order: [Row] = [
    (#"{"price":{"$gt":10}}"#, "Beta carlo"), (#"{"price":{"$gte":10}}"#, "Alfa Beta carlo"),
    (#"{"price":{"$lt":20}}"#, "Alfa"), (#"{"price":{"$lte":20}}"#, "Alfa Beta carlo"),
    (#"{"price":{"$gt":10,"$lt":20}}"#, ""), (#"{"price":{"$gt":"1"}}"#, ""),
    (#"{"name":{"$gt":"B"}}"#, "Beta carlo"), (#"{"since":{"$gt":"2020-12-31"}}"#, "Beta"),
    (#"{"updatedAt":{"$gte":"2020-04-05T17:16:14.175Z"}}"#, "Alfa Beta carlo"),
    (#"{"updatedAt":{"$gt":"2020-04-05T17:16:14.175Z"}}"#, ""),
  ]
  private static let presence: [Row] = [
    (#"{"note":{"$exists":true}}"#, "Alfa carlo"), (#"{"note":{"$exists":false}}"#, "Beta"),
    (#"{"info":{"$exists":false}}"#, "carlo"), (#"{"name":{"$regex":"^[AB]"}}"#, "Alfa Beta"),
    (#"{"name":{"$regex":"^c","$options":"i"}}"#, "carlo"),
    (#"{"name":{"$regex":"^C","$options":"i"}}"#, "carlo"),
    (#"{"name":{"$regex":"a$"}}"#, "Alfa Beta"),
    (#"{"name":{"$regex":"A|B","$gt":"B"}}"#, "Beta"),
  ]
  private static let arrays: [Row] = [
    (#"{"tags":"y"}"#, "Alfa Beta"), (#"{"tags":["x","y"]}"#, "Alfa"), (#"{"tags":["y","x"]}"#, ""),
    (#"{"tags":[]}"#, "carlo"),
    (#"{"sizes":{"$elemMatch":{"$gt":1,"$lt":4}}}"#, "Alfa"),
    (#"{"tags":{"$all":["y","x"]}}"#, "Alfa"),
    (#"{"tags":{"$in":["x","z"]}}"#, "Alfa"), (#"{"tags":{"$nin":["x"]}}"#, "Beta carlo"),
    (#"{"parts.name":"lid"}"#, "Alfa"), (#"{"parts.1.name":"cup"}"#, "Alfa"),
    (#"{"parts":{"$elemMatch":{"name":"cup","size":4}}}"#, "Beta"),
    (#"{"parts":{"$elemMatch":{"name":"lid","size":9}}}"#, ""),
    (#"{"parts.size":{"$lte":3}}"#, "Alfa"),
  ]
  private static let arraysOfSeven: [Row] = [
    (#"{"tags":{"$size":1}}"#, "Beta"), (#"{"tags":{"$eq":"y"}}"#, "Beta Alfa"),
  ]
  private static let connectives: [Row] = [
    (#"{"$or":[{"price":10},{"name":"carlo"}]}"#, "Alfa carlo"),
    (#"{"$and":[{"price":20},{"kind":"soup"}]}"#, "Beta"),
    (#"{"$or":[{"$and":[{"price":20},{"kind":"soup"}]},{"vegan":true}]}"#, "Alfa Beta"),
    (#"{"$or":[{"price":10},{"price":20}],"kind":"pasta"}"#, "carlo"),
  ]

  private static func found(_ names: String, score: Bool = false) -> Example {
    .array(
      names.split(separator: " ").map { name in
        let document = [Plates.alfa, Plates.beta, Plates.carlo].first {
          $0["name"]?.string == String(name)
        }
        let only = Plates.only("name", of: document ?? [:])
        guard score, case .value(.object(let object)) = only else { return only }
        return .object(
          object.members.map { .init($0.key, .value($0.value)) } + [.init("score", .number(1.1))])
      })
  }

  private static func rows(
    _ section: String, _ rows: [Row], given states: [GivenState] = []
  ) -> [Interaction] {
    rows.map { row in
      let names = row.names.isEmpty ? "nothing" : row.names
      return Interaction.step(
        "\(row.filter) finds \(names)",
        [
          .protocolReference(section), .guide("Create, Read, Update, Delete"),
          .suite("crud-service, tests/queryParser.test.js"),
        ], given: Plates.full + states,
        .get("\(Plates.path)/", query: ["_q": "\(row.filter)", "_p": "name"]),
        .status(200, json: found(row.names)), route: "List documents", whole: ["$[*]"])
    }
  }

  /// Filters that also sort their results: by distance, or by text search score.
  private static let ordered: [Row] = [
    (#"{"place":{"$nearSphere":{"from":[12,42]}}}"#, "Beta Alfa"),
    (#"{"place":{"$nearSphere":{"from":[9.19,45.46],"maxDistance":1000}}}"#, "Alfa"),
    (#"{"place":{"$nearSphere":{"from":[9.19,45.46],"minDistance":1000}}}"#, "Beta"),
    (#"{"$text":{"$search":"alfa"}}"#, "Alfa carlo"),
    (#"{"$text":{"$search":"alfa","$caseSensitive":true}}"#, "carlo"),
    (#"{"$text":{"$search":"beta"},"price":20}"#, "Beta"),
    (#"{"$text":{"$search":"omegas"}}"#, "carlo"),
  ]

  @InteractionBuilder private static var searches: [Interaction] {
    for row in ordered {
      Interaction.step(
        "\(row.filter) finds \(row.names) in this order",
        [
          .protocolReference("A6"),
          .suite("crud-service, tests/httpInterface.getList.test.js"),
        ],
        given: Plates.full,
        .get("\(Plates.path)/", query: ["_q": "\(row.filter)", "_p": "name"]),
        .status(200, json: found(row.names, score: row.filter.contains("$text"))),
        route: "List documents", whole: ["$[*]"])
    }
    Interaction.step(
      "a requested order comes before nearness", [.protocolReference("A6")],
      given: Plates.full,
      .get(
        "\(Plates.path)/",
        query: [
          "_q": #"{"place":{"$nearSphere":{"from":[12,42]}}}"#, "_p": "name", "_s": "name",
        ]), .status(200, json: found("Alfa Beta")), route: "List documents", whole: ["$[*]"])
  }

  private static let language: [(filter: String, message: String)] = [
    (#"{"nope":1}"#, "Unknown field: nope"), (#"{"$nor":[{"price":1}]}"#, "Unknown operator: $nor"),
    (#"{"$not":{"price":1}}"#, "Unknown operator: $not"),
    (#"{"price":{"$mod":[2,0]}}"#, "Unsupported operator: $mod"),
    (#"{"price":{"$elemMatch":{"$gt":1}}}"#, "Unsupported operator: $elemMatch for number field"),
    (
      #"{"name":{"$nearSphere":{"from":[1,2]}}}"#,
      "Unsupported operator: $nearSphere for string field"
    ),
    (#"{"place":{"lon":1,"lat":2}}"#, "Unsupported operator: lon"),
    (#"{"since":"soon"}"#, "Invalid Date"), (#"{"chef":"5"}"#, "Invalid objectId"),
    (#"{"chef":5}"#, "Invalid objectId"),
    (
      #"{"$text":{"$language":"en"}}"#,
      "$text search query [object Object] must include $search field"
    ),
    (#"{"sizes":{"$gt":5}}"#, "Unsupported operator: $gt for Array field"),
    (#"{"tags":{"$size":1}}"#, "Unsupported operator: $size"),
    (#"{"tags":{"$eq":"y"}}"#, "Unsupported operator: $eq for Array field"),
    (#"{"info":{"$ne":{}}}"#, "Unsupported operator: $ne for RawObject field"),
  ]

  @InteractionBuilder private static var refused: [Interaction] {
    for row in language {
      Interaction.refusal(
        "\(row.filter) is refused",
        [
          .protocolReference("A6"), .sdk("crud-service 6.10.4, lib/httpInterface.js"),
          .suite("crud-service, tests/queryParser.test.js"),
        ], given: [Plates.collection], .get("\(Plates.path)/", query: ["_q": "\(row.filter)"]), 500,
        row.message, fault: "filter language, 6.x", route: "List documents")
    }
  }

  @InteractionBuilder private static var broken: [Interaction] {
    let request = PactRequest.get("\(Plates.path)/", query: ["_q": #"{"name":"#])
    Interaction.step(
      "a filter that is not JSON is an error of the service",
      [.protocolReference("A6"), .sdk("crud-service, lib/resolveMongoQuery.js")],
      given: [Plates.collection], request,
      .status(
        500, headers: ["Content-Type": Sample.json],
        json: [
          "statusCode": 500, "error": "Internal Server Error",
          "message": .notEmpty("Unexpected end of JSON input"),
        ]), route: "List documents", fault: "filter is no JSON")
    Interaction.refusal(
      "a list of conditions may not be empty",
      [.protocolReference("A13"), .documentation("MongoDB, $or")], given: [Plates.collection],
      .get("\(Plates.path)/", query: ["_q": #"{"$or":[]}"#]), 500,
      "$or must be a nonempty array", fault: "refused by the database", route: "List documents")
    Interaction.refusal(
      "conditions are nested at most 50 deep",
      [.protocolReference("A13"), .decision("a limit, so that no filter is endless")],
      given: [Plates.collection],
      .get(
        "\(Plates.path)/",
        query: [
          "_q": .value(
            .string(
              String(repeating: #"{"$and":["#, count: 51) + #"{"price":1}"#
                + String(repeating: "]}", count: 51)))
        ]), 500, "Exceeded depth limit of 50 conditions within conditions",
      fault: "refused by the database", route: "List documents")
  }
}
