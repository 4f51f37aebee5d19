import Foundation
import GhostlightGeneration
import Testing

@testable import ManagedObjectGenerator

@Suite struct `Generated text` {
  private static let entities = """
    <entity name="Base" representedClassName="Base"/>
    <entity name="Thing" representedClassName="Thing" parentEntity="Base" codeGenerationType="category">
      <attribute name="day" attributeType="Date" usesScalarValueType="YES"/>
      <attribute name="note" attributeType="Transformable" customClassName="[String]"/>
      <relationship name="one" destinationEntity="Base"/>
      <relationship name="many" destinationEntity="Base" toMany="YES"/>
      <relationship name="list" destinationEntity="Base" toMany="YES" ordered="YES"/>
    </entity>
    """

  @Test func `a class in an extension has its properties and accessors, and no declaration`() throws
  {
    let text = try Fixture.text(Self.entities)
    #expect(text.contains("class Base: NSManagedObject {}") && !text.contains("class Thing"))
    #expect(text.components(separatedBy: "Identifiable").count == 2)
    let start = try #require(text.range(of: "#else\nnonisolated extension Thing {"))
    let end = try #require(text.range(of: "#endif", range: start.upperBound..<text.endIndex))
    #expect(
      text[start.upperBound..<end.lowerBound] == """

          var day: TimeInterval {
            get { (managedValue(forKey: "day") as Date?)?.timeIntervalSinceReferenceDate ?? 0 }
            set { setManagedValue(Date(timeIntervalSinceReferenceDate: newValue), forKey: "day") }
          }
          var note: [String]? {
            get { value(forKey: "note") as? [String] }
            set { setValue(newValue, forKey: "note") }
          }
          var one: Base? {
            get { managedValue(forKey: "one") }
            set { setManagedValue(newValue, forKey: "one") }
          }
          var many: NSSet? {
            get { managedSet(forKey: "many") }
            set { setValue(newValue, forKey: "many") }
          }
          var list: NSOrderedSet? {
            get { value(forKey: "list") as? NSOrderedSet }
            set { setValue(newValue, forKey: "list") }
          }
        }

        """)
    let methods = text.split(separator: "\n").filter {
      $0.contains(" func ") && !$0.contains("class")
    }
    #expect(
      methods.map { $0.trimmingCharacters(in: ["{", " "]) } == [
        "func addToMany(_ value: Base)", "func removeFromMany(_ value: Base)",
        "func addToMany(_ values: NSSet)", "func removeFromMany(_ values: NSSet)",
        "func insertIntoList(_ value: Base, at idx: Int)", "func removeFromList(at idx: Int)",
        "func insertIntoList(_ values: [Base], at indexes: NSIndexSet)",
        "func removeFromList(at indexes: NSIndexSet)",
        "func replaceList(at idx: Int, with value: Base)",
        "func replaceList(at indexes: NSIndexSet, with values: [Base])",
        "func addToList(_ value: Base)", "func removeFromList(_ value: Base)",
        "func addToList(_ values: NSOrderedSet)", "func removeFromList(_ values: NSOrderedSet)",
      ])
  }

  @Test func `every declaration is public if the access is public`() throws {
    let text = try Fixture.text(Self.entities, access: .public)
    let plain = try Fixture.text(Self.entities)
    #expect(text.replacingOccurrences(of: "public ", with: "") == plain)
    for line in text.split(separator: "\n")
    where line.contains(" var ") || line.contains(" func ") || line.contains("import ") {
      #expect(line.contains("public "), "\(line)")
    }
  }

  /// Columns: a name, and whether it is a name in Swift.
  @Test(arguments: [
    ("a", true), ("_a", true), ("a1_é", true), ("é", true), ("_", false), ("1a", false),
    ("a-b", false),
    ("", false), ("a b", false), ("__", true),
  ])
  func `a property needs a name of Swift`(_ name: String, _ isValid: Bool) {
    let entity = """
      <entity name="A" representedClassName="A"><attribute name="\(name)" attributeType="String"/>\
      </entity>
      """
    let isAccepted = (try? Fixture.text(entity)) != nil
    #expect(isAccepted == isValid)
  }

  @Test(arguments: [
    "Any", "Bool", "Data", "Date", "Double", "Float", "Identifiable", "IndexSet", "Int", "Int16",
    "Int32", "Int64", "NSDecimalNumber", "NSFetchRequest", "NSIndexSet", "NSNumber", "NSObject",
    "NSOrderedSet", "NSSet", "Protocol", "Self", "String", "TimeInterval", "Type", "URL", "UUID",
  ])
  func `a class cannot hide a type that the generated text uses`(_ name: String) {
    let error = #expect(throws: (any Error).self) {
      try Fixture.text(#"<entity name="A" representedClassName="\#(name)"/>"#)
    }
    #expect(
      error.map { "\($0)" }
        == "'A' has the class '\(name)', which would hide another class; rename it")
  }

  @Test(arguments: [
    "autorelease", "awakeFromFetch", "awakeFromInsert", "changedValues",
    "changedValuesForCurrentEvent", "class", "copy", "dealloc", "debugDescription", "description",
    "didSave", "didTurnIntoFault", "entity", "faultingState", "finalize", "hasChanges",
    "hasPersistentChangedValues", "hash", "hashValue", "init", "initialize", "isDeleted", "isFault",
    "isInserted", "isProxy", "isUpdated", "load", "managedObjectContext", "mutableCopy",
    "objectID", "observationInfo", "prepareForDeletion", "release", "retain", "retainCount",
    "self", "superclass", "willSave", "willTurnIntoFault", "zone",
  ])
  func `neither an attribute nor a relationship has the name of a member`(_ name: String) {
    for property in [
      #"<attribute name="\#(name)" attributeType="String"/>"#,
      #"<relationship name="\#(name)" destinationEntity="A"/>"#,
    ] {
      #expect(throws: GeneratorError.self) {
        try Fixture.text(#"<entity name="A" representedClassName="A">\#(property)</entity>"#)
      }
      // Without a class, nothing is generated that could have the name twice.
      #expect(throws: Never.self) { try Fixture.text(#"<entity name="A">\#(property)</entity>"#) }
    }
  }

  @Test func `classes of different entities have different names`() throws {
    let text = """
      <entity name="A" representedClassName="X"/><entity name="B" representedClassName="Y"/>
      <entity name="C"/><entity name="D"/>
      """
    #expect(try Fixture.text(text).components(separatedBy: "fetchRequest()").count == 3)
    #expect("\(GeneratorError(reason: "r"))" == "r")
  }
}
