import GhostlightGeneration
import ManagedObjectGenerator
import Testing

@Suite struct `Classes of a data model` {
  @Test func `are as Xcode writes them, with computed properties where there is no @NSManaged`()
    throws
  {
    let generator = try ClassGenerator(
      contents: try Fixture.shopContents(), source: "Shop.xcdatamodeld", access: .public)
    #expect(generator.text == (try Fixture.golden("Shop.swift")))
  }

  @Test func `are the module's own unless they are public`() throws {
    #expect(
      try Fixture.text(#"<entity name="A" representedClassName="A" codeGenerationType="class"/>"#)
        == """
        // Made by managedgen from M.xcdatamodel: what is changed here is lost.

        import Foundation
        import ManagedObjects

        /// The entity `A`.
        #if canImport(CoreData)
        @objc(A)
        nonisolated class A: NSManagedObject, @unchecked Sendable {}
        #else
        nonisolated class A: NSManagedObject {}
        #endif

        nonisolated extension A {
          /// A request for all objects of the entity.
          @nonobjc class func fetchRequest() -> NSFetchRequest<A> {
            NSFetchRequest<A>(entityName: "A")
          }
        }

        nonisolated extension A: Identifiable {}

        """)
  }

  /// Attribute type, scalar or not, and the property's type.
  ///
  /// Source: what Xcode writes for "Use Scalar Type" on and off; optional or not makes no difference.
  @Test(arguments: [
    ("Integer 16", "Int16", "NSNumber?"), ("Integer 32", "Int32", "NSNumber?"),
    ("Integer 64", "Int64", "NSNumber?"), ("Double", "Double", "NSNumber?"),
    ("Float", "Float", "NSNumber?"), ("Boolean", "Bool", "NSNumber?"),
    ("Date", "TimeInterval", "Date?"), ("Decimal", "NSDecimalNumber?", "NSDecimalNumber?"),
    ("String", "String?", "String?"), ("Binary", "Data?", "Data?"), ("UUID", "UUID?", "UUID?"),
    ("URI", "URL?", "URL?"), ("Transformable", "NSObject?", "NSObject?"),
  ])
  func `have properties of the attribute's type`(
    _ type: String, _ scalar: String, _ object: String
  ) throws {
    for optional in ["YES", "NO"] {
      for (uses, expected) in [("YES", scalar), ("NO", object)] {
        let text = try Fixture.text(
          """
          <entity name="A" representedClassName="A">
            <attribute name="v" attributeType="\(type)" optional="\(optional)"
              usesScalarValueType="\(uses)"/>
          </entity>
          """)
        #expect(text.contains("\n  @NSManaged var v: \(expected)\n"))
        #expect(text.contains("\n  var v: \(expected) {\n"))
      }
    }
  }

  @Test(arguments: [
    ("Todo", "Todo"), (".Todo", "Todo"), ("App.Todo", "Todo"), ("protocol", "`protocol`"),
  ])
  func `are named without their module`(_ name: String, _ declared: String) throws {
    let text = try Fixture.text(#"<entity name="E" representedClassName="\#(name)"/>"#)
    #expect(text.contains("\nnonisolated class \(declared): NSManagedObject {}\n"))
    #expect(text.contains("\n    NSFetchRequest<\(declared)>(entityName: \"E\")\n"))
  }

  @Test(arguments: [#"representedClassName="NSManagedObject""#, ""])
  func `are not written for entities of plain managed objects`(_ attribute: String) throws {
    let text = try Fixture.text(
      """
      <entity name="Plain" \(attribute)/>
      <entity name="A" representedClassName="A" parentEntity="Plain">
        <relationship name="one" destinationEntity="Plain"/>
      </entity>
      """)
    #expect(!text.contains("class Plain"))
    #expect(text.contains("\nnonisolated class A: NSManagedObject {}\n"))
    #expect(text.contains("\n  @NSManaged var one: NSManagedObject?\n"))
  }

  @Test func `of the same model always have the same text`() throws {
    let texts = try (0..<5).map { _ in
      try ClassGenerator(
        contents: try Fixture.shopContents(), source: "Shop.xcdatamodeld", access: .internal
      ).text
    }
    #expect(Set(texts).count == 1)
    #expect(!texts[0].contains("public"))
  }
}
