import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Settings in a model file` {
  private static func model(_ entities: String) throws -> NSManagedObjectModel {
    let folder = try TemporaryFolder()
    let path = try folder.write("<model>\(entities)</model>", to: "A.xcdatamodel/contents")
    let file = URL(filePath: path)
    #expect(NSManagedObjectModel(contentsOf: file)?.entities.count == 1)
    #expect(NSManagedObjectModel(contentsOf: URL(filePath: folder["nosuch.xcdatamodel"])) == nil)
    #expect(NSManagedObjectModel(contentsOf: URL(filePath: folder.path)) == nil)
    return try #require(NSManagedObjectModel(contentsOf: file.deletingLastPathComponent()))
  }

  private static func attribute(
    _ type: String, _ settings: String
  ) throws -> NSAttributeDescription {
    let model = try model(
      "<entity name='A'><attribute name='v' attributeType='\(type)' \(settings)/></entity>")
    return try #require(model.entities.first?.attributesByName["v"])
  }

  /// Columns: the type's name in the file, the type, a value's text, and the value as text.
  @Test(
    arguments: [
      ("Integer 16", NSAttributeType.integer16AttributeType, "7", "7"),
      ("Integer 32", .integer32AttributeType, "-7", "-7"),
      ("Integer 64", .integer64AttributeType, "9007199254740993", "9007199254740993"),
      ("Decimal", .decimalAttributeType, "1.25", "1.25"),
      ("Double", .doubleAttributeType, "1.5", "1.5"),
      ("Float", .floatAttributeType, "0.5", "0.5"), ("String", .stringAttributeType, "7", "7"),
      ("Boolean", .booleanAttributeType, "YES", "true"),
      ("Boolean", .booleanAttributeType, "NO", "false"),
      (
        "UUID", .UUIDAttributeType, "01020304-0506-0708-090A-0B0C0D0E0F10",
        "01020304-0506-0708-090A-0B0C0D0E0F10"
      ),
      ("URI", .URIAttributeType, "a:b", "a:b"), ("Date", .dateAttributeType, "x", nil),
      ("Binary", .binaryDataAttributeType, "x", nil),
      ("Transformable", .transformableAttributeType, "x", nil),
      ("Other", .undefinedAttributeType, "x", nil),
      ("Integer 16", .integer16AttributeType, "x", nil),
    ] as [(String, NSAttributeType, String, String?)])
  func `a type and its values are read`(
    _ name: String, _ type: NSAttributeType, _ text: String, _ value: String?
  ) throws {
    let attribute = try Self.attribute(
      name, "defaultValueString='\(text)' minValueString='\(text)' maxValueString='\(text)'")
    #expect(attribute.attributeType == type)
    for found in [attribute.defaultValue, attribute.minimumValue, attribute.maximumValue] {
      #expect(found.map { "\($0)" } == value)
    }
    if type == .stringAttributeType {
      #expect(attribute.defaultValue is String && attribute.minimumValue is Int)
    }
    let bare = try Self.attribute(name, "")
    #expect(bare.defaultValue == nil && bare.minimumValue == nil && bare.maximumValue == nil)
  }

  @Test func `dates are read as seconds, each from its own setting`() throws {
    let keys = ["defaultDateTimeInterval", "minDateTimeInterval", "maxDateTimeInterval"]
    for (place, key) in keys.enumerated() {
      let attribute = try Self.attribute("Date", "\(key)='2.5'")
      let values = [attribute.defaultValue, attribute.minimumValue, attribute.maximumValue]
      for (index, value) in values.enumerated() {
        let expected = index == place ? Date(timeIntervalSinceReferenceDate: 2.5) : nil
        #expect(value as? Date == expected)
      }
    }
  }

  /// Columns: a setting, and the fields of the attribute that it changes.
  @Test(arguments: [
    ("", ""), ("optional='YES'", "optional"), ("transient='YES'", "transient"),
    ("indexed='YES'", "indexed"), ("indexed='NO'", ""),
    ("spotlightIndexingEnabled='YES'", "spotlight"),
    ("elementID='e'", "e"), ("versionHashModifier='m'", "m"), ("valueTransformerName='t'", "t"),
    ("customClassName='c'", "c"), ("allowsExternalBinaryDataStorage='YES'", "external"),
    ("regularExpressionString='r'", "r"),
  ])
  func `each setting of an attribute is read alone`(_ setting: String, _ fields: String) throws {
    let attribute = try Self.attribute("String", setting)
    let found: [String?] = [
      attribute.isOptional ? "optional" : nil, attribute.isTransient ? "transient" : nil,
      attribute.isIndexed ? "indexed" : nil, attribute.isIndexedBySpotlight ? "spotlight" : nil,
      attribute.renamingIdentifier, attribute.versionHashModifier, attribute.valueTransformerName,
      attribute.attributeValueClassName,
      attribute.allowsExternalBinaryDataStorage ? "external" : nil, attribute.regularExpression,
    ]
    #expect(found.compactMap(\.self).joined() == fields)
  }

  /// Columns: the settings of a relationship, and its fields.
  @Test(arguments: [
    ("", "false false 1 0 false nullify"), ("optional='YES'", "true false 1 0 false nullify"),
    ("transient='YES'", "false true 1 0 false nullify"),
    ("toMany='YES'", "false false 0 0 false nullify"),
    ("toMany='YES' minCount='2' maxCount='5'", "false false 5 2 false nullify"),
    ("toMany='YES' ordered='YES'", "false false 0 0 true nullify"),
    ("deletionRule='Cascade'", "false false 1 0 false cascade"),
    ("deletionRule='Deny'", "false false 1 0 false deny"),
    ("deletionRule='No Action'", "false false 1 0 false noAction"),
    ("deletionRule='Nullify'", "false false 1 0 false nullify"),
  ])
  func `each setting of a relationship is read alone`(_ setting: String, _ fields: String) throws {
    let model = try Self.model(
      """
      <entity name='A'><relationship name='r' destinationEntity='A' inverseName='i' \(setting)>
      <userInfo><entry key='k' value='v'/></userInfo></relationship>
      <relationship name='i' destinationEntity='A' inverseName='r'/></entity>
      """)
    let entity = try #require(model.entities.first)
    let one = try #require(entity.relationshipsByName["r"])
    let rule = "\(one.deleteRule)".replacingOccurrences(of: "DeleteRule", with: "")
    #expect(
      "\(one.isOptional) \(one.isTransient) \(one.maxCount) \(one.minCount) \(one.isOrdered) \(rule)"
        == fields)
    #expect(one.userInfo as? [String: String] == ["k": "v"] && one.destinationEntity === entity)
    #expect(one.inverseRelationship === entity.relationshipsByName["i"])
    #expect(one.inverseRelationship?.inverseRelationship === one)
  }

  @Test func `an entity has its settings, indexes, requests and configurations`() throws {
    let model = try Self.model(
      """
      <entity name='A' representedClassName='M.A' isAbstract='YES' versionHashModifier='m'
        elementID='e'><attribute name='v' attributeType='String'/>
        <attribute name='w' attributeType='String'/>
        <fetchedProperty name='f'><fetchRequest name='g' entity='A' predicateString='v == "x"'
          fetchLimit='4'/></fetchedProperty>
        <fetchIndex name='i'><fetchIndexElement property='w' type='RTree' order='descending'/>
          <fetchIndexElement property='v'/><fetchIndexElement property='nosuch'/></fetchIndex>
        <userInfo><entry key='k' value='v'/></userInfo></entity>
      <configuration name='C'><memberEntity name='A'/><memberEntity name='B'/></configuration>
      <fetchRequest name='T' entity='A' predicateString='v == $X' fetchLimit='3'/>
      <fetchRequest name='U' entity='A' predicateString='((('/>
      """)
    let entity = try #require(model.entities.first)
    #expect(entity.managedObjectClassName == "M.A" && entity.isAbstract)
    #expect(entity.versionHashModifier == "m" && entity.renamingIdentifier == "e")
    #expect(entity.userInfo as? [String: String] == ["k": "v"])
    let elements = entity.indexes.flatMap(\.elements)
    #expect(elements.map(\.propertyName) == ["w", "v"])
    #expect(elements.map(\.isAscending) == [false, true])
    #expect(elements.map(\.collationType) == [.rTree, .binary])
    #expect(elements.allSatisfy { $0.property === entity.propertiesByName[$0.propertyName ?? ""] })
    let fetched = entity.propertiesByName["f"] as? NSFetchedPropertyDescription
    #expect(fetched?.fetchRequest?.predicate?.description == #"v == "x""#)
    #expect(fetched?.fetchRequest?.fetchLimit == 4 && fetched?.fetchRequest?.entity === entity)
    #expect(model.entities(forConfigurationName: "C") == [entity])
    let template = model.fetchRequestTemplate(forName: "T")
    #expect(template?.fetchLimit == 3 && template?.predicate?.description == "v == $X")
    #expect(model.fetchRequestTemplate(forName: "U")?.predicate == nil)
    #expect(model.versionIdentifiers.isEmpty)
  }
}
