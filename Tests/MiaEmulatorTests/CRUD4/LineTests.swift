import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// The parameters that the two lines of the CRUD service accept for the same three definitions.
///
/// - Source: crud-service 6.10.4 (commit d700d7b) and 7.2.5 (commit bd42789),
///   lib/JSONSchemaGenerator.js, lib/QueryParser.js and lib/generatePathFromJsonSchema.js.
@Suite struct `The lines of the CRUD service` {
  private func check(_ row: LineRow, _ line: CRUDCompatibility) throws {
    var project = try MiaProject.lines(line)
    #expect(try row.run(&project) == row.expected(line))
  }

  /// Tests of the service: tests/httpInterface.getList.test.js and tests/httpInterface.getById.test.js.
  @Test(arguments: LineRow.parameters, [CRUDCompatibility.six, .seven])
  func `parameters are derived from the definition`(
    _ row: LineRow, _ line: CRUDCompatibility
  ) throws { try check(row, line) }

  /// Tests of the service: tests/queryParser.test.js.
  @Test(arguments: LineRow.filters, [CRUDCompatibility.six, .seven])
  func `operators of filters depend on the field's type`(
    _ row: LineRow, _ line: CRUDCompatibility
  ) throws { try check(row, line) }

  /// Tests of the service: tests/httpInterface.patchById.special.test.js.
  @Test(arguments: LineRow.commands, [CRUDCompatibility.six, .seven])
  func `commands are derived from the definition`(
    _ row: LineRow, _ line: CRUDCompatibility
  ) throws { try check(row, line) }

  /// Tests of the service: tests/httpInterface.changeStateBulk.test.js and
  /// tests/httpInterface.patchBulk.test.js.
  @Test(arguments: LineRow.bulk, [CRUDCompatibility.six, .seven])
  func `filters in bodies are derived from the definition`(
    _ row: LineRow, _ line: CRUDCompatibility
  ) throws { try check(row, line) }
}

extension LineRow {
  private static let lid = MiaDefinitions.lid
  private static let up = MiaDefinitions.up
  private static let none = #"404 {"error":"not found"}"#

  static let parameters: [LineRow] = [
    .init("GET plates/?tags=a", "200 lid"), .init("GET plates/?tags=z", "200"),
    .init("GET plates/?tags=a&tags=b", "200 lid"), .init("GET plates/?tags=b&tags=a", "200"),
    .init("GET plates/?nums=1", "200 cup"),
    .init("GET plates/?nums=x", "400 querystring/nums must be array,number,null"),
    .init("GET plates/?parts=x", "400 querystring/parts must be array,object"),
    .init("GET plates/?info=x", unknown("info")), .init("GET plates/?info.k=1", unknown("info.k")),
    .init("GET plates/\(lid)?info.k=1", none), .init("GET plates/\(lid)?tags=z", none),
    .init("GET plates/?position=1", unknown("position")),
    .init("GET plates/?__STATE__=PUBLIC", unknown("__STATE__")),
    .init("GET plates/?meta.n=1", "200 lid"), .init("GET plates/?meta.list=3", "200"),
    .init("GET plates/?meta.inner=3", unknown("meta.inner")),
    .init("GET plates/?meta.inner.k=3", "200"),
    .init("GET plates/?meta.zebra=3", unknown("meta.zebra")),
    .init("GET plates/?parts.0.size=1", "200 lid"),
    .init("GET plates/?parts.size=1", unknown("parts.size")),
    .init("GET plates/count?tags=a", "200 1"), .init("DELETE plates/?tags=a", "200 1"),
    .init("DELETE plates/?_rawp={}", "?00 Unknown field: _rawp"),
    .init("GET films/?genres=fun", "200 Up"), .init("GET films/?genres=air", "200 Up Her"),
    .init("GET films/?meta.nums=5", "200 Up"), .init("GET films/?meta.extra=x", "200 Up"),
    .init("GET films/?meta.extra.deep=x", "200"),
    .init(
      "GET films/?meta.grade=z",
      "400 querystring/meta.grade must be equal to one of the allowed values"),
    .init("GET films/?minutes=96", "200 Up"),
    .init("GET films/?minutes=9.5", "400 querystring/minutes must be integer"),
    .init("GET films/?studios=5E8AE13BB74DBF0011444EE9", "200 Up"),
    .init("GET films/?cast.0.age=78", "200 Up"),
    .init("GET films/?cast.age=78", unknown("cast.age")),
    .init("GET films/?board.rows.0.1=b", "200 Up"), .init("GET films/?board.rows.1.1=b", "200"),
    .init("GET films/?board.rows.x=b", unknown("board.rows.x")),
    .init("GET films/?board.marks.0.count=7", "200 Up"),
    .init(
      "GET films/?board.marks.0.count=7.5", "400 querystring/board.marks.0.count must be integer"),
    .init("GET films/?free.k=v", unknown("free.k")), .init("GET films/\(up)?free.k=w", none),
    .init("GET films/?place=1", unknown("place")),
    .init(
      "GET films/?released=12",
      "400 querystring/released must match format \"date-time\", querystring/released must match "
        + "format \"date\", querystring/released must match format \"time\", querystring/released "
        + "must match a schema in anyOf"),
    .init("GET internal/stock/?box2=1", "500 Unknown field: box2", seven: "200"),
    .init(
      "GET plates/export?_exportOpts={}&_p=name&_l=1", unknown("_exportOpts"),
      seven: "200 {\"_id\":\"\(lid)\",\"name\":\"lid\"}\n"),
  ]

