import Foundation
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import Testing

@Suite struct `The model of a cache` {
  private static func line(_ property: NSPropertyDescription) -> String {
    let optional = property.isOptional ? "" : ", needed"
    if let attribute = property as? NSAttributeDescription {
      return "\(attribute.name) \(attribute.attributeType.rawValue) "
        + "\(attribute.valueTransformerName ?? "-") \(attribute.attributeValueClassName ?? "-")"
        + optional
    }
    guard let relationship = property as? NSRelationshipDescription else { return property.name }
    return "\(relationship.name) \(relationship.destinationEntity?.name ?? "-") "
      + "max \(relationship.maxCount) \(relationship.isOrdered ? "ordered" : "set") "
      + "rule \(relationship.deleteRule.rawValue)\(optional)"
  }

  @Test func `each property has a twin, and each row what the cache knows of it`() throws {
    let model = BoxModel.make()
    let box = try #require(model.entitiesByName["Box"])
    let (special, draft) = (NSAttributeDescription(), NSAttributeDescription())
    special.name = "special"
    special.attributeType = .transformableAttributeType
    special.valueTransformerName = "Transformer"
    special.attributeValueClassName = "NSDictionary"
    special.isOptional = false
    (draft.name, draft.attributeType, draft.isTransient) = ("draft", .stringAttributeType, true)
    box.properties += [special, draft]
    for relationship in box.relationshipsByName.values {
      relationship.deleteRule = .cascadeDeleteRule
      relationship.isOptional = false
    }
    let made = CacheModel.make(from: model)
    #expect(made.entities.map(\.name) == ["Box", "Thing"])
    let twin = try #require(made.entitiesByName["Box"])
    let (text, date) = (NSAttributeType.stringAttributeType, NSAttributeType.dateAttributeType)
    let own = special.attributeValueClassName ?? "-"
    let lines = twin.properties.map(Self.line).map {
      // Attribute types may set their class themselves.
      $0.split(separator: " ").prefix($0.contains("max") ? 9 : 3).joined(separator: " ")
    }
    let rule = "rule \(NSDeleteRule.nullifyDeleteRule.rawValue)"
    #expect(
      lines == [
        "boxId \(text.rawValue) -", "createddate \(date.rawValue) -",
        "lastmoddate \(date.rawValue) -", "name \(text.rawValue) -",
        "special \(NSAttributeType.transformableAttributeType.rawValue) Transformer",
        "bag Thing max 0 set \(rule)", "best Thing max 1 set \(rule)",
        "things Thing max 0 ordered \(rule)", "sm__key \(text.rawValue) -",
        "sm__dirty \(NSAttributeType.integer16AttributeType.rawValue) -",
        "sm__isReference \(NSAttributeType.booleanAttributeType.rawValue) -",
        "sm__base \(date.rawValue) -", "sm__sent \(text.rawValue) -",
        "sm__revision \(NSAttributeType.integer64AttributeType.rawValue) -",
      ])
    #expect(twin.properties.allSatisfy { $0.isOptional })
    #expect(twin.attributesByName["special"]?.attributeValueClassName == own)
    #expect(
      twin.relationshipsByName.values.allSatisfy {
        $0.destinationEntity === made.entitiesByName["Thing"]
      })
    #expect(twin.indexes.map(\.name) == ["sm__key", "sm__dirty"])
    #expect(
      twin.indexes.flatMap { $0.elements.map { $0.property?.name } } == ["sm__key", "sm__dirty"])
  }
}
