import EGF2Generator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Invalid generator input` {
  @Test(arguments: [
    ("{", "settings.json is not valid: unexpected end at line 1, column 2"),
    (
      "{\n  \"name\": \"a\" \"server\"\n}",
      "settings.json is not valid: expected ',' or '}' at line 2, column 15"
    ),
    ("[]", "settings.json is not valid: it must be one JSON object"),
    (
      #"{"server":"https://h/","model_prefix":"","excluded_models":[]}"#,
      #"Settings file is not valid: "name" is missing; name, server, model_prefix and "#
        + "excluded_models are needed"
    ),
    (
      #"{"name":"a","server":"https://h/","model_prefix":""}"#,
      #"Settings file is not valid: "excluded_models" is missing; name, server, model_prefix and "#
        + "excluded_models are needed"
    ),
    (
      #"{"name":7,"server":"https://h/","model_prefix":"","excluded_models":[]}"#,
      #"Settings file is not valid: "name" must be a string"#
    ),
    (
      #"{"name":"a/b","server":"https://h/","model_prefix":"","excluded_models":[]}"#,
      #"Settings file is not valid: "name" is the name of a file: use letters and no slash"#
    ),
    (
      #"{"name":"","server":"https://h/","model_prefix":"","excluded_models":[]}"#,
      #"Settings file is not valid: "name" is the name of a file: use letters and no slash"#
    ),
    (
      #"{"name":"a","server":"host/v1","model_prefix":"","excluded_models":[]}"#,
      #"Settings file is not valid: "server" is not a valid URL; use one such as "https://host/v1/""#
    ),
    (
      #"{"name":"a","server":"https://h/","model_prefix":"1-","excluded_models":[]}"#,
      #"Settings file is not valid: "model_prefix" is the start of class names: use letters "#
        + #"and digits, a letter first, or "" for none"#
    ),
    (
      #"{"name":"a","server":"https://h/","model_prefix":"","excluded_models":["a",1]}"#,
      #"Settings file is not valid: "excluded_models" must be an array of type names"#
    ),
    (
      #"{"name":"a","server":"https://h/","model_prefix":"","excluded_models":[],"access":"open"}"#,
      #"Settings file is not valid: "access" must be "internal" or "public""#
    ),
  ])
  func `invalid settings are refused with the problem`(_ settings: String, _ message: String) {
    let problem = Sample(settings: settings).problem()
    #expect(problem == "settings.json: \(message)")
  }

  /// The example of `settings.json` in the vendor's guide, including its comments.
  private static let guide = """
    {
    \t"name": "string, your project name, is used to name Core Data file, among other things",
    \t"server": "string, back-end server URL",
    \t"model_prefix": "string, prefix that will be used for your models",
    \t"excluded_models": ["model type name", ...] // array of strings listing models that should be \
    omitted in generation
    }
    """

  @Test(arguments: [
    (
      guide,
      #"remove ", ..." at line 5, column 39, "// array of strings listing models that should be "#
        + #"omitted in generation" at line 5, column 46"#
    ),
    ("{/* the\n name */}", "remove \"/* the\n name */\" at line 1, column 2"),
    (#"{"a\"//...":1,"b":[…]}"#, #"remove "…" at line 1, column 20"#),
    ("{//", #"remove "//" at line 1, column 2"#),
  ])
  func `comments in settings are refused with their place`(_ settings: String, _ remedy: String) {
    #expect(
      Sample(settings: settings).problem()
        == "settings.json: settings.json is not valid: JSON allows neither comments nor dots; "
        + remedy)
  }

  @Test(arguments: [
    (#"{"graph""#, "config.json is not valid: unexpected end at line 1, column 9"),
    (
      "{}",
      "Config file is not valid: graph is missing; use client-data/config.json of your backend"
    ),
    (#"{"graph":[]}"#, "Config file is not valid: graph must be an object"),
    (
      #"{"graph":{}}"#,
      "Config file is not valid: graph.common_fields is missing; every object has an id"
    ),
    (
      #"{"graph":{"common_fields":{}}}"#,
      "Config file is not valid. Pagination section isn't exist. Add graph.pagination with "
        + "default_count and max_count"
    ),
    (
      #"{"graph":{"common_fields":{},"pagination":{"default_count":0,"max_count":1}}}"#,
      "Config file is not valid. Check pagination section. graph.pagination.default_count must be "
        + "a whole number above 0"
    ),
    (
      #"{"graph":{"common_fields":{},"pagination":{"default_count":1}}}"#,
      "Config file is not valid. Check pagination section. graph.pagination.max_count must be a "
        + "whole number above 0"
    ),
    (
      #"{"graph":{"common_fields":{},"pagination":{"default_count":1,"max_count":1,"#
        + #""pagination_mode":"page"}}}"#,
      "Config file is not valid. Check pagination section. graph.pagination.pagination_mode must "
        + #"be "index" or "object""#
    ),
  ])
  func `an invalid configuration is refused with the problem`(_ text: String, _ message: String) {
    #expect(Sample(configuration: text).problem() == "config.json: \(message)")
  }

  @Test(arguments: [
    ("uuid", "uuid"), ("array", "array"), ("array:array:string", "array:array:string"),
    ("object_id:", "object_id:"), ("String", "String"), ("", ""),
  ])
  func `an unknown field type is refused with its place`(_ type: String, _ shown: String) {
    #expect(
      Sample.item(#""a":{"type":"\#(type)"}"#).problem()
        == "config.json: Unknow property type: \(shown) at graph.item.fields.a; use string, "
        + "integer, number, boolean, date, object_id, struct, or array: and one of these")
  }

  @Test(arguments: [
    (#""a":{}"#, "graph.item.fields.a.type is missing"),
    (#""a":{"type":3}"#, "graph.item.fields.a.type must be a string"),
    (#""a":"string""#, "graph.item.fields.a must be an object"),
    (
      #""a":{"type":"string","required":1}"#,
      "graph.item.fields.a.required must be true or false"
    ),
    (
      #""a":{"type":"boolean","default":"yes"}"#,
      "graph.item.fields.a.default must be true or false"
    ),
    (
      #""a":{"type":"object_id","object_types":"item"}"#,
      "graph.item.fields.a.object_types must be an array of strings"
    ),
    (
      #""a":{"type":"struct","schema":7}"#,
      "graph.item.fields.a.schema must be the name of a schema or an object of fields"
    ),
    (
      #""a":{"type":"struct","schema":"gone"}"#,
      "graph.item.fields.a.schema names gone, which graph.custom_schemas does not have"
    ),
    (
      #""a":{"type":"struct"}"#,
      "graph.item.fields.a is a struct without a schema; name a custom schema, or any"
    ),
    (
      #""a":{"type":"struct","schema":{"b":{"type":"struct","schema":{"c":{}}}}}"#,
      "graph.item.fields.a.schema.b.schema.c.type is missing"
    ),
    (
      #""a_b":{"type":"date"},"aB":{"type":"date"}"#,
      "graph.item.fields.aB and graph.item.fields.a_b both have the property name aB; rename one"
    ),
    (
      #""a":{"type":"object_id","object_types":["item"]},"a_object":{"type":"date"}"#,
      "graph.item.fields.a_object and graph.item.fields.a both have the property name aObject; rename one"
    ),
    (
      #""id":{"type":"integer"}"#,
      "graph.item.fields.id has a different type from graph.common_fields.id; rename it or exclude "
        + "the model"
    ),
    (
      #""größe":{"type":"date"}"#,
      "graph.item.fields.größe cannot name a property; use letters, digits and underscores, a "
        + "letter first"
    ),
  ])
  func `an invalid field is refused with its place`(_ fields: String, _ message: String) {
    #expect(Sample.item(fields).problem() == "config.json: Config file is not valid: \(message)")
  }

  @Test(arguments: [
    "description", "new_price", "news", "repeat", "default", "volatile", "hash", "copy",
    "debug_description", "self", "graph_fields", "required_fields", "init",
  ])
  func `a reserved field name is refused if the model is generated`(_ name: String) {
    let field = #""\#(name)":{"type":"string"}"#
    #expect(
      Sample.item(field).problem()
        == "config.json: Config file is not valid: graph.item.fields.\(name) has a reserved name; "
        + "rename the field or exclude the model")
    var excluded = Sample.item(field)
    excluded.settings = excluded.settings.replacing("[]", with: #"["item"]"#)
    #expect(excluded.problem() == nil)
    let hidden = #""item":{"code":"20","back_end_only":true,"fields":{\#(field)}}"#
    #expect(Sample(types: hidden).problem() == nil)
  }

  @Test(arguments: [
    ("register", "is a keyword of C"), ("nil", "is a keyword of C"),
    ("copy_right", "begins with copy"),
    ("init_value", "begins with init"),
  ])
  func `Objective-C refuses some names that are valid in Swift`(_ name: String, _ reason: String) {
    let sample = Sample.item(#""\#(name)":{"type":"string"}"#)
    #expect(sample.problem(in: .swift) == nil)
    #expect(
      sample.problem(in: .objectiveC)?.hasSuffix(
        "\(reason), which Objective-C does not allow; rename the field \(name) or exclude the model"
      )
        == true)
  }
}