  private static func refused(_ name: String, _ kind: String = "Array") -> String {
    "?00 Unsupported operator: \(name) for \(kind) field"
  }

  private static func list(
    _ filter: String, _ six: String, seven: String? = nil, of collection: String = "plates"
  ) -> LineRow {
    .init("GET \(collection)/?_q=\(filter)", six, seven: seven)
  }

  static let filters: [LineRow] = [
    list(#"{"tags":"a"}"#, "200 lid"), list(#"{"tags":{"$ne":"a"}}"#, refused("$ne")),
    list(#"{"nums":{"$gt":1}}"#, refused("$gt")), list(#"{"nums":{"$lte":1}}"#, refused("$lte")),
    list(#"{"tags":{"$regex":"a"}}"#, refused("$regex")),
    list(#"{"tags":{"$eq":"a"}}"#, refused("$eq"), seven: "200 lid"),
    list(#"{"tags":{"$size":2}}"#, "?00 Unsupported operator: $size", seven: "200 lid"),
    list(
      #"{"age":{"$size":2}}"#, "?00 Unsupported operator: $size",
      seven: refused("$size", "number")),
    list(#"{"tags":{"$in":["a"]}}"#, "200 lid"), list(#"{"tags":{"$nin":["a"]}}"#, "200 cup"),
    list(#"{"tags":{"$all":["a","b"]}}"#, "200 lid"),
    list(#"{"nums":{"$elemMatch":{"$gt":2}}}"#, "200 cup"),
    list(#"{"tags":{"$exists":true}}"#, "200 lid"),
    list(#"{"parts":{"name":"rim","size":2}}"#, "200 lid"),
    list(#"{"info":{"$eq":{"k":1}}}"#, refused("$eq", "RawObject")),
    list(#"{"info":{"$ne":{"k":1}}}"#, refused("$ne", "RawObject")),
    list(#"{"info":{"$in":[{"k":1}]}}"#, refused("$in", "RawObject")),
    list(#"{"info":{"$exists":true}}"#, "200 lid"), list(#"{"info":{"k":1}}"#, "200 lid"),
    list(#"{"info.k":{"$gt":0}}"#, "200 lid"), list(#"{"info.k":{"$ne":1}}"#, "200 cup"),
    list(#"{"info.k":{"a":1}}"#, "?00 Unsupported operator: a"),
    list(#"{"position":{"$ne":[9.19,45.46]}}"#, "200 cup"),
    list(#"{"parts.size":{"$gt":1}}"#, "200 lid"),
    list(#"{"parts.0.name":{"$elemMatch":{}}}"#, refused("$elemMatch", "string")),
    list(#"{"minutes":{"$gt":100}}"#, refused("$gt", "integer"), seven: "200 Her", of: "films"),
    list(#"{"minutes":126}"#, "200 Her", of: "films"),
    list(#"{"meta.nums":5}"#, "200 Up", of: "films"),
    list(#"{"meta.nums":{"$ne":5}}"#, refused("$ne"), of: "films"),
    list(#"{"meta.nums":{"$in":[5]}}"#, "200 Up", of: "films"),
    list(#"{"meta.extra":{"$ne":"x"}}"#, "200 Her", of: "films"),
    list(#"{"meta.when":{"$gte":"2019-01-01"}}"#, "200 Up", of: "films"),
    list(#"{"meta.when":"soon"}"#, "?00 Invalid Date", of: "films"),
    list(#"{"meta.grade":{"$regex":"^A","$options":"i"}}"#, "200 Up", of: "films"),
    list(#"{"cast.age":{"$gt":70}}"#, "200 Up", of: "films"),
    list(#"{"cast":{"$elemMatch":{"name":"Carl"}}}"#, "200 Up", of: "films"),
    list(
      #"{"board.marks.count":{"$eq":7}}"#, refused("$eq", "integer"), seven: "200 Up", of: "films"),
    list(#"{"board.marks":{"$elemMatch":{"more":null}}}"#, "200 Up", of: "films"),
    list(#"{"studio":"5"}"#, "?00 Invalid objectId", of: "films"),
    list(#"{"nope":1}"#, "?00 Unknown field: nope", of: "films"),
  ]

  private static func films(
    _ commands: JSON, _ six: String, seven: String? = nil, query: String = "name=Up"
  ) -> LineRow {
    .init("PATCH films/?\(query)", commands, six, seven: seven)
  }

  private static let falsy = "500 Invalid value for array operation"

  static let commands: [LineRow] = [
    films(["$push": ["meta.extras": "y"]], "200 1"),
    films(["$addToSet": ["meta.extras": "y"]], "200 1"),
    films(["$pull": ["meta.nums": 5]], "200 1"), films(["$pull": ["meta.extras": 5]], "200 1"),
    films(
      ["$addToSet": ["meta.extras": ["$each": ["y"]]]],
      "400 body/$addToSet/meta.extras must match exactly one schema in oneOf"),
    films(["$push": ["meta.nums": ["$each": [1]]]], "400 body/$push/meta.nums must be number"),
    films(["$push": ["free.k": 1]], unknown("free.k", at: "body/$push")),
    films(["$push": ["board.rows": ["x"]]], "200 1"),
    films(["$push": ["board.rows.0": "x"]], "200 1"),
    films(["$addToSet": ["board.rows": ["c"]]], "200 1"),
    films(["$addToSet": ["board.rows.0": "x"]], "200 1"),
    films(["$push": ["board.rows.0": ["x"]]], "400 body/$push/board.rows.0 must be string"),
    films(["$push": ["board.marks": ["at": 2, "more": .null, "other": "x"]]], "200 1"),
    films(
      ["$push": ["board.marks": ["count": 2]]],
      "400 body/$push/board.marks must have required property 'at'"),
    films(["$inc": ["board.marks.0.at": 1]], "200 1"),
    films(["$inc": ["meta.count": 1]], unknown("meta.count", at: "body/$inc")),
    films(["$inc": ["minutes": 1]], unknown("minutes", at: "body/$inc")),
    films(["$inc": ["score": 1]], "200 1"), films(["$mul": ["free.n": 2]], "200 1"),
    films(["$inc": ["cast.0.age": 1]], "200 1"),
    films(["$set": ["meta.more.deep": 1]], "200 1"), films(["$set": ["free.more": 1]], "200 1"),
    films(["$set": ["cast.0.mood": 1]], unknown("cast.0.mood", at: "body/$set")),
    films(["$set": ["genres": "solo"]], "200 1"), films(["$set": ["genres": ""]], falsy),
    films(["$set": ["genres": false]], "200 1"), films(["$push": ["genres": ""]], falsy),
    films(
      ["$set": ["studios": ["5e8ae13bb74dbf0011444ee9"]]], "200 1", seven: "500 Invalid objectId"),
    films(["$push": ["studios": "5e8ae13bb74dbf0011444ee9"]], "200 1"),
    films(["$currentDate": ["released": true]], "200 1"),
    films(["$currentDate": ["meta.when": true]], unknown("meta.when", at: "body/$currentDate")),
    films(["$unset": ["free.k": 5]], "200 1"), films(["$unset": ["meta.grade": true]], "200 1"),
    films(
      ["$unset": ["meta.extra": 5]],
      "400 body/$unset/meta.extra must be boolean"),
    films(["$unset": ["name": true]], unknown("name", at: "body/$unset")),
    films(
      ["$set": ["cast.$.merge": ["mood.now": "ok"]]], "200 1",
      query: #"_q={"cast.name":"Carl"}"#),
    .init("POST films/validate", ["name": "X", "genres": "solo"], #"200 {"result":"ok"}"#),
    .init(
      "POST films/", ["name": "X", "genres": "solo"], "200 id",
      seven: "500 value.map is not a function"),
    .init("POST films/", ["name": "X", "cast": ["name": "Y"]], "200 id"),
    .init("POST films/", ["name": "X", "released": "12:00:00Z"], "500 Invalid Date"),
    .init(
      "POST films/", ["name": "X", "genres": [[]]],
      "400 body/genres/0 must be string, body/genres must be string, body/genres must match a "
        + "schema in anyOf"),
  ]

  static let bulk: [LineRow] = [
    .init("POST plates/state", [["filter": ["tags": "a"], "stateTo": "TRASH"]], "200 1"),
    .init(
      "POST plates/state", [["filter": ["tags": ["$in": ["b"]]], "stateTo": "DRAFT"]], "200 1"),
    .init(
      "POST plates/state", [["filter": ["position": [9.19, 45.46]], "stateTo": "DRAFT"]],
      "200 1"),
    .init("POST plates/state", [["filter": ["__STATE__": "PUBLIC"], "stateTo": "TRASH"]], "200 2"),
    .init(
      "POST plates/state", [["filter": ["age": ["$gt": 1]], "stateTo": "TRASH"]],
      "400 body/0/filter/age must be number"),
    .init(
      "POST plates/state", [["filter": ["nope": 1], "stateTo": "TRASH"]],
      "?00 Unknown field: nope"),
    .init(
      "POST plates/state", [["filter": ["tags": ["$ne": "a"]], "stateTo": "TRASH"]],
      refused("$ne")),
    .init("POST films/state", [["filter": ["meta.nums": [5, 7]], "stateTo": "TRASH"]], "200 1"),
    .init(
      "POST films/state", [["filter": ["meta.nums": 5], "stateTo": "TRASH"]],
      "400 body/0/filter/meta.nums must be array"),
    .init(
      "PATCH plates/bulk", [["filter": ["tags": "a"], "update": ["$set": ["age": 9]], "note": 1]],
      "200 1"),
    .init(
      "PATCH plates/bulk", [["filter": ["info": ["k": 1]], "update": [:]]],
      unknown("info", at: "body/0/filter")),
    .init(
      "PATCH plates/bulk", [["filter": ["info.k": 1], "update": [:]]],
      unknown("info.k", at: "body/0/filter")),
    .init(
      "PATCH films/bulk", [["filter": ["meta.nums": 7], "update": ["$set": ["score": 3]]]],
      "200 1"),
    .init(
      "PATCH films/bulk", [["filter": ["meta.nums": [5, 7]], "update": ["$set": ["score": 3]]]],
      "200 1"),
    .init(
      "PATCH films/bulk", [["filter": ["_rawp": "{}"], "update": [:]]],
      "?00 Unknown field: _rawp"),
  ]
}
