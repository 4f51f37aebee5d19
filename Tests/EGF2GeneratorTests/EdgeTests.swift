import EGF2Generator
import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Edges of generator input` {
  private func settings(
    name: String = "a", server: String = "https://h/", prefix: String = ""
  ) -> Sample {
    Sample(
      settings: """
        {"name":"\(name)","server":"\(server)","model_prefix":"\(prefix)","excluded_models":[]}
        """)
  }

  @Test(arguments: [
    (".", false), ("..", false), ("...", true), ("a/", false), ("/", false), (#"a\u0000"#, false),
    ("a b", true), ("", false),
  ])
  func `a name can be that of a file`(_ name: String, _ isValid: Bool) {
    #expect((settings(name: name).problem() == nil) == isValid)
  }

  @Test(arguments: [
    ("http://h", true), ("https://h:1/v1/", true), ("ftp://h/", false), ("https://", false),
    ("https:///v1", false), ("", false), ("//h/", false),
  ])
  func `a server is an HTTP URL with a host`(_ server: String, _ isValid: Bool) {
    #expect((settings(server: server).problem() == nil) == isValid)
  }

  @Test(arguments: [
    ("", true), ("E", true), ("e1_", true), ("_", false), ("1", false), ("é", false),
  ])
  func `a prefix begins a class name`(_ prefix: String, _ isValid: Bool) {
    #expect((settings(prefix: prefix).problem() == nil) == isValid)
  }

  @Test(arguments: ["name", "server", "model_prefix", "excluded_models"])
  func `each setting is needed, and has its type`(_ key: String) throws {
    let sample = settings()
    let missing = sample.settings.replacing(
      try Regex("\"\(key)\":(\"[^\"]*\"|\\[\\]),?"), with: ""
    ).replacing(",}", with: "}")
    #expect(
      Sample(settings: missing).problem()
        == #"settings.json: Settings file is not valid: "\#(key)" is missing; name, server, "#
        + "model_prefix and excluded_models are needed")
    let wrong = sample.settings.replacing(
      try Regex("\"\(key)\":(\"[^\"]*\"|\\[\\])"), with: "\"\(key)\":1")
    let type = key == "excluded_models" ? "an array of type names" : "a string"
    #expect(
      Sample(settings: wrong).problem()
        == #"settings.json: Settings file is not valid: "\#(key)" must be \#(type)"#)
  }

  @Test(arguments: [
    (#"{"default_count":1,"max_count":1}"#, "1 1 false"),
    (#"{"default_count":2,"max_count":9,"pagination_mode":"index"}"#, "2 9 false"),
    (#"{"default_count":2,"max_count":9,"pagination_mode":"object"}"#, "2 9 true"),
  ])
  func `page sizes and mode are those of the pagination`(
    _ pagination: String, _ expected: String
  ) throws {
    var sample = Sample()
    sample.pagination = pagination
    let parts = expected.split(separator: " ")
    let text = try sample.text()
    #expect(text.contains("    graph.maxPageSize = \(parts[1])\n"))
    #expect(text.contains("    graph.defaultPageSize = \(parts[0])\n"))
    #expect(text.contains("    graph.isObjectPaginationMode = \(parts[2])\n"))
    let other = try sample.text("EGF2.m")
    #expect(other.contains("graph.maxPageSize = \(parts[1]);"))
    #expect(other.contains("graph.defaultPageSize = \(parts[0]);"))
    #expect(
      other.contains("graph.isObjectPaginationMode = \(parts[2] == "true" ? "YES" : "NO");"))
  }

  @Test(arguments: ["default_count", "max_count"])
  func `a page size is a whole number above 0`(_ key: String) {
    for value in ["0", "-1", "1.5", "\"1\"", "null"] {
      var sample = Sample()
      sample.pagination = #"{"default_count":1,"max_count":1}"#
        .replacing("\"\(key)\":1", with: "\"\(key)\":\(value)")
      #expect(
        sample.problem()
          == "config.json: Config file is not valid. Check pagination section. "
          + "graph.pagination.\(key) must be a whole number above 0")
    }
  }

  @Test func `members without a code and reserved members make no classes`() throws {
    let text = try Sample(
      types: """
        "objects":{"code":"30"},"plain":5,"codeless":{"fields":{"a":{}}},"item":{"code":"20"}
        """
    ).text()
    #expect(text.matches(of: /class (\w+):/).map { String($0.1) } == ["GraphObject", "Item"])
  }

  @Test func `a configuration needs no schemas`() throws {
    let sample = Sample(
      configuration: """
        {"graph":{"common_fields":{},"pagination":{"default_count":1,"max_count":1}}}
        """)
    #expect(
      try sample.text().hasSuffix(
        """
        class GraphObject: NSObject, EGF2GraphModel {
            required override init() { super.init() }

            class var graphObjectType: String { return "" }

            class var graphFields: [EGF2Field] {
                return []
            }

            func editableFields() -> [String] { return [] }

            func requiredFields() -> [String] { return [] }
        }

        """))
  }

  @Test func `a code has two bytes`() {
    for (code, isValid) in [("a", false), ("ab", true), ("é", true), ("éa", false), ("", false)] {
      #expect((Sample(types: #""item":{"code":"\#(code)"}"#).problem() == nil) == isValid)
    }
  }

  @Test func `a class lists its own editable and required fields once`() throws {
    var sample = Sample.item(
      """
      "id":{"type":"string","required":true,"edit_mode":"E"},
      "a":{"type":"string","required":true,"edit_mode":"E"},
      "b":{"type":"string","required":true},"c":{"type":"string","edit_mode":"E"},
      "d":{"type":"string","edit_mode":"NE"}
      """)
    sample.common = #"{"id":{"type":"string","required":true,"edit_mode":"E"}}"#
    let text = try sample.text()
    #expect(text.contains("    func editableFields() -> [String] { return [\"id\"] }\n"))
    #expect(text.contains("    func requiredFields() -> [String] { return [\"id\"] }\n"))
    #expect(text.contains("editableFields() + [\"a\", \"c\"] }\n"))
    #expect(text.contains("requiredFields() + [\"a\", \"b\"] }\n"))
  }

  @Test func `all properties of a schema are required, and its object type is one`() throws {
    var sample = Sample()
    sample.schemas =
      #"{"part":{"object_type":{"type":"string","edit_mode":"E"},"n":{"type":"date"}}}"#
    sample.common = #"{"object_type":{"type":"string"},"id":{"type":"string"}}"#
    let text = try sample.text()
    #expect(
      text.contains(
        """
        /// A struct of the configuration.
        class Part: NSObject, EGF2Model {
            var objectType: String?
            var n: Foundation.Date?

            required override init() { super.init() }

            class var graphFields: [EGF2Field] {
                return [
                    .string("objectType", json: "object_type", \\Part.objectType),
                    .date("n", \\Part.n),
                ]
            }

            func requiredFields() -> [String] { return ["objectType", "n"] }
        }

        """))
    #expect(text.contains("class GraphObject: NSObject, EGF2GraphModel {\n    var id: String?\n\n"))
    let header = try sample.text("EGF2.h")
    #expect(
      header.contains(
        """
        @interface Part : NSObject

        @property (strong, nonatomic) NSString *objectType;
        @property (strong, nonatomic) NSDate *n;

        - (NSArray <NSString *> *)requiredFields;
        - (NSDictionary <NSString *, Class> *)listPropertiesInfo;

        @end
        """))
    #expect(
      try sample.text("EGF2.m").contains(
        """
        @implementation Part

        - (NSArray <NSString *> *)requiredFields {
            return @[@"objectType", @"n"];
        }

        - (NSDictionary <NSString *, Class> *)listPropertiesInfo {
            return @{};
        }

        @end
        """))
  }

  @Test(arguments: [24, 25, 26, 27])
  func `a function stays on one line below 92 characters`(_ count: Int) throws {
    let name = String(repeating: "x", count: count)
    let text = try Sample.item(#""\#(name)":{"type":"string","required":true}"#).text()
    let head = "override func requiredFields() -> [String] {"
    let list = "return super.requiredFields() + [\"\(name)\"]"
    let isShort = head.count + list.count < 92
    #expect(
      text.contains(
        isShort ? "    \(head) \(list) }\n" : "    \(head)\n        \(list)\n    }\n"))
  }

  @Test(arguments: [
    ("allocate", true), ("alloc", false), ("alloc1", false), ("copyright", true),
    ("copy_it", false),
    ("initial", true), ("init_it", false), ("mutableCopyIt", false), ("mutableCopyit", true),
    ("copy1", false), ("bool", false), ("SEL", false), ("Nil", false), ("booleans", true),
  ])
  func `Objective-C takes a name or not`(_ name: String, _ isTaken: Bool) {
    let sample = Sample.item(#""\#(name)":{"type":"string"}"#)
    #expect((sample.problem(in: .objectiveC) == nil) == isTaken)
    #expect(sample.problem(in: .swift) == nil)
  }

  @Test(arguments: [
    ("a__b", "a_B"), ("_a", "A"), ("a_b_c", "aBC"), ("__a", "_A"), ("a_b_", "a_b_"),
  ])
  func `underscores begin a word, and two of them keep one`(
    _ field: String, _ property: String
  ) throws {
    let text = try Sample.item(#""\#(field)":{"type":"integer"}"#).text()
    #expect(text.contains("    var \(property): Int = 0\n"))
  }

  @Test(arguments: [
    ("[1, ... ,2]", #"remove ", ..." at line 1, column 3"#),
    ("[1,\t\r\u{0B}\u{0C}...]", #"remove ",\#t\#r\#u{0B}\#u{0C}..." at line 1, column 3"#),
    ("[1 ...]", #"remove "..." at line 1, column 4"#),
    ("[1,2] //", #"remove "//" at line 1, column 7"#),
    ("[\"//\\\"...\"] /* a", #"remove "/* a" at line 1, column 13"#),
    ("\n\n /**/x", #"remove "/**/" at line 3, column 2"#),
  ])
  func `each annotation has its place`(_ settings: String, _ remedy: String) {
    #expect(Sample(settings: settings).problem()?.hasSuffix(remedy) == true)
  }

  @Test(arguments: [
    ("[1,,2]", "at line 1, column 4"), ("{\n\n x", "at line 3, column 2"),
    ("", "at line 1, column 1"),
    ("\n", "at line 2, column 1"),
  ])
  func `an error in JSON has its place`(_ settings: String, _ place: String) {
    #expect(Sample(settings: settings).problem()?.hasSuffix(place) == true)
  }
}
