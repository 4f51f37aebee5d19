import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// A request that needs much work if there are many documents.
struct MiaWorkRow: Sendable, CustomTestStringConvertible {
  let title: String
  let request: Request

  init(_ title: String, _ request: Request) {
    self.title = title
    self.request = request
  }

  var testDescription: String { title }

  private static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil
  ) -> Request { MiaProject.request(method, target, body) }

  private static func raw(_ projection: String, _ more: String = "") -> RequestTarget {
    RequestTarget("/v2/crowd/export?_rawp=\(PercentEncoding.encode(projection))\(more)")
  }

  private static func array(_ count: Int, _ element: (Int) -> JSON) -> JSON {
    .array((0..<count).map(element))
  }

  /// Requests that must succeed even with many documents.
  static let honest: [MiaWorkRow] = [
    .init("export", request(.get, "/v2/crowd/export")),
    .init("export and sort", request(.get, "/v2/crowd/export?_s=-name,number")),
    .init(
      "filter and sort",
      request(.get, MiaProject.query("crowd", #"{"number":{"$gt":5}}"#, "&_s=name"))),
    .init("count", request(.get, MiaProject.query("crowd", #"{"name":{"$regex":"^n.*9$"}}"#))),
    .init("near", request(.get, MiaProject.query("crowd", near))),
    .init("words", request(.get, MiaProject.query("crowd", #"{"$text":{"$search":"house"}}"#))),
    .init("insert many", request(.post, "/v2/crowd/bulk", documents(3_200))),
    .init("update all", request(.patch, "/v2/crowd/", ["$inc": ["number": 1]])),
    .init("delete all", request(.delete, "/v2/crowd/")),
    .init("import", MiaRouteRow.upload(.post, "/v2/crowd/import", table(3_200), type: "text/csv")),
    .init("create items", request(.post, "/pictures/bulk", items(3_200))),
    .init(
      "a table of huge cells",
      MiaRouteRow.upload(.post, "/v2/crowd/import", hugeTable, type: "text/csv")),
    .init("one item of many fields", request(.post, "/pictures/", .object(fields(8_000)))),
  ]

  private static let near =
    #"{"place":{"$nearSphere":{"from":[9,45],"maxDistance":100000000}}}"#

  private static func table(_ lines: Int) -> String {
    "name,number\n" + (0..<lines).map { "row \($0),\($0)\n" }.joined()
  }

  private static func fields(_ count: Int) -> JSONObject {
    JSONObject(uniqueMembers: (0..<count).map { .init("field\($0)", .integer(Int64($0))) })
  }

  /// Requests that must be refused even with few documents.
  static let hostile: [MiaWorkRow] = [
    .init(
      "an expression of many steps",
      request(.get, MiaProject.query("crowd", #"{"text":{"$regex":"(a|b){1,1000}c"}}"#))),
    .init("many expressions", request(.get, MiaProject.query("crowd", expressions))),
    .init("many conditions", request(.get, MiaProject.query("crowd", conditions))),
    .init("arrays put together", request(.get, raw(joined, "&_l=100"))),
    .init("filters in filters", request(.get, raw(filters))),
    .init("the same over and over", request(.get, raw(copies))),
    .init("elements added everywhere", request(.patch, "/v2/crowd/", added)),
    .init("elements sorted everywhere", request(.patch, "/v2/crowd/", pushed)),
    .init("each looked for by itself", request(.patch, "/v2/crowd/bulk", absent)),
    .init("states of all, again and again", request(.post, "/v2/crowd/state", states)),
    .init(
      "commands in conflict with none",
      request(.patch, "/v2/crowd/", ["$set": .object(paths(4_000))])),
    .init(
      "a table that is wide",
      MiaRouteRow.upload(.post, "/v2/crowd/import", wideTable, type: "text/csv")),
    .init("a query of many names", request(.get, RequestTarget("/v2/crowd/?" + names))),
    .init("an array within an array", request(.put, "/pictures/big", unique)),
  ]

  private static let expressions: String = {
    let parts = (0..<300).map { number in #"{"text":{"$regex":"(x|y)+\#(number)"}}"# }
    return #"{"$or":["# + parts.joined(separator: ",") + "]}"
  }()

  private static let conditions: String = {
    let parts = (0..<2_000).map { number in #"{"number":{"$gt":\#(number + 100_000)}}"# }
    return #"{"$or":["# + parts.joined(separator: ",") + "]}"
  }()

  private static let names: String = {
    let parts = (0..<8_000).map { number in "a\(number)=1" }
    return parts.joined(separator: "&")
  }()

  private static let wideTable: String = {
    let names = (0..<2_000).map { number in "c\(number)" }
    let cells = Array(repeating: "x", count: 2_000).joined(separator: ",")
    let lines = [names.joined(separator: ",")] + Array(repeating: cells, count: 50)
    return lines.joined(separator: "\n")
  }()

  private static let hugeTable: String = {
    let cell = String(repeating: "y\"\"", count: 60_000)
    let lines = (0..<3).map { number in "n\(number),\"\(cell)\"" }
    return (["name,text"] + lines).joined(separator: "\n")
  }()

  private static func numbers(_ count: Int, from start: Int = 0) -> JSON {
    array(count) { number in JSON.integer(Int64(start + number)) }
  }

  private static let added: JSON = ["$addToSet": ["list": ["$each": numbers(500)]]]
  private static let pushed: JSON = ["$push": ["x": ["$each": numbers(500), "$sort": 1]]]
  private static let unique: JSON = ["list": ["$addUnique": numbers(3_000, from: 10_000)]]

  private static let absent: JSON = array(500) { number in
    let name = JSON.string("none\(number)")
    return ["filter": ["text": name], "update": ["$inc": ["number": 1]]]
  }

  private static let states: JSON = array(200) { number in
    let state: JSON = number % 2 == 0 ? "DRAFT" : "PUBLIC"
    return ["filter": [:], "stateTo": state]
  }

  private static func documents(_ count: Int) -> JSON {
    array(count) { number in
      let name = JSON.string("new \(number)")
      return ["name": name, "number": .integer(Int64(number)), "list": [1, 2, 3]]
    }
  }

  private static func items(_ count: Int) -> JSON {
    array(count) { number in ["n": .integer(Int64(number)), "name": "x"] }
  }

  private static let joined =
    #"{"x":{"$concatArrays":["# + Array(repeating: "\"$list\"", count: 3_000).joined(separator: ",")
    + "]}}"

  private static let filters =
    #"{"x":{"$filter":{"input":"$list","as":"a","cond":{"$size":{"$filter":{"input":"$list","as":"b","cond":"#
    + #"{"$size":{"$filter":{"input":"$list","as":"c","cond":{"$gt":["$$c","$$a"]}}}}}}}}}}"#

  private static let copies =
    "{" + (0..<2_000).map { #""x\#($0)":"$list""# }.joined(separator: ",") + "}"

  private static func paths(_ count: Int) -> JSONObject {
    JSONObject(uniqueMembers: (0..<count).map { .init("info.k\($0)", .integer(Int64($0))) })
  }

  /// Requests to send with increasing budgets, some of each kind, for a project with few documents.
  static let all: [MiaWorkRow] =
    honest.filter { $0.request.body.count < 1_000 } + [
      .init(
        "insert some",
        request(.post, "/v2/crowd/bulk", array(40) { ["name": .string("new \($0)")] })),
      .init(
        "insert some until one is there",
        request(
          .post, "/v2/named/bulk", array(40) { ["name": .string("new \($0 == 30 ? 0 : $0)")] })),
      .init(
        "import some", MiaRouteRow.upload(.post, "/v2/crowd/import", table(40), type: "text/csv")),
      .init(
        "update one by one",
        request(
          .patch, "/v2/crowd/bulk",
          array(20) {
            ["filter": ["number": .integer(Int64($0))], "update": ["$inc": ["number": 1_000]]]
          })),
      .init(
        "states",
        request(
          .post, "/v2/crowd/state",
          [["filter": [:], "stateTo": "TRASH"], ["filter": [:], "stateTo": "DELETED"]])),
      .init(
        "push to all",
        request(
          .patch, "/v2/crowd/", ["$push": ["list": ["$each": [9, 1], "$sort": -1, "$slice": 2]]])),
      .init("pull from all", request(.patch, "/v2/crowd/", ["$pull": ["list": ["$in": [1, 2]]]])),
      .init(
        "create some items",
        request(.post, "/pictures/bulk", array(40) { ["n": .integer(Int64($0))] })),
      .init(
        "change an item",
        request(.put, "/pictures/big", ["list": ["$pullAll": [1, 2, 3]], "n": ["$inc": 2]])),
      .init("empty a collection", request(.delete, "/pictures/empty")),
    ]
}

extension MiaProject {
  /// Creates a project with `count` documents in `crowd`, a collection with unique names, and with
  /// items.
  static func crowd(_ count: Int) throws -> MiaProject {
    var project = MiaProject()
    try project.setUp("collection exists", ["definition": crowdDefinition])
    try project.setUp(
      "collection exists",
      [
        "definition": [
          "name": "named", "endpointBasePath": "/named", "defaultState": "PUBLIC",
          "fields": [["name": "name", "type": "string"]],
          "indexes": [
            ["name": "n", "type": "normal", "unique": true, "fields": [["name": "name"]]]
          ],
        ]
      ])
    let list = JSON.array((0..<40).map { .integer(Int64($0)) })
    for start in stride(from: 0, to: count, by: 1_000) {
      let documents = (start..<min(count, start + 1_000)).map { number -> JSON in
        [
          "name": .string("name \(number % 977)"), "number": .integer(Int64(number)),
          "text": "abababababababababab, an old house", "list": list,
          "place": [.double(Double(number % 180)), .double(Double(number % 90))],
        ]
      }
      project.send(MiaProject.request(.post, "/v2/crowd/bulk", .array(documents)))
    }
    for number in 0..<20 {
      let id = JSON.string(number == 0 ? "big" : "p\(number)")
      let list = JSON.array((0..<(number == 0 ? 3_000 : 2)).map { .integer(Int64($0)) })
      try project.setUp(
        "item exists", ["collection": "pictures", "item": ["id": id, "n": 1, "list": list]])
    }
    return project
  }

  private static let crowdDefinition: JSON = [
    "name": "crowd", "endpointBasePath": "/crowd", "defaultState": "PUBLIC",
    "fields": [
      ["name": "name", "type": "string"], ["name": "number", "type": "number"],
      ["name": "text", "type": "string"], ["name": "place", "type": "GeoPoint"],
      ["name": "list", "type": "Array", "items": ["type": "number"]],
      ["name": "info", "type": "RawObject"], ["name": "x", "type": "Array"],
    ],
    "indexes": [
      ["name": "number_1", "type": "normal", "fields": [["name": "number", "order": 1]]],
      ["name": "words", "type": "text", "fields": [["name": "text"]]],
    ],
  ]
}
