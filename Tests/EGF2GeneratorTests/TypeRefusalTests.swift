import EGF2Generator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Invalid object types` {
  @Test(arguments: [
    (#""item":{"code":7}"#, "graph.item.code must be a string"),
    (#""item":{"code":"abc"}"#, "graph.item.code must have two characters"),
    (
      #""item":{"code":"20","back_end_only":1}"#,
      "graph.item.back_end_only must be true or false"
    ),
    (#""item":{"code":"20","fields":[]}"#, "graph.item.fields must be an object"),
    (
      #""a":{"code":"20"},"b":{"code":"20"}"#, "graph.b has the code of graph.a, 20"
    ),
    (
      #""a_b":{"code":"20"},"aB":{"code":"21"}"#,
      "graph.aB and graph.a_b both have the class name AB"
    ),
    (
      #""a":{"code":"20","fields":{"b":{"type":"struct","schema":{}}}},"a_b":{"code":"21"}"#,
      "graph.a_b and graph.a.fields.b both have the class name AB"
    ),
    (
      #""part":{"code":"20"}"#,
      "graph.part and graph.custom_schemas.part both have the class name Part"
    ),
    (
      #""two words":{"code":"20"}"#,
      "graph.two words cannot name a class; use letters, digits and underscores"
    ),
    (
      #""1st":{"code":"20"}"#,
      "graph.1st cannot name a class; use letters, digits and underscores"
    ),
    (
      #""package":{"code":"20"}"#,
      "graph.package has a reserved name; rename it or exclude the model"
    ),
  ])
  func `an invalid object type is refused with its place`(_ types: String, _ message: String) {
    let problem = Sample(schemas: #"{"part":{}}"#, types: types).problem()
    #expect(problem == "config.json: Config file is not valid: \(message)")
  }

  @Test(arguments: [
    "string", "bool", "any", "self", "type", "protocol", "graph", "foundation",
  ])
  func `a class that hides another one is refused without a prefix`(_ name: String) throws {
    var sample = Sample(types: #""\#(name)":{"code":"20"}"#)
    let hidden = name.prefix(1).uppercased() + name.dropFirst()
    #expect(
      sample.problem()
        == "config.json: Config file is not valid: graph.\(name) has the class name \(hidden), "
        + "which hides another class; set a model_prefix")
    sample.settings = sample.settings.replacing(
      #""model_prefix":"""#, with: #""model_prefix":"EGF""#)
    #expect(sample.problem() == nil)
  }
}
