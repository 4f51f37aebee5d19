import GhostlightCore
import GhostlightEmulation

extension ValueSchema {
  /// Validates a value, and returns it with its types converted (A9).
  ///
  /// - Throws: ``Fault/crudValidation`` or ``Fault/crudUnknownProperty`` for the first problem, in
  ///   the validator's order: type, required members, unknown members, members.
  ///   ``Fault/workLimit(_:)`` if the budget is used up.
  func validated(
    _ value: JSON, at place: @autoclosure () -> String, within budget: WorkBudget = .unlimited
  ) throws(Fault) -> JSON {
    try budget.spend(2)
    guard let converted = ValueConversion.convert(value, to: kinds) else {
      throw .validation("\(place()) must be \(kindNames)")
    }
    switch converted {
    case .integer, .double, .decimal: try checkNumber(converted, at: place)
    case .string(let text):
      try checkText(text, at: place, budget)
    case .array where !alternatives.isEmpty: break
    case .object where !alternatives.isEmpty: break
    case .array(let elements): return try checked(elements, at: place, budget)
    case .object(let object): return try checked(object, at: place, budget)
    case .null, .bool: break
    }
    if !alternatives.isEmpty { return try chosen(converted, at: place, budget) }
    if !choices.isEmpty, !choices.contains(where: { MongoOrder.isSame($0, converted) }) {
      throw .validation("\(place()) must be equal to one of the allowed values")
    }
    return converted
  }

  /// Returns a value as the first matching alternative converts it.
  ///
  /// - Throws: ``Fault/crudValidation`` with the problems of all alternatives if none matches.
  private func chosen(
    _ value: JSON, at place: () -> String, _ budget: WorkBudget
  ) throws(Fault) -> JSON {
    var problems: [Fault] = []
    for alternative in alternatives {
      do throws(Fault) {
        return try alternative.validated(value, at: place(), within: budget)
      } catch {
        guard !error.isWorkLimit else { throw error }
        problems.append(error)
      }
    }
    throw .joined(problems, ["\(place()) must match a schema in anyOf"])
  }

  private func checkText(
    _ text: String, at place: () -> String, _ budget: WorkBudget
  ) throws(Fault) {
    if let maximumLength, text.unicodeScalars.count > maximumLength {
      throw .validation("\(place()) must NOT have more than \(maximumLength) characters")
    }
    if let minimumLength, text.unicodeScalars.count < minimumLength {
      throw .validation("\(place()) must NOT have fewer than \(minimumLength) characters")
    }
    if let pattern, try !pattern.matches(text, within: budget) {
      throw .validation("\(place()) must match \(pattern.requirement)")
    }
  }

  private func checkNumber(_ value: JSON, at place: () -> String) throws(Fault) {
    guard let number = value.number else { return }
    if let minimum, number < minimum {
      throw .validation("\(place()) must be >= \(JSON.text(of: minimum))")
    }
    if let maximum, number > maximum {
      throw .validation("\(place()) must be <= \(JSON.text(of: maximum))")
    }
    if let exclusiveMinimum, number <= exclusiveMinimum {
      throw .validation("\(place()) must be > \(JSON.text(of: exclusiveMinimum))")
    }
    if let exclusiveMaximum, number >= exclusiveMaximum {
      throw .validation("\(place()) must be < \(JSON.text(of: exclusiveMaximum))")
    }
  }

