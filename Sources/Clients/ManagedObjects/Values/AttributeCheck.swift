#if !canImport(CoreData)
  import Foundation
  import GhostlightPatterns

  /// What an attribute demands of its values.
  struct AttributeCheck: @unchecked Sendable {
    let index: Int
    let attribute: NSAttributeDescription
    private let isMandatory: Bool
    private let least: Any?
    private let greatest: Any?
    private let pattern: CompiledPattern?
    private let predicates: [NSPredicate]

    /// The checks of an attribute, or `nil` where there are none.
    init?(_ attribute: NSAttributeDescription, at index: Int) {
      self.index = index
      self.attribute = attribute
      isMandatory = !attribute.isOptional
      least = attribute.minimumValue
      greatest = attribute.maximumValue
      pattern = attribute.regularExpression.flatMap { text in
        // An expression that is none holds for no text; reported when the first value is checked.
        PatternCache.shared.pattern(text, ignoresCase: false)
      }
      predicates = attribute.validationPredicates
      let hasPattern = attribute.regularExpression != nil
      if !isMandatory, least == nil, greatest == nil, !hasPattern, predicates.isEmpty { return nil }
    }

    /// The code of the first rule that a value breaks.
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
        guard attribute.attributeType.isNumeric,
          let number = value.external(attribute.attributeType) as? NSNumber
        else { return nil }
        if let least = least.flatMap(StoredValue.number), number.compare(least) == .orderedAscending
        {
          return NSValidationNumberTooSmallError
        }
        if let greatest = greatest.flatMap(StoredValue.number),
          number.compare(greatest) == .orderedDescending
        {
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
