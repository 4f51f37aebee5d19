#if !canImport(CoreData)
  import Foundation
  import GhostlightPatterns

  /// The index of each property of an entity in the arrays that its objects store.
  ///
  /// Properties of super-entities come first, so that a property has the same index in all
  /// sub-entities.
  // Unchecked: all properties are constants, and the property descriptions are frozen before
  // contexts use the plan.
  final class EntityPlan: @unchecked Sendable {
    enum Slot: Sendable {
      case attribute(Int)
      case relationship(Int)
      case fetched(Int)
    }

    let attributes: [NSAttributeDescription]
    let types: [NSAttributeType]
    let relationships: [NSRelationshipDescription]
    let fetchedProperties: [NSFetchedPropertyDescription]
    let slots: [String: Slot]
    /// The names of all properties, in an order that never changes.
    let names: [String]
    /// The attribute values of a new object.
    let defaults: [StoredValue]
    /// The relationship values of a new object.
    let emptyRelations: [RelationValue]
    /// The relationship values of an object whose related objects have not been read.
    let unresolvedRelations: [RelationValue]
    /// The checks for the attributes that have constraints.
    let checks: [AttributeCheck]
    let transients: ChangeBits
    let objectClass: NSManagedObject.Type

    init(_ entity: NSEntityDescription) {
      let properties = entity.properties
      let attributes = properties.compactMap { $0 as? NSAttributeDescription }
      let relationships = properties.compactMap { $0 as? NSRelationshipDescription }
      let fetchedProperties = properties.compactMap { $0 as? NSFetchedPropertyDescription }
      var slots: [String: Slot] = [:]
      for (index, property) in attributes.enumerated() { slots[property.name] = .attribute(index) }
      for (index, property) in relationships.enumerated() {
        slots[property.name] = .relationship(index)
      }
      for (index, property) in fetchedProperties.enumerated() {
        slots[property.name] = .fetched(index)
      }
      self.attributes = attributes
      types = attributes.map(\.attributeType)
      self.relationships = relationships
      self.fetchedProperties = fetchedProperties
      self.slots = slots
      names = slots.keys.sorted()
      defaults = attributes.map { StoredValue.coerced($0.defaultValue, for: $0) ?? .null }
      emptyRelations = relationships.map { relationship in
        guard relationship.isToMany else { return .one(nil) }
        return relationship.isOrdered ? .ordered([]) : .set([])
      }
      unresolvedRelations = relationships.map { _ in .unresolved(added: [], removed: []) }
      checks = attributes.enumerated().compactMap { AttributeCheck($1, at: $0) }
      var transients = ChangeBits()
      for (index, attribute) in attributes.enumerated() where attribute.isTransient {
        transients.insert(index)
      }
      self.transients = transients
      objectClass = EntityClasses.objectClass(of: entity)
    }

    func attribute(_ name: String) -> Int? {
      if case .attribute(let index) = slots[name] { index } else { nil }
    }

    func relationship(_ name: String) -> Int? {
      if case .relationship(let index) = slots[name] { index } else { nil }
    }
  }

  /// A set of small integers, stored as bits.
  ///
  /// It records the indexes of an object's changed properties.
  struct ChangeBits: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: [UInt64] = []

    var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

    mutating func insert(_ index: Int) {
      if index < 64 { return low |= 1 << UInt64(index) }
      let word = index / 64 - 1
      while high.count <= word { high.append(0) }
      high[word] |= 1 << UInt64(index % 64)
    }

    mutating func remove(_ index: Int) {
      if index < 64 { return low &= ~(1 << UInt64(index)) }
      let word = index / 64 - 1
      if word < high.count { high[word] &= ~(1 << UInt64(index % 64)) }
    }

    func contains(_ index: Int) -> Bool {
      if index < 64 { return low >> UInt64(index) & 1 == 1 }
      let word = index / 64 - 1
      return word < high.count && high[word] >> UInt64(index % 64) & 1 == 1
    }

    /// Returns the elements that are less than `bound`.
    func indices(below bound: Int) -> [Int] { (0..<bound).filter(contains) }
  }

  /// The constraints on an attribute's values.
  // Unchecked: all properties are constants, and `attribute` is frozen before contexts use the
  // check.
  struct AttributeCheck: @unchecked Sendable {
    let index: Int
    let attribute: NSAttributeDescription
    private let isMandatory: Bool
    private let least: Any?
    private let greatest: Any?
    private let pattern: CompiledPattern?
    private let predicates: [NSPredicate]

    /// Creates the checks of an attribute; `nil` if the attribute does not have constraints.
    init?(_ attribute: NSAttributeDescription, at index: Int) {
      self.index = index
      self.attribute = attribute
      isMandatory = !attribute.isOptional
      least = attribute.minimumValue
      greatest = attribute.maximumValue
      pattern = attribute.regularExpression.flatMap { text in
        // An invalid expression matches no string; the first validation of a value reports the
        // error.
        PatternCache.shared.pattern(text, ignoresCase: false)
      }
      predicates = attribute.validationPredicates
      let hasPattern = attribute.regularExpression != nil
      if !isMandatory, least == nil, greatest == nil, !hasPattern, predicates.isEmpty { return nil }
    }

    /// Returns the error code of the first constraint that a value violates, or `nil`.
    func failure(of value: StoredValue) -> Int? {
      if case .null = value { return isMandatory ? NSValidationMissingMandatoryPropertyError : nil }
      return rangeFailure(of: value) ?? patternFailure(of: value) ?? predicateFailure(of: value)
    }

    private func rangeFailure(of value: StoredValue) -> Int? {
      switch value {
      case .text(let text):
        let length = text.utf16.count
        if let least = least.flatMap(StoredValue.number), length < least.intValue {
          return NSValidationStringTooShortError
        }
        if let greatest = greatest.flatMap(StoredValue.number), length > greatest.intValue {
          return NSValidationStringTooLongError
        }
      case .date(let date):
        if let least = least as? Date, date < least { return NSValidationDateTooSoonError }
        if let greatest = greatest as? Date, date > greatest { return NSValidationDateTooLateError }
      default:
        guard attribute.attributeType.isNumeric else { return nil }
        // On Linux, `NSDecimalNumber` compares wrongly with other numbers, so operands are compared.
        let number = Operand(value)
        if number.numericOrder(to: Operand(least)) == .orderedAscending {
          return NSValidationNumberTooSmallError
        }
        if number.numericOrder(to: Operand(greatest)) == .orderedDescending {
          return NSValidationNumberTooLargeError
        }
      }
      return nil
    }

    private func patternFailure(of value: StoredValue) -> Int? {
      guard attribute.regularExpression != nil, case .text(let text) = value else { return nil }
      guard let pattern else { return NSValidationStringPatternMatchingError }
      return pattern.matches(text) ? nil : NSValidationStringPatternMatchingError
    }

    private func predicateFailure(of value: StoredValue) -> Int? {
      let external = value.external(attribute.attributeType)
      for predicate in predicates where !predicate.evaluate(with: external) {
        return NSManagedObjectValidationError
      }
      return nil
    }
  }
#endif