  private func checked(
    _ elements: [JSON], at place: () -> String, _ budget: WorkBudget
  ) throws(Fault) -> JSON {
    if let minimumItems, elements.count < minimumItems {
      throw .validation("\(place()) must NOT have fewer than \(minimumItems) items")
    }
    if let maximumItems, elements.count > maximumItems {
      throw .validation("\(place()) must NOT have more than \(maximumItems) items")
    }
    guard let schema = items.first else { return .array(elements) }
    var result: [JSON] = []
    result.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      result.append(try schema.validated(element, at: "\(place())/\(position)", within: budget))
    }
    return .array(result)
  }

  /// Returns an object with the defaults of missing members added (A9).
  private func completed(_ object: JSONObject) -> JSONObject {
    var object = object
    for property in properties {
      guard let value = property.schema.substitute, object[property.name] == nil else { continue }
      object.append(property.name, value)
    }
    return object
  }

  private func checked(
    _ object: JSONObject, at place: () -> String, _ budget: WorkBudget
  ) throws(Fault) -> JSON {
    // Each property is looked up among the object's members, and each member among the properties,
    // so the cost is the product of both counts.
    let products = properties.count + required.count
    if products > 0 { try budget.spend(object.count >> 3, times: products) }
    let object = completed(object)
    for name in required where object[name] == nil {
      throw .validation("\(place()) must have required property '\(name)'")
    }
    guard !(properties.isEmpty && allowsOthers && others.isEmpty) else { return .object(object) }
    let known = object.members.map { property($0.key) }
    if !allowsOthers, let position = known.firstIndex(where: { $0 == nil }) {
      throw .unknownProperty(object.members[position].key, at: place())
    }
    var result = JSONObject()
    result.reserveCapacity(object.count)
    for (member, property) in zip(object.members, known) {
      guard let property else {
        guard let schema = others.first else {
          result.append(member.key, member.value)
          continue
        }
        result.append(
          member.key,
          try schema.validated(member.value, at: "\(place())/\(member.key)", within: budget))
        continue
      }
      result.append(
        member.key,
        try property.schema.validated(
          member.value, at: "\(place())/\(member.key)", within: budget))
    }
    return .object(result)
  }
}

extension JSON {
  /// Returns a number as validation messages show it, without a fraction if it is an integer.
  static func text(of number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }
}

/// The validator's conversions between types (A9).
enum ValueConversion {
  /// Returns a value converted to one of several types, or `nil` if no conversion is possible.
  ///
  /// A value that already has one of the types is unchanged. Otherwise the first type to which it
  /// can be converted is used.
  static func convert(_ value: JSON, to kinds: [ValueKind]) -> JSON? {
    guard !kinds.isEmpty else { return value }
    for kind in kinds where isOf(kind, value) { return value }
    for kind in kinds {
      if let converted = convert(value, to: kind) { return converted }
    }
    return .none
  }

  /// Returns whether a value has a type.
  static func isOf(_ kind: ValueKind, _ value: JSON) -> Bool {
    switch (kind, value) {
    case (.string, .string), (.boolean, .bool), (.array, .array), (.object, .object),
      (.null, .null):
      true
    case (.number, _): value.number.map(\.isFinite) ?? false
    case (.integer, _): value.number.map { $0.isFinite && $0.rounded() == $0 } ?? false
    default: false
    }
  }

  private static func convert(_ value: JSON, to kind: ValueKind) -> JSON? {
    switch kind {
    case .string: text(value)
    case .number: number(value)
    case .integer: number(value).flatMap { isOf(.integer, $0) ? $0 : .none }
    case .boolean: truth(value)
    case .null: isEmpty(value) ? .some(.null) : .none
    case .array, .object: .none
    }
  }

  private static func text(_ value: JSON) -> JSON? {
    switch value {
    case .null: .string("")
    case .bool, .integer, .double, .decimal: .string(value.text())
    case .string, .array, .object: .none
    }
  }

  private static func number(_ value: JSON) -> JSON? {
    switch value {
    case .null: return .integer(0)
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .string(let text):
      // JavaScript ignores whitespace around a number, and reads whitespace alone as 0.
      guard !text.isEmpty else { return .none }
      let trimmed = text[...].trimmed
      guard !trimmed.isEmpty else { return .integer(0) }
      if let integer = Int64(trimmed) { return .integer(integer) }
      guard let double = Double(trimmed), double.isFinite else { return .none }
      return .some(.canonical(double))
    default: return .none
    }
  }

  private static func truth(_ value: JSON) -> JSON? {
    switch value {
    case .null, .string("false"): .bool(false)
    case .string("true"): .bool(true)
    default:
      switch value.number {
      case 0: .bool(false)
      case 1: .bool(true)
      default: .none
      }
    }
  }

  private static func isEmpty(_ value: JSON) -> Bool {
    switch value {
    case .string(""), .bool(false): true
    default: value.number == 0
    }
  }
}
