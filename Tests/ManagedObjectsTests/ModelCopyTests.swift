import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Copies and versions of a model` {
  /// Returns the stored properties of an object and its superclasses by name, as text.
  private static func fields(_ value: Any, without names: Set<String>) -> [String: String] {
    var fields: [String: String] = [:]
    var mirror: Mirror? = Mirror(reflecting: value)
    while let known = mirror {
      for child in known.children where !names.contains(child.label ?? "") {
        fields[child.label ?? ""] = String(describing: child.value)
      }
      mirror = known.superclassMirror
    }
    return fields
  }

  private static func fill(_ property: NSPropertyDescription) {
    property.name = "filled"
    property.isOptional = false
    property.isTransient = true
    property.userInfo = ["a": "b"]
    property.isIndexed = true
    property.isIndexedBySpotlight = true
    property.renamingIdentifier = "old"
    property.versionHashModifier = "v"
    property.setValidationPredicates(
      [NSPredicate(format: "SELF != 'x'")], withValidationWarnings: ["x"])
  }

  private static func attribute() -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    fill(attribute)
    attribute.attributeType = .stringAttributeType
    attribute.attributeValueClassName = "NSString"
    attribute.defaultValue = "d"
    attribute.valueTransformerName = "t"
    attribute.allowsExternalBinaryDataStorage = true
    attribute.preservesValueInHistoryOnDeletion = true
    attribute.allowsCloudEncryption = true
    attribute.minimumValue = 1
    attribute.maximumValue = 9
    attribute.regularExpression = ".*"
    return attribute
  }

  @Test func `a merged model has every field of the entities and properties`() throws {
    let (thing, part) = (Company.entity("Thing"), Company.entity("Part"))
    let (small, kind) = (Company.entity("Small"), Company.entity("Kind"))
    let attribute = Self.attribute()
    let relationship = NSRelationshipDescription()
    Self.fill(relationship)
    relationship.name = "parts"
    relationship.isTransient = false
    relationship.destinationEntity = part
    relationship.minCount = 2
    relationship.maxCount = 7
    relationship.deleteRule = .cascadeDeleteRule
    relationship.isOrdered = true
    let back = Company.relationship("thing", to: thing, many: false)
    Company.link(relationship, back)
    let fetched = NSFetchedPropertyDescription()
    Self.fill(fetched)
    fetched.name = "fetched"
    fetched.fetchRequest = NSFetchRequest(entityName: "Part")
    thing.managedObjectClassName = "Some.Thing"
    thing.managedObjectClass = NSManagedObject.self
    thing.isAbstract = true
    thing.userInfo = ["c": "d"]
    thing.versionHashModifier = "w"
    thing.renamingIdentifier = "Things"
    thing.uniquenessConstraints = [["filled"]]
    thing.properties = [attribute, relationship, fetched]
    thing.subentities = [small]
    part.properties = [back]
    let element = NSFetchIndexElementDescription(property: attribute, collationType: .binary)
    thing.indexes = [NSFetchIndexDescription(name: "i", elements: [element])]
    thing.indexes[0].partialIndexPredicate = NSPredicate(format: "filled != nil")
    let (first, second) = (NSManagedObjectModel(), NSManagedObjectModel())
    first.entities = [thing, small, part]
    first.versionIdentifiers = ["1"]
    first.moduleNames = ["One"]
    second.entities = [kind]
    second.versionIdentifiers = ["2"]
    second.moduleNames = ["Two"]
    let merged = try #require(NSManagedObjectModel(byMerging: [first, second, first]))
    #expect(merged.entities.compactMap(\.name) == ["Thing", "Small", "Part", "Kind"])
    #expect(merged.versionIdentifiers == ["1", "2"])
    #expect(merged.moduleNames == ["One", "Two", "One"])
    #expect(NSManagedObjectModel(byMerging: nil)?.entities.isEmpty == true)
    let copy = try #require(merged.entitiesByName["Thing"])
    #expect(copy !== thing && copy.managedObjectModel === merged)
    let own: Set = [
      "managedObjectModel", "ownProperties", "lazyPlan", "subentities", "superentity", "indexes",
    ]
    #expect(Self.fields(copy, without: own) == Self.fields(thing, without: own))
    #expect(copy.subentities.map(\.name) == ["Small"])
    #expect(merged.entitiesByName["Small"]?.superentity === copy)
    #expect(
      merged.entitiesByName["Small"]?.properties.map(\.name) == ["filled", "parts", "fetched"])
    #expect(copy.indexes.map(\.name) == ["i"] && copy.indexes[0].entity === copy)
    #expect(copy.indexes[0].elements.map(\.propertyName) == ["filled"])
    #expect(copy.indexes[0].partialIndexPredicate?.description == "filled != nil")
    let links: Set = ["entity", "destinationEntity", "inverseRelationship"]
    for (one, other) in zip(copy.properties, thing.properties) {
      #expect(one !== other && one.entity === copy)
      #expect(type(of: one) == type(of: other))
      #expect(Self.fields(one, without: links) == Self.fields(other, without: links), "\(one.name)")
    }
    let parts = try #require(copy.relationshipsByName["parts"])
    #expect(parts.destinationEntity === merged.entitiesByName["Part"])
    #expect(parts.inverseRelationship === parts.destinationEntity?.relationshipsByName["thing"])
    #expect(parts.inverseRelationship?.inverseRelationship === parts)
  }

  /// A change of a property or an entity, and whether a store then has another version.
  private static let changes: [(String, Bool, @Sendable (NSEntityDescription) -> Void)] = [
    ("name", true, { $0.name = "Other" }), ("isAbstract", true, { $0.isAbstract = true }),
    ("modifier", true, { $0.versionHashModifier = "x" }),
    ("class", false, { $0.managedObjectClassName = "Other" }),
    ("userInfo", false, { $0.userInfo = ["a": 1] }),
    ("renaming", false, { $0.renamingIdentifier = "x" }),
    ("constraints", false, { $0.uniquenessConstraints = [["name"]] }),
    ("attribute's name", true, { $0.attributesByName["name"]?.name = "title" }),
    ("attribute's option", true, { $0.attributesByName["name"]?.isOptional = false }),
    ("attribute is transient", true, { $0.attributesByName["name"]?.isTransient = true }),
    ("attribute's modifier", true, { $0.attributesByName["name"]?.versionHashModifier = "x" }),
    (
      "attribute's type", true,
      { $0.attributesByName["name"]?.attributeType = .integer16AttributeType }
    ),
    ("attribute's transformer", true, { $0.attributesByName["name"]?.valueTransformerName = "x" }),
    ("attribute's default", false, { $0.attributesByName["name"]?.defaultValue = "x" }),
    ("attribute's bounds", false, { $0.attributesByName["name"]?.minimumValue = 1 }),
    ("a transient attribute", false, { $0.attributesByName["shown"]?.name = "seen" }),
    (
      "destination", true,
      { entity in
        entity.relationshipsByName["parts"]?.destinationEntity = Company.entity("Far")
      }
    ),
    ("inverse", true, { $0.relationshipsByName["parts"]?.inverseRelationship = nil }),
    ("order", true, { $0.relationshipsByName["parts"]?.isOrdered = true }),
    ("minimum", true, { $0.relationshipsByName["parts"]?.minCount = 1 }),
    ("maximum", true, { $0.relationshipsByName["parts"]?.maxCount = 5 }),
    ("to one", true, { $0.relationshipsByName["parts"]?.maxCount = 1 }),
    ("delete rule", false, { $0.relationshipsByName["parts"]?.deleteRule = .denyDeleteRule }),
    ("order of properties", false, { $0.properties.reverse() }),
    ("a property less", true, { $0.properties.removeFirst() }),
  ]

  @Test func `a version hash depends on what a store saves, and on nothing else`() {
    func thing() -> (NSEntityDescription, [NSEntityDescription]) {
      let (base, entity, part) = (
        Company.entity("Base"), Company.entity("Thing"), Company.entity("Part")
      )
      let parts = Company.relationship("parts", to: part, many: true)
      let back = Company.relationship("thing", to: entity, many: false)
      Company.link(parts, back)
      let shown = Company.attribute("shown", .stringAttributeType)
      shown.isTransient = true
      entity.properties = [Company.attribute("name", .stringAttributeType), shown, parts]
      part.properties = [back]
      base.subentities = [entity]
      return (entity, [base, entity, part])
    }
    let (plain, all) = thing()
    let model = NSManagedObjectModel()
    model.entities = all
    for (title, differs, change) in Self.changes {
      let (entity, entities) = thing()
      let kept = entity.relationshipsByName["parts"]?.inverseRelationship
      change(entity)
      #expect((entity.versionHash != plain.versionHash) == differs, "\(title)")
      let other = NSManagedObjectModel()
      other.entities = entities
      #expect((other.versionChecksum != model.versionChecksum) == differs, "\(title)")
      let metadata = [NSStoreModelVersionHashesKey: other.entityVersionHashesByName]
      #expect(
        model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) == !differs)
      _ = kept
    }
    let (other, others) = thing()
    others[0].subentities = []
    #expect(other.superentity == nil && other.versionHash != plain.versionHash)
    #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]) == false)
    #expect(plain.versionHash.count == 32 && Set(plain.versionHash).count > 16)
    let names = plain.propertiesByName
    #expect(names["name"]?.versionHash != names["parts"]?.versionHash)
  }

  @Test func `configurations, templates and names are looked up`() throws {
    let model = Company.model()
    let skill = try #require(model.entitiesByName["Skill"])
    let note = try #require(model.entitiesByName["Note"])
    model.setEntities([skill], forConfigurationName: "B")
    model.setEntities([note, skill], forConfigurationName: "A")
    #expect(model.configurations == ["A", "B"])
    #expect(model.entities(forConfigurationName: "A") == [note, skill])
    #expect(model.entities(forConfigurationName: "C") == nil)
    #expect(model.entities(forConfigurationName: nil)?.count == 6)
    #expect(model.entities(forConfigurationName: "PF_DEFAULT_CONFIGURATION_NAME")?.count == 6)
    let hashes = [NSStoreModelVersionHashesKey: ["Skill": skill.versionHash]]
    for (name, fits) in [("B", true), ("A", false), ("C", false)] {
      #expect(
        model.isConfiguration(withName: name, compatibleWithStoreMetadata: hashes) == fits)
    }
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Skill")
    template.predicate = NSPredicate(format: "name == $A AND name != $B")
    template.fetchLimit = 3
    model.setFetchRequestTemplate(template, forName: "T")
    #expect(model.fetchRequestTemplatesByName.keys.sorted() == ["T"])
    #expect(model.fetchRequestTemplate(forName: "T") === template)
    #expect(model.fetchRequestTemplate(forName: "U") == nil)
    let filled = try #require(
      model.fetchRequestFromTemplate(withName: "T", substitutionVariables: ["A": "x"]))
    #expect(filled !== template && filled.fetchLimit == 3)
    #expect(filled.predicate?.description == "name == \"x\" AND name != $B")
    #expect(model.fetchRequestFromTemplate(withName: "U", substitutionVariables: [:]) == nil)
    model.setFetchRequestTemplate(nil, forName: "T")
    #expect(model.fetchRequestTemplatesByName.isEmpty)
  }

  @Test func `entities know their families, their properties and their destinations`() throws {
    let model = Company.model()
    func entity(_ name: String) throws -> NSEntityDescription {
      try #require(model.entitiesByName[name])
    }
    let (person, employee, manager) = (
      try entity("Person"), try entity("Employee"), try entity("Manager")
    )
    let skill = try entity("Skill")
    #expect(person.family == [person, employee, manager] && manager.root === person)
    #expect(manager.isKindOf(entity: person) && manager.isKindOf(entity: manager))
    #expect(!person.isKindOf(entity: manager) && !skill.isKindOf(entity: person))
    #expect(person.subentitiesByName == ["Employee": employee])
    #expect(employee.relationships(forDestination: manager).map(\.name) == ["boss"])
    #expect(manager.relationships(forDestination: employee).map(\.name) == ["reports"])
    #expect(skill.attributesByName.keys.sorted() == ["name"])
    #expect(skill.relationshipsByName.keys.sorted() == ["holders"])
    #expect(manager.properties.prefix(3).map(\.name) == ["name", "age", "born"])
    #expect(manager.ownProperties.map(\.name) == ["title", "reports"])
    employee.subentities = []
    #expect(manager.superentity == nil && manager.properties.map(\.name) == ["title", "reports"])
    let space = try Workspace(model: Company.model())
    #expect(
      NSEntityDescription.entity(forEntityName: "Skill", in: space.context)
        === space.model.entitiesByName["Skill"])
    #expect(NSEntityDescription.entity(forEntityName: "Nosuch", in: space.context) == nil)
    #expect(space.model.isFrozen && !Company.model().isFrozen)
  }

  @Test(arguments: NSAttributeType.allCases)
  func `the two names of an attribute type are the same`(_ type: NSAttributeType) {
    let attribute = Company.attribute("v", type)
    #expect(attribute.type.rawValue == type.rawValue)
    let other = NSAttributeDescription()
    other.type = attribute.type
    #expect(other.attributeType == type)
    other.type = .init(rawValue: 12_345)
    #expect(other.attributeType == .undefinedAttributeType)
    let integers: Set<NSAttributeType> = [
      .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
    ]
    let numbers: Set<NSAttributeType> = integers.union([
      .decimalAttributeType, .doubleAttributeType, .floatAttributeType, .booleanAttributeType,
    ])
    #expect(type.isInteger == integers.contains(type) && type.isNumeric == numbers.contains(type))
  }
}
