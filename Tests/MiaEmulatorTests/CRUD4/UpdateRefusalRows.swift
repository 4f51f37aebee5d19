extension UpdateCase {
  private static func unknown(_ commands: String, _ name: String, at place: String) -> UpdateCase {
    .init(
      #"{"age":1}"#, commands,
      "400 \(place) must NOT have additional properties. Property \"\(name)\" is not defined in "
        + "validation schema")
  }

  /// Returns a refused value in place of an array, with the second of three problems.
  private static func either(
    _ command: String, _ name: String, _ value: String, _ kind: String, _ problem: String
  ) -> UpdateCase {
    let place = "body/\(command)/\(name)"
    return .init(
      "{}", #"{"\#(command)":{"\#(name)":\#(value)}}"#,
      "400 \(place) must be \(kind), \(problem), \(place) must match a schema in anyOf")
  }

  private static func required(_ place: String) -> String {
    ["$", "$each", "$sort", "$in", "$position", "$each"]
      .map { "\(place) must have required property '\($0)', " }.joined()
      + "\(place) must match a schema in anyOf"
  }

  /// Refused commands with the service's error messages (A9, A12, A13).
  static let refusals: [UpdateCase] = [
    unknown(#"{"$rename":{"age":"x"}}"#, "$rename", at: "body"),
    unknown(#"{"age":1}"#, "age", at: "body"),
    unknown(#"{"$set":{"nope":1}}"#, "nope", at: "body/$set"),
    unknown(#"{"$set":{"_id":"x"}}"#, "_id", at: "body/$set"),
    unknown(#"{"$set":{"__STATE__":"PUBLIC"}}"#, "__STATE__", at: "body/$set"),
    unknown(#"{"$set":{"creatorId":"x"}}"#, "creatorId", at: "body/$set"),
    unknown(#"{"$set":{"updatedAt":"x"}}"#, "updatedAt", at: "body/$set"),
    unknown(#"{"$set":{"age.x":1}}"#, "age.x", at: "body/$set"),
    unknown(#"{"$set":{"meta.nope":1}}"#, "meta.nope", at: "body/$set"),
    unknown(#"{"$set":{"tags.0":"x"}}"#, "tags.0", at: "body/$set"),
    unknown(#"{"$set":{"info.$x":1}}"#, "info.$x", at: "body/$set"),
    unknown(#"{"$set":{"age.$.replace":1}}"#, "age.$.replace", at: "body/$set"),
    unknown(#"{"$set":{"nums.$.merge":{}}}"#, "nums.$.merge", at: "body/$set"),
    unknown(#"{"$unset":{"name":true}}"#, "name", at: "body/$unset"),
    unknown(#"{"$unset":{"updaterId":true}}"#, "updaterId", at: "body/$unset"),
    unknown(#"{"$inc":{"name":1}}"#, "name", at: "body/$inc"),
    unknown(#"{"$inc":{"meta.s":1}}"#, "meta.s", at: "body/$inc"),
    unknown(#"{"$mul":{"tags":1}}"#, "tags", at: "body/$mul"),
    unknown(#"{"$currentDate":{"age":true}}"#, "age", at: "body/$currentDate"),
    unknown(#"{"$currentDate":{"updatedAt":true}}"#, "updatedAt", at: "body/$currentDate"),
    unknown(#"{"$push":{"age":1}}"#, "age", at: "body/$push"),
    unknown(#"{"$addToSet":{"nope":1}}"#, "nope", at: "body/$addToSet"),
    unknown(#"{"$pull":{"name":1}}"#, "name", at: "body/$pull"),
    .init("{}", "[]", "400 body must be object"),
    .init("{}", #"{"$set":5}"#, "400 body/$set must be object"),
    .init("{}", #"{"$set":{"age":"x"}}"#, "400 body/$set/age must be number"),
    .init("{}", #"{"$set":{"price":"x"}}"#, "400 body/$set/price must be number"),
    .init("{}", #"{"$set":{"ok":5}}"#, "400 body/$set/ok must be boolean"),
    .init("{}", #"{"$set":{"name":{}}}"#, "400 body/$set/name must be string"),
    .init(
      "{}", #"{"$set":{"born":"soon"}}"#,
      #"400 body/$set/born must match pattern "^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?"#
        + #"(Z|[+-]\d{2}:\d{2}))?$""#),
    .init(
      "{}", #"{"$set":{"owner":"x"}}"#,
      #"400 body/$set/owner must match pattern "^[a-fA-F\d]{24}$""#),
    .init(
      "{}", #"{"$set":{"position":[1]}}"#, "400 body/$set/position must NOT have fewer than 2 items"
    ),
    .init(
      "{}", #"{"$set":{"position":[1,2,3,4]}}"#,
      "400 body/$set/position must NOT have more than 3 items"),
    .init("{}", #"{"$set":{"position":null}}"#, "400 body/$set/position must be array"),
    .init("{}", #"{"$set":{"position":["a",1]}}"#, "400 body/$set/position/0 must be number"),
    .init("{}", #"{"$set":{"info":null}}"#, "400 body/$set/info must be object"),
    .init("{}", #"{"$set":{"tags":{}}}"#, "400 body/$set/tags must be array,string"),
    .init(
      "{}", #"{"$set":{"tags":[{}]}}"#,
      "400 body/$set/tags/0 must be string, body/$set/tags must be string, body/$set/tags must match "
        + "a schema in anyOf"),
    .init("{}", #"{"$set":{"meta":{}}}"#, "400 body/$set/meta must have required property 'n'"),
    .init(
      "{}", #"{"$set":{"parts":[{"size":1}]}}"#,
      "400 body/$set/parts/0 must have required property 'name', body/$set/parts must be object, "
        + "body/$set/parts must match a schema in anyOf"),
    .init(
      "{}", #"{"$set":{"nums.$.replace":"x"}}"#, "400 body/$set/nums.$.replace must be number"),
    .init("{}", #"{"$set":{"nums.$.replace":null}}"#, "500 Invalid value for array operation"),
    .init(
      "{}", #"{"$unset":{"age":false}}"#,
      "400 body/$unset/age must be equal to one of the allowed values"),
    .init("{}", #"{"$inc":{"age":"x"}}"#, "400 body/$inc/age must be number"),
    // An element, or the modifiers that the service lists: crud-service 7.2.5 (commit bd42789),
    // lib/JSONSchemaGenerator.js, `mongoOperatorSchema`
    either("$push", "nums", #""x""#, "number", "body/$push/nums must be object"),
    either(
      "$push", "nums", #"{"$each":[],"$x":1}"#, "number",
      "body/$push/nums must NOT have additional properties"),
    either(
      "$push", "nums", #"{"$each":1}"#, "number",
      "body/$push/nums/$each must be object, body/$push/nums/$each must be array, "
        + "body/$push/nums/$each must match exactly one schema in oneOf"),
    either(
      "$push", "nums", #"{"$each":[],"$position":"x"}"#, "number",
      "body/$push/nums/$position must be number"),
    either(
      "$pull", "nums", #"{"$in":1}"#, "number",
      "body/$pull/nums/$in must be object, body/$pull/nums/$in must be array, "
        + "body/$pull/nums/$in must match exactly one schema in oneOf"),
    either("$pull", "nums", #"{"$gt":1}"#, "number", required("body/$pull/nums")),
    either("$pull", "tags", "{}", "string", required("body/$pull/tags")),
    .init(
      "{}", #"{"$pull":{"parts":{"size":{"$gt":2}}}}"#,
      "400 body/$pull/parts must have required property 'name', \(required("body/$pull/parts")), "
        + "body/$pull/parts must match a schema in anyOf"),
    .init(
      "{}", #"{"$push":{"nums":{"$each":{}}}}"#,
      "500 The argument to $each in $push must be an array but it was of type: object"),
    .init(
      "{}", #"{"$push":{"nums":{"$each":[],"$in":[]}}}"#, "500 Unrecognized clause in $push: $in"),
    .init(
      "{}", #"{"$push":{"nums":{"$each":[],"$slice":0.5}}}"#,
      "500 The value for $slice must be an integer value but was given type: double"),
    .init(
      "{}", #"{"$addToSet":{"nums":{"$each":[],"$slice":1}}}"#,
      #"500 Found unexpected fields after $each in $addToSet: {"$each":[],"$slice":1}"#),
    // Refusals by the database
    .init(
      #"{"nums":[1]}"#, #"{"$set":{"nums.$.replace":1}}"#,
      "500 The positional operator did not find the match needed from the query."),
    .init(
      #"{"nums":[1]}"#, #"{"$set":{"nums.$.replace":1}}"#,
      "500 The positional operator did not find the match needed from the query.",
      filter: #"{"tags":"x"}"#),
    .init(
      #"{"nums":[1]}"#, #"{"$set":{"nums.$.replace":1}}"#,
      "500 The positional operator did not find the match needed from the query.",
      filter: #"{"nums.1":null}"#),
    .init(
      #"{"age":1}"#, #"{"$set":{"age":1},"$inc":{"age":1}}"#,
      "500 Updating the path 'age' would create a conflict at 'age'"),
    .init(
      "{}", #"{"$set":{"info.a":1,"info":{}}}"#,
      "500 Updating the path 'info' would create a conflict at 'info.a'"),
    .init(
      #"{"info":{"a":"x"}}"#, #"{"$inc":{"info.a":1}}"#,
      #"500 Cannot apply $inc to a value of non-numeric type. {info.a: "x"}"#),
    .init(
      #"{"info":{"a":"x"}}"#, #"{"$mul":{"info.a":1}}"#,
      #"500 Cannot apply $mul to a value of non-numeric type. {info.a: "x"}"#),
    .init(
      #"{"info":{"a":1}}"#, #"{"$set":{"info.a.b":1}}"#,
      "500 Cannot create field 'b' in element {1}"),
    .init(
      #"{"info":{"a":[1]}}"#, #"{"$set":{"info.a.b":1}}"#, "500 Cannot create field 'b' in element"),
    .init(
      #"{"info":{"a":[1]}}"#, #"{"$set":{"info.a.99999999":1}}"#,
      "500 Cannot set a position 99999999 so far behind the end of an array"),
    .init(
      #"{"nums":null}"#, #"{"$push":{"nums":1}}"#,
      "500 The field 'nums' must be an array but is of another type"),
    .init(
      #"{"nums":null}"#, #"{"$pull":{"nums":1}}"#, "500 Cannot apply $pull to a non-array value"),
  ]
}
