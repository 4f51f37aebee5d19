import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Raw projections` {
  private func run(_ projection: String, columns: String? = nil) throws -> String {
    var project = try MiaProject.library()
    let headers: HTTPFields = columns.map { [.aclReadColumns: $0] } ?? [:]
    let query = "?_rawp=\(PercentEncoding.encode(projection))"
    let answer = project.run(
      .get, RequestTarget("/v2/plates/\(MiaDefinitions.lid)\(query)"), nil, headers)
    return answer.replacing(#""_id":"\#(MiaDefinitions.lid)""#, with: #""_id":1"#)
  }

  /// - Source: crud-service 6.10.4 (commit d700d7b), lib/consts.js `rawProjectionDictionary` for the
  ///   operators, and tests/httpInterface.getList.test.js, *use of raw projection in url*; the values
  ///   are those of MongoDB's operators with the same names.
  @Test(arguments: [
    (#"{"name":1}"#, #"{"_id":1,"name":"lid"}"#), (#"{"name":true,"_id":0}"#, #"{"name":"lid"}"#),
    (#"{"info":{"k":1}}"#, #"{"_id":1,"info":{"k":1}}"#), ("{}", #"{"_id":1}"#),
    (#"{"name":null}"#, #"{"_id":1}"#),
    (#"{"parts.size":1}"#, #"{"_id":1,"parts":[{"size":1},{"size":2}]}"#),
    (#"{"parts":{"$elemMatch":{"size":2}}}"#, #"{"_id":1,"parts":[{"name":"rim","size":2}]}"#),
    (#"{"parts":{"$elemMatch":{"size":7}}}"#, #"{"_id":1}"#),
    (#"{"label":"$info.k"}"#, #"{"_id":1,"label":1}"#),
    (#"{"label":"$note"}"#, #"{"_id":1}"#), (#"{"label":"$info.nope"}"#, #"{"_id":1}"#),
    (#"{"label":"plain"}"#, #"{"_id":1,"label":"plain"}"#),
    (#"{"label":["$age",7]}"#, #"{"_id":1,"label":[5,7]}"#),
    (#"{"sizes":"$parts.size"}"#, #"{"_id":1,"sizes":[1,2]}"#),
    (#"{"n":{"$size":"$tags"}}"#, #"{"_id":1,"n":2}"#),
    (#"{"n":{"$first":"$tags"}}"#, #"{"_id":1,"n":"a"}"#),
    (#"{"n":{"$concatArrays":["$tags",["c"]]}}"#, #"{"_id":1,"n":["a","b","c"]}"#),
    (#"{"n":{"$in":["a","$tags"]}}"#, #"{"_id":1,"n":true}"#),
    (#"{"n":{"$mod":["$age",3]}}"#, #"{"_id":1,"n":2}"#),
    (#"{"n":{"$mod":["$price",3]}}"#, #"{"_id":1,"n":null}"#),
    (#"{"n":{"$type":"$tags"}}"#, #"{"_id":1,"n":"array"}"#),
    (#"{"n":{"$type":"$price"}}"#, #"{"_id":1,"n":"missing"}"#),
    (
      #"{"n":{"$regexMatch":{"input":"$name","regex":"^L","options":"i"}}}"#, #"{"_id":1,"n":true}"#
    ),
    (#"{"n":{"$regexMatch":{"input":"$note","regex":"^L"}}}"#, #"{"_id":1,"n":false}"#),
    (#"{"n":{"$cond":[{"$gt":["$age",4]},"old","new"]}}"#, #"{"_id":1,"n":"old"}"#),
    (#"{"n":{"$cond":{"if":{"$lt":["$age",4]},"then":1,"else":2}}}"#, #"{"_id":1,"n":2}"#),
    (#"{"n":{"$and":[true,{"$eq":["$age",5]}]}}"#, #"{"_id":1,"n":true}"#),
    (#"{"n":{"$or":[false,{"$ne":["$age",5]}]}}"#, #"{"_id":1,"n":false}"#),
    (#"{"n":{"$not":[{"$gte":["$age",5]}]}}"#, #"{"_id":1,"n":false}"#),
    (#"{"n":{"$lte":["$age",5]}}"#, #"{"_id":1,"n":true}"#),
    (
      #"{"parts":{"$filter":{"input":"$parts","as":"p","cond":{"$gt":["$$p.size",1]}}}}"#,
      #"{"_id":1,"parts":[{"name":"rim","size":2}]}"#
    ),
    (
      #"{"n":{"$map":{"input":"$parts","as":"p","in":["$$p.size"]}}}"#, #"{"_id":1,"n":[[1],[2]]}"#
    ),
    (
      #"{"n":{"$reduce":{"input":"$tags","initialValue":["z"],"#
        + #""in":{"$concatArrays":["$$value",["$$this"]]}}}}"#, #"{"_id":1,"n":["z","a","b"]}"#
    ),
    (#"{"n":{"$reduce":{"input":"$note","initialValue":1,"in":2}}}"#, #"{"_id":1,"n":null}"#),
    (
      #"{"parts":{"$filter":{"input":"$parts","cond":{"$eq":["$$this.name","lid"]}}}}"#,
      #"{"_id":1,"parts":[{"name":"lid","size":1}]}"#
    ),
  ])
  func `a projection selects and computes fields`(_ projection: String, _ expected: String) throws {
    #expect(try run(projection) == "200 " + expected)
  }

  @Test func `a raw projection leaves out fields`() throws {
    let answer = try run(#"{"parts":0,"tags":0,"info":0,"meta":0,"position":0}"#)
    #expect(answer.hasSuffix(#","name":"lid","age":5,"kind":"soup"}"#))
    #expect(try run(#"{"_id":0}"#).hasPrefix(#"200 {"__STATE__":"#))
  }

  /// - Source: crud-service 6.10.4 (commit d700d7b), lib/httpInterface.js, and 7.2.5 (commit
  ///   bd42789), lib/projectionUtils.js, `removeAclColumnsFromRawProjection`.
  @Test(arguments: [
    (#"{"name":1,"label":"$name"}"#, "name", #"{"_id":1,"name":"lid"}"#),
    (#"{"label":"$age"}"#, "label,age", #"{"_id":1,"label":5}"#),
    (#"{"age":0}"#, "name", #"{"_id":1}"#),
    (#"{"age":0,"name":1}"#, "name", #"{"_id":1,"name":"lid"}"#),
  ])
  func `a raw projection uses only the fields that the caller may read`(
    _ projection: String, _ columns: String, _ expected: String
  ) throws {
    #expect(try run(projection, columns: columns) == "200 " + expected)
  }

  /// Test of the service: tests/projectionUtils.test.js, *KO - return Bad Request due to ACL*, of
  /// version 7.2.5 (commit bd42789).
  @Test func `a raw projection of columns that the caller may not read is refused`() throws {
    #expect(
      try run(#"{"label":"$age"}"#, columns: "name")
        == #"400 {"statusCode":400,"error":"Bad Request","#
        + #""message":"Operator $age is not allowed in raw projection"}"#)
  }

  /// Test of the service: tests/projectionUtils.test.js, *KO - operator not allowed*, of version 7.2.5
  /// (commit bd42789).
  ///
  /// The service passes other projections to the database, whose errors have the status 500.
  @Test(arguments: [
    (#"{"x":{"$where":1}}"#, 400, "Operator $where is not allowed in raw projection"),
    (#"{"x":{"$function":{}}}"#, 400, "Operator $function is not allowed in raw projection"),
    (#"{"x":{"$add":[1,2]}}"#, 400, "Operator $add is not allowed in raw projection"),
    (#"{"x":{"$toUpper":"$name"}}"#, 400, "Operator $toUpper is not allowed in raw projection"),
    (#"{"x":{"$slice":1}}"#, 400, "Operator $slice is not allowed in raw projection"),
    (#"{"x":"$nope"}"#, 400, "Operator $nope is not allowed in raw projection"),
    (#"{"$x":1}"#, 400, "Operator $x is not allowed in raw projection"),
    (#"{"x":"$$ROOT"}"#, 400, "Operator $$ROOT is not allowed in raw projection"),
    (#"{"x":"$$CURRENT.a"}"#, 400, "Operator $$CURRENT is not allowed in raw projection"),
    (#"{"x":{"$in":["$$NOW",[]]}}"#, 400, "Operator $$NOW is not allowed in raw projection"),
    (
      #"{"x":{"$cond":[true,"$$REMOVE",1]}}"#, 400,
      "Operator $$REMOVE is not allowed in raw projection"
    ),
    (
      #"{"x":{"$filter":{"input":["$$this"],"cond":1}}}"#, 500,
      "Invalid $project :: caused by :: Use of undefined variable: this"
    ),
    (
      #"{"x":{"$nin":[1,[]]}}"#, 500,
      "Invalid $project :: caused by :: Unrecognized expression '$nin'"
    ),
    (#"{"name":1,"kind":0}"#, 500, "Cannot do exclusion on field kind in inclusion projection"),
    (#"{"kind":0,"x":"$age"}"#, 500, "Cannot do exclusion on field kind in inclusion projection"),
    (#"[1]"#, 500, "projection must be an object"),
    (#"{"x":{}}"#, 500, "An empty sub-projection is not a valid value"),
    (#"{"x":{"$mod":[1]}}"#, 500, "Expression $mod takes 2 arguments. 1 were passed in."),
    (#"{"x":{"$mod":["$name",1]}}"#, 500, "$mod only supports numeric types"),
    (#"{"x":{"$mod":[1,0]}}"#, 500, "can't $mod by zero"),
    (
      #"{"x":{"$regexMatch":{"input":5,"regex":"a"}}}"#, 500,
      "$regexMatch needs 'input' to be of type string, not 5"
    ),
    (#"{"x":{"$size":"$name"}}"#, 500, "The argument to $size must be an array"),
    (#"{"x":{"$size":"$note"}}"#, 500, "The argument to $size must be an array"),
    (#"{"x":{"$in":[1,2]}}"#, 500, "$in requires an array as a second argument"),
    (#"{"x":{"$filter":{"input":"$tags"}}}"#, 500, "$filter needs an input and a cond"),
    (#"{"x":{"$map":{"input":"$tags"}}}"#, 500, "$map needs an input and an in"),
    (#"{"x":"$age..b"}"#, 500, "'$age..b' is not a valid field path"),
    (#"{"tags":{"$elemMatch":5}}"#, 500, "$elemMatch needs an Object"),
  ])
  func `an invalid raw projection is refused with a reason`(
    _ projection: String, _ status: Int, _ message: String
  ) throws {
    let error = status == 400 ? "Bad Request" : "Internal Server Error"
    let body: JSON = [
      "statusCode": .integer(Int64(status)), "error": .string(error), "message": .string(message),
    ]
    #expect(try run(projection) == "\(status) \(body.text())")
  }

  /// Version 6.x does not treat a digit as part of a name, so that `$5` is allowed.
  ///
  /// - Source: crud-service 6.10.4 (commit d700d7b), lib/httpInterface.js, and 7.2.5 (commit
  ///   bd42789), lib/projectionUtils.js, `checkAllowedOperators`.
  @Test func `a dollar sign in a text counts as an operator in version 7`() throws {
    let target = MiaProject.query(
      "plates", #"{"name":"lid"}"#, "&_rawp=%7B%22x%22:%22for%20$5%22%7D")
    var older = try MiaProject.library()
    #expect(
      older.run(.get, target) == #"200 [{"_id":"\#(MiaDefinitions.lid)","x":"for $5"}]"#)
    var newer = try MiaProject.library(MiaProject.seven)
    #expect(
      newer.run(.get, target)
        == #"400 {"statusCode":400,"error":"Bad Request","#
        + #""message":"Operator $5 is not allowed in raw projection"}"#)
  }

  @Test func `a raw projection that is not valid JSON is refused`() throws {
    #expect(try run("{").hasPrefix(#"400 {"statusCode":400,"error":"Bad Request","message":"#))
  }
}
