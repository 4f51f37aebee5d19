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

  @Test(arguments: [
    (#"{"name":1}"#, #"{"_id":1,"name":"lid"}"#), (#"{"name":true,"_id":0}"#, #"{"name":"lid"}"#),
    (#"{"info":{"k":1}}"#, #"{"_id":1,"info":{"k":1}}"#),
    (#"{"parts.size":1}"#, #"{"_id":1,"parts":[{"size":1},{"size":2}]}"#),
    (
      #"{"parts":{"$slice":1},"name":1}"#,
      #"{"_id":1,"name":"lid","parts":[{"name":"lid","size":1}]}"#
    ),
    (#"{"tags":{"$slice":-1},"name":1}"#, #"{"_id":1,"name":"lid","tags":["b"]}"#),
    (#"{"tags":{"$slice":[1,5]},"name":1}"#, #"{"_id":1,"name":"lid","tags":["b"]}"#),
    (#"{"parts":{"$elemMatch":{"size":2}}}"#, #"{"_id":1,"parts":[{"name":"rim","size":2}]}"#),
    (#"{"parts":{"$elemMatch":{"size":7}}}"#, #"{"_id":1}"#),
    (#"{"name":{"$toUpper":"$name"}}"#, #"{"_id":1,"name":"LID"}"#),
    (#"{"name":{"$toLower":"ABC"}}"#, #"{"_id":1,"name":"abc"}"#),
    (#"{"label":{"$concat":["$name","/","$kind"]}}"#, #"{"_id":1,"label":"lid/soup"}"#),
    (#"{"label":{"$concat":["$name","$nope"]}}"#, #"{"_id":1,"label":null}"#),
    (#"{"label":"$info.k"}"#, #"{"_id":1,"label":1}"#), (#"{"label":"$nope"}"#, #"{"_id":1}"#),
    (#"{"label":"plain"}"#, #"{"_id":1,"label":"plain"}"#),
    (#"{"label":["$age",7]}"#, #"{"_id":1,"label":[5,7]}"#),
    (#"{"sizes":"$parts.size"}"#, #"{"_id":1,"sizes":[1,2]}"#),
    (#"{"n":{"$size":"$tags"}}"#, #"{"_id":1,"n":2}"#),
    (#"{"n":{"$first":"$tags"}}"#, #"{"_id":1,"n":"a"}"#),
    (#"{"n":{"$last":"$tags"}}"#, #"{"_id":1,"n":"b"}"#),
    (#"{"n":{"$arrayElemAt":["$tags",-2]}}"#, #"{"_id":1,"n":"a"}"#),
    (#"{"n":{"$arrayElemAt":["$tags",9]}}"#, #"{"_id":1}"#),
    (#"{"n":{"$slice":["$tags",1]}}"#, #"{"_id":1,"n":["a"]}"#),
    (#"{"n":{"$concatArrays":["$tags",["c"]]}}"#, #"{"_id":1,"n":["a","b","c"]}"#),
    (#"{"n":{"$in":["a","$tags"]}}"#, #"{"_id":1,"n":true}"#),
    (#"{"n":{"$add":["$age",1,1]}}"#, #"{"_id":1,"n":7}"#),
    (#"{"n":{"$subtract":["$age",7]}}"#, #"{"_id":1,"n":-2}"#),
    (#"{"n":{"$multiply":["$age",0.5]}}"#, #"{"_id":1,"n":2.5}"#),
    (#"{"n":{"$divide":["$age",2]}}"#, #"{"_id":1,"n":2.5}"#),
    (#"{"n":{"$abs":{"$subtract":[1,"$age"]}}}"#, #"{"_id":1,"n":4}"#),
    (#"{"n":{"$ceil":2.1}}"#, #"{"_id":1,"n":3}"#), (#"{"n":{"$floor":2.9}}"#, #"{"_id":1,"n":2}"#),
    (#"{"n":{"$add":["$nope",1]}}"#, #"{"_id":1,"n":null}"#),
    (#"{"n":{"$ifNull":["$nope","$name"]}}"#, #"{"_id":1,"n":"lid"}"#),
    (#"{"n":{"$cond":[{"$gt":["$age",4]},"old","new"]}}"#, #"{"_id":1,"n":"old"}"#),
    (#"{"n":{"$cond":{"if":{"$lt":["$age",4]},"then":1,"else":2}}}"#, #"{"_id":1,"n":2}"#),
    (#"{"n":{"$and":[true,{"$eq":["$age",5]}]}}"#, #"{"_id":1,"n":true}"#),
    (#"{"n":{"$or":[false,{"$ne":["$age",5]}]}}"#, #"{"_id":1,"n":false}"#),
    (#"{"n":{"$not":[{"$gte":["$age",5]}]}}"#, #"{"_id":1,"n":false}"#),
    (#"{"n":{"$lte":["$age",5]}}"#, #"{"_id":1,"n":true}"#),
    (#"{"n":{"$literal":"$age"}}"#, #"{"_id":1,"n":"$age"}"#),
    (
      #"{"parts":{"$filter":{"input":"$parts","as":"p","cond":{"$gt":["$$p.size",1]}}}}"#,
      #"{"_id":1,"parts":[{"name":"rim","size":2}]}"#
    ),
    (
      #"{"n":{"$reduce":{"input":"$parts.size","initialValue":"$age","#
        + #""in":{"$add":["$$value","$$this"]}}}}"#, #"{"_id":1,"n":8}"#
    ),
    (
      #"{"n":{"$reduce":{"input":"$tags","initialValue":"","#
        + #""in":{"$concat":["$$value","$$this","/"]}}}}"#, #"{"_id":1,"n":"a/b/"}"#
    ),
    (#"{"n":{"$reduce":{"input":"$nope","initialValue":1,"in":2}}}"#, #"{"_id":1,"n":null}"#),
    (
      #"{"parts":{"$filter":{"input":"$parts","cond":{"$eq":["$$this.name","lid"]}}}}"#,
      #"{"_id":1,"parts":[{"name":"lid","size":1}]}"#
    ),
  ])
  func `a projection selects and computes fields`(_ projection: String, _ expected: String) throws {
    #expect(try run(projection) == "200 " + expected)
  }

  @Test func `a raw projection leaves out fields, and a slice alone keeps the others`() throws {
    let answer = try run(#"{"parts":0,"tags":0,"info":0,"meta":0,"position":0}"#)
    #expect(answer.hasSuffix(#","name":"lid","age":5,"kind":"soup"}"#))
    #expect(try run(#"{"_id":0}"#).hasPrefix(#"200 {"__STATE__":"#))
    let sliced = try run(#"{"tags":{"$slice":1}}"#)
    #expect(sliced.contains(#""tags":["a"]"#) && sliced.contains(#""name":"lid""#))
  }

  @Test(arguments: [
    (#"{"name":1,"label":"$age"}"#, "name", #"{"_id":1,"name":"lid"}"#),
    (#"{"label":"$age"}"#, "label", #"{"_id":1}"#),
    (#"{"label":"$age"}"#, "label,age", #"{"_id":1,"label":5}"#),
  ])
  func `a raw projection uses only the fields that the caller may read`(
    _ projection: String, _ columns: String, _ expected: String
  ) throws {
    #expect(try run(projection, columns: columns) == "200 " + expected)
  }

  @Test(arguments: [
    (#"{"x":{"$where":1}}"#, 400, "Operator $where is not allowed in raw projection"),
    (#"{"x":{"$function":{}}}"#, 400, "Operator $function is not allowed in raw projection"),
    (#"{"$x":1}"#, 400, "Operator $x is not allowed in raw projection"),
    (#"{"x":"$$ROOT"}"#, 400, "Operator $$ROOT is not allowed in raw projection"),
    (#"{"x":"$$CURRENT.a"}"#, 400, "Operator $$CURRENT is not allowed in raw projection"),
    (#"{"x":{"$add":["$$NOW",1]}}"#, 400, "Operator $$NOW is not allowed in raw projection"),
    (
      #"{"x":{"$cond":[true,"$$REMOVE",1]}}"#, 400,
      "Operator $$REMOVE is not allowed in raw projection"
    ),
    (
      #"{"x":{"$filter":{"input":["$$this"],"cond":1}}}"#, 400,
      "Operator $$this is not allowed in raw projection"
    ),
    (#"{"name":1,"kind":0}"#, 500, "Cannot do exclusion on field kind in inclusion projection"),
    (#"{"kind":0,"x":"$age"}"#, 500, "Cannot do exclusion on field kind in inclusion projection"),
    (#"[1]"#, 500, "projection must be an object"),
    (#"{"x":{}}"#, 500, "An empty sub-projection is not a valid value"),
    (#"{"x":{"$subtract":[1]}}"#, 500, "Expression $subtract takes 2 arguments. 1 were passed in."),
    (#"{"x":{"$add":["$name",1]}}"#, 500, #"$add only supports numeric types, not "lid""#),
    (#"{"x":{"$divide":[1,0]}}"#, 500, "can't $divide by zero"),
    (#"{"x":{"$toUpper":5}}"#, 500, "$toUpper only supports strings, not 5"),
    (#"{"x":{"$size":"$name"}}"#, 500, "The argument to $size must be an array"),
    (#"{"x":{"$size":"$nope"}}"#, 500, "The argument to $size must be an array"),
    (#"{"x":{"$in":[1,2]}}"#, 500, "$in requires an array as a second argument"),
    (#"{"x":{"$filter":{"input":"$tags"}}}"#, 500, "$filter needs an input and a cond"),
    (#"{"x":{"$slice":["$tags","y"]}}"#, 500, #""y" is no 32-bit integer"#),
    (#"{"x":"$a..b"}"#, 500, "'$a..b' is no valid field path"),
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

  @Test func `a raw projection that is not valid JSON is refused with 500`() throws {
    #expect(try run("{").hasPrefix("500 "))
  }
}
