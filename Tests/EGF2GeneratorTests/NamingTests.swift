import EGF2Generator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Names of generated models` {
  @Test(arguments: [
    ("name", "name"), ("date_of_birth", "dateOfBirth"), ("upload_url", "uploadUrl"),
    ("a_1", "a1"), ("trailing_", "trailing_"), ("camelCase", "camelCase"), ("in", "`in`"),
    ("where", "`where`"), ("is_default", "isDefault"),
  ])
  func `a field name is converted to a property name`(_ field: String, _ property: String) throws {
    let text = try Sample.item(#""\#(field)":{"type":"integer"}"#).text()
    #expect(text.contains("class Item: GraphObject {\n    var \(property): Int = 0\n"))
    #expect(text.contains(#"\Item.\#(property)),"#))
  }

  @Test(arguments: [
    ("", "customer_role", "CustomerRole", "GraphObject"),
    ("EGF", "customer_role", "EGFCustomerRole", "EGFGraphObject"),
    ("my", "file", "myFile", "myGraphObject"), ("EGF", "string", "EGFString", "EGFGraphObject"),
    ("", "date", "Date", "GraphObject"), ("", "name_", "Name_", "GraphObject"),
  ])
  func `a type name is converted to a class name`(
    _ prefix: String, _ type: String, _ name: String, _ base: String
  ) throws {
    var sample = Sample(types: #""\#(type)":{"code":"20"}"#)
    sample.settings = sample.settings.replacing(
      #""model_prefix":"""#, with: #""model_prefix":"\#(prefix)""#)
    let text = try sample.text()
    #expect(text.contains("\nclass \(name): \(base) {\n"))
    #expect(text.contains(#"        "20": \#(name).self,"#))
    #expect(text.contains(#"graphObjectType: String { return "\#(type)" }"#))
  }

  @Test func `classes are registered by code and written in file order`() throws {
    let text = try Sample(
      types: #""b":{"code":"21"},"a":{"code":"09"},"hidden":{"code":"00","back_end_only":true}"#
    ).text()
    #expect(
      text.contains(
        """
            graph.idsWithModelTypes = [
                "09": A.self,
                "21": B.self,
            ]
        """))
    #expect(text.matches(of: /class (\w+):/).map { String($0.1) } == ["GraphObject", "B", "A"])
  }

  @Test func `a type may repeat a common field with more attributes`() throws {
    let text = try Sample.item(
      #""id":{"type":"string","required":true,"edit_mode":"E"},"object_type":{"type":"string"}"#
    ).text()
    #expect(
      text.hasSuffix(
        """
        class Item: GraphObject {
            override class var graphObjectType: String { return "item" }

            override func editableFields() -> [String] { return super.editableFields() + ["id"] }
        }

        """))
  }

  @Test func `without models the graph has no registered classes`() throws {
    let text = try Sample().text()
    #expect(text.contains("    graph.idsWithModelTypes = [:]\n"))
    #expect(try Sample().text("EGF2.m").contains("graph.idsWithModelTypes = @{};"))
  }

  @Test func `name and server are written as string literals`() throws {
    var sample = Sample()
    sample.settings = sample.settings.replacing(#""app""#, with: #""my \"app\\""#)
    #expect(try sample.text().contains(#"EGF2Graph(name: "my \"app\\")!"#))
    #expect(try sample.text("EGF2.m").contains(#"initWithName:@"my \"app\\"]"#))
  }

  @Test func `with public access all declarations are public`() throws {
    var sample = Sample.item(#""one":{"type":"object_id","object_types":["item"]}"#)
    sample.settings = sample.settings.replacing("{", with: #"{"access":"public","#)
    let text = try sample.text()
    #expect(text.contains("public import EGF2\npublic import Foundation\n"))
    let hidden = text.split(separator: "\n").filter {
      $0.contains(#/^(let|class| {4}(class|var|func|override|required)) /#)
    }
    #expect(hidden == [])
  }

  @Test func `an excluded model that does not exist is a warning`() throws {
    var sample = Sample(types: #""item":{"code":"20"}"#)
    sample.settings = sample.settings.replacing("[]", with: #"["items","item"]"#)
    #expect(
      try sample.generator().models(in: .swift).warnings == [
        "settings.json: excluded_models names items, which config.json does not have"
      ])
    #expect(try sample.text().contains("class Item") == false)
  }
}
