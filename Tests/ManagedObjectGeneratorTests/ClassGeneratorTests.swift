import GhostlightGeneration
import ManagedObjectGenerator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Classes of a data model` {
  @Test func `generated classes are as in Xcode, with computed properties in place of @NSManaged`()
    throws
  {
    let generator = try ClassGenerator(
      contents: try Fixture.shopContents(), source: "Shop.xcdatamodeld", access: .public)
    #expect(generator.text == (try Fixture.golden("Shop.swift")))
  }

  @Test func `classes are internal unless they are public`() throws {
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

  /// Columns: the attribute's type, and the property's type with and without a scalar.
  ///
  /// Source: Xcode's output with "Use Scalar Type" on and off; it is the same for an optional
  /// attribute.
  @Test(arguments: [
    ("Integer 16", "Int16", "NSNumber?"), ("Integer 32", "Int32", "NSNumber?"),
    ("Integer 64", "Int64", "NSNumber?"), ("Double", "Double", "NSNumber?"),
    ("Float", "Float", "NSNumber?"), ("Boolean", "Bool", "NSNumber?"),
    ("Date", "TimeInterval", "Date?"), ("Decimal", "NSDecimalNumber?", "NSDecimalNumber?"),
    ("String", "String?", "String?"), ("Binary", "Data?", "Data?"), ("UUID", "UUID?", "UUID?"),
    ("URI", "URL?", "URL?"), ("Transformable", "NSObject?", "NSObject?"),
  ])
  func `a property has the type of its attribute`(
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
  func `a class is named without its module`(_ name: String, _ declared: String) throws {
    let text = try Fixture.text(#"<entity name="E" representedClassName="\#(name)"/>"#)
    #expect(text.contains("\nnonisolated class \(declared): NSManagedObject {}\n"))
    #expect(text.contains("\n    NSFetchRequest<\(declared)>(entityName: \"E\")\n"))
  }

  @Test(arguments: [#"representedClassName="NSManagedObject""#, ""])
  func `no class is generated for entities of plain managed objects`(_ attribute: String) throws {
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

  @Test func `classes of the same model always have the same text`() throws {
    let texts = try (0..<5).map { _ in
      try ClassGenerator(
        contents: try Fixture.shopContents(), source: "Shop.xcdatamodeld", access: .internal
      ).text
    }
    #expect(Set(texts).count == 1)
    #expect(!texts[0].contains("public"))
  }
}
