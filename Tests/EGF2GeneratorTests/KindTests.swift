import EGF2Generator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Kinds of generated fields` {
  /// A field's definition, its property declarations, and its entry in `graphFields`.
  struct Row: Sendable, CustomTestStringConvertible {
    let field: String
    let declarations: [String]
    let entry: String

    init(_ field: String, _ declarations: String..., entry: String) {
      self.field = field
      self.declarations = declarations
      self.entry = entry
    }

    var testDescription: String { field }
  }

  @Test(arguments: [
    Row(#"{"type":"string"}"#, "var a_: String?", entry: #".string("a_", \Item.a_)"#),
    Row(#"{"type":"email"}"#, "var a_: String?", entry: #".string("a_", \Item.a_)"#),
    Row(#"{"type":"date"}"#, "var a_: Foundation.Date?", entry: #".date("a_", \Item.a_)"#),
    Row(
      #"{"type":"integer","default":7}"#, "var a_: Int = 0", entry: #".integer("a_", \Item.a_)"#),
    Row(#"{"type":"number"}"#, "var a_: Double = 0", entry: #".number("a_", \Item.a_)"#),
    Row(#"{"type":"boolean"}"#, "var a_: Bool = false", entry: #".boolean("a_", \Item.a_)"#),
    Row(
      #"{"type":"boolean","default":true}"#, "var a_: Bool = true",
      entry: #".boolean("a_", \Item.a_)"#),
    Row(
      #"{"type":"object_id","object_types":["item"]}"#, "var a_: String?", "var a_Object: Item?",
      entry: #".reference("a_", \Item.a_, object: \Item.a_Object)"#),
    Row(
      #"{"type":"object_id","object_types":["item","other"]}"#, "var a_: String?",
      "var a_Object: NSObject?", entry: #".reference("a_", \Item.a_, object: \Item.a_Object)"#),
    Row(
      #"{"type":"object_id","object_types":["any"]}"#, "var a_: String?", "var a_Object: NSObject?",
      entry: #".reference("a_", \Item.a_, object: \Item.a_Object)"#),
    Row(
      #"{"type":"object_id","object_types":["item","hidden"]}"#, "var a_: String?",
      entry: #".reference("a_", \Item.a_)"#),
    Row(
      #"{"type":"object_id","object_types":["left_out"]}"#, "var a_: String?",
      entry: #".reference("a_", \Item.a_)"#),
    Row(
      #"{"type":"object_id","object_types":["codeless"]}"#, "var a_: String?",
      entry: #".reference("a_", \Item.a_)"#),
    Row(#"{"type":"object_id"}"#, "var a_: String?", entry: #".reference("a_", \Item.a_)"#),
    // The sample configuration of the vendor's documentation (EGF2/docs, _Micro Services.md)
    Row(
      #"{"type":"object_id:item"}"#, "var a_: String?", "var a_Object: Item?",
      entry: #".reference("a_", \Item.a_, object: \Item.a_Object)"#),
    Row(
      #"{"type":"object_id:left_out"}"#, "var a_: String?", entry: #".reference("a_", \Item.a_)"#),
    Row(
      #"{"type":"struct","schema":"part"}"#, "var a_: Part?", entry: #".structure("a_", \Item.a_)"#),
    Row(
      #"{"type":"struct","schema":{"b":{"type":"date"}}}"#, "var a_: ItemA_?",
      entry: #".structure("a_", \Item.a_)"#),
    Row(
      #"{"type":"struct","schema":"any"}"#, "var a_: NSDictionary?",
      entry: #".dictionary("a_", \Item.a_)"#),
    Row(
      #"{"type":"array:struct","schema":"part"}"#, "var a_: [Part] = []",
      entry: #".structures("a_", \Item.a_)"#),
    Row(
      #"{"type":"array:struct","schema":{"b":{"type":"date"}}}"#, "var a_: [ItemA_] = []",
      entry: #".structures("a_", \Item.a_)"#),
    Row(
      #"{"type":"array:string"}"#, "var a_: [String] = []", entry: #".strings("a_", \Item.a_)"#),
    Row(
      #"{"type":"array:object_id"}"#, "var a_: [String] = []", entry: #".strings("a_", \Item.a_)"#),
    Row(
      #"{"type":"array:date"}"#, "var a_: [Foundation.Date] = []", entry: #".dates("a_", \Item.a_)"#
    ),
    Row(#"{"type":"array:integer"}"#, "var a_: [Int] = []", entry: #".integers("a_", \Item.a_)"#),
    Row(#"{"type":"array:number"}"#, "var a_: [Double] = []", entry: #".numbers("a_", \Item.a_)"#),
    Row(#"{"type":"array:boolean"}"#, "var a_: [Bool] = []", entry: #".booleans("a_", \Item.a_)"#),
  ])
  func `each kind of field has its property and entry`(_ row: Row) throws {
    var sample = Sample.item(#""a_":\#(row.field)"#)
    sample.settings = sample.settings.replacing("[]", with: #"["left_out"]"#)
    sample.schemas = #"{"part":{"c":{"type":"integer"}}}"#
    sample.types += """
      ,"other":{"code":"21"},"hidden":{"code":"22","back_end_only":true},"left_out":{"code":"23"}\
      ,"codeless":{"fields":{}}
      """
    let lines = try sample.text().split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingPrefix { $0 == " " } }
    let start = try #require(lines.firstIndex { $0.hasPrefix("class Item:") })
    #expect(
      lines[(start + 1)...].prefix { !$0.isEmpty }.map(String.init) == row.declarations)
    #expect(lines.count { $0 == row.entry + "," } == 1)
  }

  @Test(
    arguments: [
      (#"{"type":"string"}"#, "@property (strong, nonatomic) NSString *a;", nil),
      (#"{"type":"date"}"#, "@property (strong, nonatomic) NSDate *a;", nil),
      (#"{"type":"integer"}"#, "@property (assign, nonatomic) NSInteger a;", nil),
      (#"{"type":"number"}"#, "@property (assign, nonatomic) double a;", nil),
      (#"{"type":"boolean"}"#, "@property (assign, nonatomic) BOOL a;", nil),
      (#"{"type":"struct","schema":"part"}"#, "@property (strong, nonatomic) Part *a;", nil),
      (#"{"type":"struct","schema":"any"}"#, "@property (strong, nonatomic) NSDictionary *a;", nil),
      (
        #"{"type":"object_id","object_types":["item"]}"#,
        "@property (strong, nonatomic) NSString *a;\n@property (strong, nonatomic) Item *aObject;",
        nil
      ),
      (
        #"{"type":"array:struct","schema":"part"}"#,
        "@property (strong, nonatomic) NSArray <Part *> *a;", "Part"
      ),
      (
        #"{"type":"array:string"}"#, "@property (strong, nonatomic) NSArray <NSString *> *a;",
        "NSString"
      ),
      (
        #"{"type":"array:date"}"#, "@property (strong, nonatomic) NSArray <NSDate *> *a;", "NSDate"
      ),
      (
        #"{"type":"array:number"}"#, "@property (strong, nonatomic) NSArray <NSNumber *> *a;",
        "NSNumber"
      ),
    ] as [(String, String, String?)])
  func `each kind of field has its property in Objective-C`(
    _ field: String, _ property: String, _ elements: String?
  ) throws {
    var sample = Sample.item(#""a":\#(field)"#)
    sample.schemas = #"{"part":{"c":{"type":"integer"}}}"#
    let header = try sample.text("EGF2.h")
    #expect(header.contains("@interface Item : GraphObject\n\n\(property)\n\n@end"))
    let entry = elements.map { #"@"a": [\#($0) class]"# }
    #expect(try sample.text("EGF2.m").contains("_a = @[];") == (elements != nil))
    if let entry { #expect(try sample.text("EGF2.m").contains(entry)) }
  }
}
