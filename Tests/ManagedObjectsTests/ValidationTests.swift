import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Validation` {
  /// A value of an attribute with bounds, and the code of its error; `nil` if it is valid.
  struct Bound: @unchecked Sendable, CustomTestStringConvertible {
    let type: NSAttributeType
    let least: Any?
    let greatest: Any?
    let value: Any?
    let code: Int?

    var testDescription: String { "\(type) \(value ?? "nil")" }
  }

  private static func bounds(
    _ type: NSAttributeType, _ least: Any?, _ greatest: Any?, _ rows: [(Any?, Int?)]
  ) -> [Bound] {
    rows.map { Bound(type: type, least: least, greatest: greatest, value: $0.0, code: $0.1) }
  }

  private static func seconds(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  private static let rows: [Bound] = [
    [
      NSAttributeType.integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .decimalAttributeType, .doubleAttributeType, .floatAttributeType,
    ].flatMap { type in
      bounds(
        type, 3, 5,
        [
          (2, NSValidationNumberTooSmallError), (3, nil), (4, nil), (5, nil),
          (6, NSValidationNumberTooLargeError), (nil, nil),
        ])
        + bounds(type, 3, nil, [(2, NSValidationNumberTooSmallError), (99, nil)])
        + bounds(type, nil, 5, [(-99, nil), (6, NSValidationNumberTooLargeError)])
    },
    bounds(.booleanAttributeType, 1, nil, [(false, NSValidationNumberTooSmallError), (true, nil)]),
    bounds(.booleanAttributeType, nil, 0, [(true, NSValidationNumberTooLargeError), (false, nil)]),
    bounds(
      .doubleAttributeType, 0.5, 0.75,
      [
        (0.49, NSValidationNumberTooSmallError), (0.5, nil), (0.75, nil),
        (0.76, NSValidationNumberTooLargeError),
      ]),
    bounds(
      .stringAttributeType, 2, 4,
      [
        ("a", NSValidationStringTooShortError), ("ab", nil), ("abcd", nil),
        ("abcde", NSValidationStringTooLongError), ("", NSValidationStringTooShortError),
        // Lengths count UTF-16 units.
        ("😀", nil), ("😀😀", nil), ("😀😀😀", NSValidationStringTooLongError), (nil, nil),
      ]),
    bounds(.stringAttributeType, 2, nil, [("a", NSValidationStringTooShortError), ("abcde", nil)]),
    bounds(.stringAttributeType, nil, 4, [("", nil), ("abcde", NSValidationStringTooLongError)]),
    bounds(
      .dateAttributeType, seconds(10), seconds(20),
      [
        (seconds(9.5), NSValidationDateTooSoonError), (seconds(10), nil), (seconds(20), nil),
        (seconds(20.5), NSValidationDateTooLateError), (nil, nil),
      ]),
    bounds(.dateAttributeType, seconds(10), nil, [(seconds(9), NSValidationDateTooSoonError)]),
    bounds(.dateAttributeType, nil, seconds(20), [(seconds(21), NSValidationDateTooLateError)]),
    // Bounds have no effect on other types.
    bounds(.binaryDataAttributeType, 2, 2, [(Data([1]), nil), (Data([1, 2, 3]), nil)]),
  ].flatMap { $0 }

  private static func thing(
    _ properties: [NSPropertyDescription], _ kind: StoreKind = .memory
  ) throws -> (Workspace, NSManagedObject) {
    let entity = Company.entity("Thing")
    entity.properties = properties
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let space = try Workspace(kind, model: model)
    return (space, space.insert("Thing"))
  }

  @Test(arguments: rows)
  func `a value is compared with the bounds of its attribute`(_ row: Bound) throws {
    let attribute = Company.attribute("v", row.type)
    attribute.minimumValue = row.least
    attribute.maximumValue = row.greatest
    let (_, object) = try Self.thing([attribute])
    object.setValue(row.value, forKey: "v")
    let error = failure { try object.validateForInsert() }
    #expect(error?.code == row.code)
    #expect(failure { try object.validateForUpdate() }?.code == row.code)
    #expect(failure { try object.validateForDelete() } == nil)
    guard let code = row.code else { return }
    #expect(
      text(error) == """
        NSCocoaErrorDomain \(code)
        NSLocalizedDescription: The operation couldn’t be completed. (Cocoa error \(code).)
        NSValidationErrorKey: v
        NSValidationErrorObject: \(object.objectID.short)
        NSValidationErrorValue: \(object.value(forKey: "v") ?? "")
        """)
  }

  @Test func `the error of a missing value does not have a value`() throws {
    let (space, object) = try Self.thing([
      Company.attribute("v", .stringAttributeType, optional: false)
    ])
    let code = NSValidationMissingMandatoryPropertyError
    #expect(
      text(failure { try space.context.save() }) == """
        NSCocoaErrorDomain \(code)
        NSLocalizedDescription: The operation couldn’t be completed. (Cocoa error \(code).)
        NSValidationErrorKey: v
        NSValidationErrorObject: \(object.objectID.short)
        """)
    #expect(space.context.insertedObjects == [object])
  }

  @Test(
    arguments: [
      ("[a-c]+", "abc", nil), ("[a-c]+", "abcd", NSValidationStringPatternMatchingError),
      ("[a-c]+", "dabc", NSValidationStringPatternMatchingError), ("a|bc", "bc", nil),
      ("a|bc", "ab", NSValidationStringPatternMatchingError), ("[a-c]+", nil, nil),
      ("[a-c]+", "ABC", NSValidationStringPatternMatchingError),
      ("(", "(", NSValidationStringPatternMatchingError), ("(", nil, nil),
    ] as [(String, String?, Int?)])
  func `a string must match the whole pattern`(
    _ pattern: String, _ value: String?, _ code: Int?
  ) throws {
    let attribute = Company.attribute("v", .stringAttributeType)
    attribute.regularExpression = pattern
    let (_, object) = try Self.thing([attribute])
    object.setValue(value, forKey: "v")
    #expect(failure { try object.validateForInsert() }?.code == code)
  }

  @Test func `each predicate of an attribute must hold for its value`() throws {
    let attribute = Company.attribute("v", .integer32AttributeType)
    attribute.setValidationPredicates(
      [NSPredicate(format: "SELF > 2"), NSPredicate(format: "SELF < 5")],
      withValidationWarnings: ["small", "large"])
    #expect(attribute.validationPredicates.map(\.description) == ["SELF > 2", "SELF < 5"])
    #expect(attribute.validationWarnings as? [String] == ["small", "large"])
    let (_, object) = try Self.thing([attribute])
    let codes = [2, 3, 4, 5, nil].map { value in
      object.setValue(value, forKey: "v")
      return failure { try object.validateForInsert() }?.code
    }
    #expect(
      codes == [NSManagedObjectValidationError, nil, nil, NSManagedObjectValidationError, nil])
    let other = Company.attribute("v", .integer32AttributeType)
    other.setValidationPredicates(nil, withValidationWarnings: nil)
    #expect(other.validationPredicates.isEmpty && other.validationWarnings.isEmpty)
  }

  /// The bounds of a relationship, the number of its objects, and the code of the error.
  @Test(
    arguments: [
      (true, 0, 0, 0, nil), (true, 0, 0, 9, nil), (true, 2, 3, 0, nil),
      (true, 2, 3, 1, NSValidationRelationshipLacksMinimumCountError), (true, 2, 3, 2, nil),
      (true, 2, 3, 3, nil), (true, 2, 3, 4, NSValidationRelationshipExceedsMaximumCountError),
      (true, 0, 3, 4, NSValidationRelationshipExceedsMaximumCountError), (true, 2, 0, 9, nil),
      (false, 0, 0, 0, NSValidationMissingMandatoryPropertyError), (false, 0, 0, 1, nil),
      (false, 2, 3, 0, NSValidationMissingMandatoryPropertyError),
      (false, 2, 3, 1, NSValidationRelationshipLacksMinimumCountError), (false, 2, 3, 2, nil),
      (false, 0, 1, 0, NSValidationMissingMandatoryPropertyError), (false, 0, 1, 1, nil),
      (true, 0, 1, 0, nil), (true, 0, 1, 1, nil),
    ] as [(Bool, Int, Int, Int, Int?)])
  func `a relationship has a minimum and a maximum count`(
    _ isOptional: Bool, _ least: Int, _ greatest: Int, _ count: Int, _ code: Int?
  ) throws {
    for isOrdered in [false, true] {
      let entity = Company.entity("Thing")
      let relationship = Company.relationship("parts", to: entity, many: true, ordered: isOrdered)
      relationship.isOptional = isOptional
      relationship.minCount = least
      relationship.maxCount = greatest
      entity.properties = [relationship]
      let model = NSManagedObjectModel()
      model.entities = [entity]
      let space = try Workspace(model: model)
      let owner = space.insert("Thing")
      let parts = (0..<count).map { _ in space.insert("Thing") }
      if relationship.isToMany {
        owner.setValue(NSOrderedSet(array: parts), forKey: "parts")
      } else {
        owner.setValue(parts.first, forKey: "parts")
      }
      let error = failure { try owner.validateForInsert() }
      #expect(error?.code == code)
      guard let code else { continue }
      #expect(
        text(error) == """
          NSCocoaErrorDomain \(code)
          NSLocalizedDescription: The operation couldn’t be completed. (Cocoa error \(code).)
          NSValidationErrorKey: parts
          NSValidationErrorObject: \(owner.objectID.short)
          """)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a save reports the errors of all inserted, changed and deleted objects`(
    _ kind: StoreKind
  ) throws {
    let model = Company.model()
    let name = model.entitiesByName["Skill"]?.attributesByName["name"]
    name?.isOptional = false
    model.entitiesByName["Department"]?.relationshipsByName["employees"]?.deleteRule =
      .denyDeleteRule
    let space = try Workspace(kind, model: model)
    let changed = space.insert("Skill", ["name": "C"])
    let deleted = space.insert("Department")
    space.insert("Employee", ["department": deleted])
    try space.context.save()
    changed.setValue(nil, forKey: "name")
    space.context.delete(deleted)
    let inserted = space.insert("Skill")
    let error = failure { try space.context.save() }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == NSValidationMultipleErrorsError)
    #expect(error?.localizedDescription == "Multiple validation errors occurred.")
    let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
    let missing = NSValidationMissingMandatoryPropertyError
    #expect(details.map(\.code) == [missing, missing, NSValidationRelationshipDeniedDeleteError])
    #expect(
      details.map { $0.userInfo[NSValidationObjectErrorKey] as? NSManagedObject }
        == [inserted, changed, deleted])
    #expect(space.context.hasChanges)
  }

  @Test func `a class can check each property, and its own error is thrown`() throws {
    let model = Company.model()
    model.entitiesByName["Skill"]?.managedObjectClass = Picky.self
    let space = try Workspace(.sqlite, model: model)
    let skill = try #require(space.insert("Skill", ["name": "C"]) as? Picky)
    skill.refused = ["name"]
    let one = failure { try space.context.save() }
    #expect(one?.domain == "Picky" && one?.code == 1)
    // A relationship that was neither read nor changed is not read for the check.
    #expect(skill.checked == ["holders", "name"])
    skill.refused = ["name", "holders"]
    let both = failure { try space.context.save() }
    #expect(both?.code == NSValidationMultipleErrorsError)
    #expect(
      (both?.userInfo[NSDetailedErrorsKey] as? [NSError])?.map(\.domain) == ["Picky", "Picky"])
    skill.refused = []
    try space.context.save()
    let twin = try #require(
      try space.newContext().existingObject(with: skill.objectID) as? Picky)
    twin.setValue("D", forKey: "name")
    try twin.validateForUpdate()
    #expect(twin.checked == ["name"])
  }
}

private final class Picky: NSManagedObject {
  var refused: Set<String> = []
  var checked: [String] = []

  override func validateValue(_ value: Any?, forKey key: String) throws {
    checked.append(key)
    if refused.contains(key) { throw NSError(domain: "Picky", code: 1) }
  }
}
