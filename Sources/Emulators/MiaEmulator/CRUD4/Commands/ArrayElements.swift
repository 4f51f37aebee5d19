import GhostlightCore
import GhostlightEmulation

/// The rules for the value that a command such as `$push` has in place of an array.
///
/// - Source: crud-service 6.10.4 and 7.2.5, lib/JSONSchemaGenerator.js, `getArrayProperties` and
///   `getArrayPatternProperties`.
struct ArrayElements {
  /// The schema of an element.
  let schema: ValueSchema
  /// The array's field; `nil` for an array below a field.
  let field: CRUDField?
  /// The rules for an object of modifiers in place of an element; `nil` if only an element is
  /// valid.
  let modifiers: ModifierRules?
  let budget: WorkBudget

  func checked(_ value: JSON, at place: String) throws(Fault) -> JSON {
    let checked = try schema.validated(value, at: place, within: budget)
    return field?.storedElement(checked) ?? checked
  }

  /// Returns the value of a command: an element, or an unchanged object of modifiers.
  ///
  /// The service refuses values that JavaScript treats as false, unless it does not know that the
  /// path is an array.
  ///
  /// - Source: crud-service 7.2.5, lib/QueryParser.js, `transformArrayCommands`.
  func operand(_ value: JSON, at place: String) throws(Fault) -> JSON {
    let checked: JSON
    if let modifiers {
      checked = try modifiers.chosen(value, self, at: place)
    } else {
      checked = try self.checked(value, at: place)
    }
    let isOpen = field == nil && schema.kinds.isEmpty
    guard isOpen || !checked.isFalsy else { throw .crudNullElement }
    // Version 7.x converts every value of a command on an array of ids.
    if modifiers?.line == .seven, field?.items == .objectID, checked.string == nil {
      throw .database("Invalid objectId")
    }
    return checked
  }
}

/// The rules of the service for an object of modifiers, such as `{"$each": […]}`.
struct ModifierRules {
  /// The version of the service; 6.x accepts any object.
  let line: CRUDCompatibility
  /// Whether the value must not be valid both as an element and as modifiers.
  let isExclusive: Bool

  private static let known = ["$", "$each", "$position", "$slice", "$sort", "$in"]
  /// The modifiers of which an object must have one, in the order of the service's schema.
  private static let required = ["$", "$each", "$sort", "$in", "$position", "$each"]

  /// Returns a value that is valid as an element or as modifiers.
  ///
  /// - Throws: ``Fault/crudValidation`` with the problems of both.
  func chosen(
    _ value: JSON, _ elements: ArrayElements, at place: String
  ) throws(Fault) -> JSON {
    var element: JSON?
    var problem: Fault?
    do throws(Fault) { element = try elements.checked(value, at: place) } catch {
      guard !error.isWorkLimit else { throw error }
      problem = error
    }
    if let element, !isExclusive { return element }
    let problems = problems(of: value, at: place)
    switch (element, problems.isEmpty) {
    case (let element?, false): return element
    case (nil, true): return value
    case (.some, true): throw .validation("\(place) must match exactly one schema in oneOf")
    case (nil, false):
      let end = isExclusive ? "exactly one schema in oneOf" : "a schema in anyOf"
      throw .joined(problem.map { [$0] } ?? [], problems + ["\(place) must match \(end)"])
    }
  }

  /// Returns the problems of a value as an object of modifiers, in the validator's order.
  private func problems(of value: JSON, at place: String) -> [String] {
    guard case .object(let object) = value else { return ["\(place) must be object"] }
    guard line == .seven else { return [] }
    guard Self.required.contains(where: { object[$0] != nil }) else {
      return Self.required.map { "\(place) must have required property '\($0)'" }
        + ["\(place) must match a schema in anyOf"]
    }
    guard object.members.allSatisfy({ Self.known.contains($0.key) }) else {
      return ["\(place) must NOT have additional properties"]
    }
    for name in Self.known {
      guard let value = object[name] else { continue }
      let found = Self.problems(of: value, named: name, at: "\(place)/\(name)")
      if !found.isEmpty { return found }
    }
    return []
  }

  private static func problems(
    of value: JSON, named name: String, at place: String
  ) -> [String] {
    let kinds: [ValueKind]
    switch name {
    case "$each", "$in": kinds = [.object, .array]
    case "$sort": kinds = [.object, .number]
    case "$position", "$slice":
      return ValueConversion.convert(value, to: [.number]) == nil ? ["\(place) must be number"] : []
    default: kinds = [.object, .array, .string, .number, .boolean]
    }
    let count = kinds.count { ValueConversion.convert(value, to: [$0]) != nil }
    guard count != 1 else { return [] }
    return (count == 0 ? kinds.map { "\(place) must be \($0.rawValue)" } : [])
      + ["\(place) must match exactly one schema in oneOf"]
  }
}

extension Fault {
  /// Returns the refusal with several problems; the first may be about an unknown member, whose
  /// name comes after all problems.
  static func joined(_ faults: [Fault], _ more: [String]) -> Fault {
    var problems: [String] = []
    var unknown: String?
    for (position, fault) in faults.enumerated() {
      let parts = fault.message.split(separator: ". Property \"", maxSplits: 1).map(String.init)
      if position == 0, fault.name == Fault.crudUnknownProperty.name {
        unknown = parts.last?.split(separator: "\"").first.map(String.init)
      }
      problems.append(parts.first ?? "")
    }
    let problem = (problems + more).joined(separator: ", ")
    guard let unknown else { return .validation(problem) }
    return .crudUnknownProperty.filled(["problem": problem, "name": unknown])
  }
}
