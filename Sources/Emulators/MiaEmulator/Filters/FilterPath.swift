import GhostlightCore
import GhostlightEmulation

/// A dotted path, which MongoDB follows through objects and through the elements of arrays.
struct FilterPath: Sendable {
  /// The path's components, outermost first.
  ///
  /// A component that is a number can also be an index in an array.
  let names: [String]

  /// Creates a path from a dotted name.
  init(_ text: String) { names = FieldPath.dotted(text).names }

  private init(names: [String]) { self.names = names }

  /// Returns the rest of this path from the last name of `other` on, or `nil` if this path does not
  /// start with `other`.
  func within(_ other: FilterPath) -> FilterPath? {
    guard names.count >= other.names.count,
      zip(names, other.names).allSatisfy({ $0.isExactly($1) })
    else { return nil }
    return FilterPath(names: Array(names.dropFirst(other.names.count - 1)))
  }

  /// The top-level field at which the path starts.
  var root: String { names[0] }

  /// Whether the path is just a top-level field.
  var isField: Bool { names.count == 1 }

  /// The path in its dotted form.
  var text: String { names.joined(separator: ".") }

  /// The path without the components that contain a digit, or `nil` if none is left.
  ///
  /// Version 6.x of the service looks up the type of a path by it.
  ///
  /// - Source: crud-service 6.10.4, lib/QueryParser.utils.js, `getFieldDefinitionNameFromQuery`.
  var withoutDigits: FilterPath? {
    let kept = names.filter { name in !name.utf8.contains { (48...57).contains($0) } }
    return kept.isEmpty ? nil : FilterPath(names: kept)
  }

  /// Returns whether a name consists of digits only, so that it can be an index in an array.
  static func isPosition(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Returns the values at the path, one for each combination of array elements.
  ///
  /// A value is `nil` if a component is missing. Array elements that are not objects are skipped.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func values(in document: JSONObject, within budget: WorkBudget) throws(Fault) -> [JSON?] {
    guard !isField else { return [document[root]] }
    var found: [JSON?] = []
    try collect(.object(document), from: 0, into: &found, budget)
    return found
  }

  private func collect(
    _ value: JSON?, from start: Int, into found: inout [JSON?], _ budget: WorkBudget
  ) throws(Fault) {
    guard start < names.count else {
      found.append(value)
      return
    }
    switch value {
    case .object(let object):
      if object.count > Self.few { try budget.spend(object.count >> 5) }
      try collect(object[names[start]], from: start + 1, into: &found, budget)
    case .array(let elements):
      try budget.spend(elements.count)
      if let position = Int(names[start]), elements.indices.contains(position) {
        try collect(elements[position], from: start + 1, into: &found, budget)
      }
      for case .object(let object) in elements {
        if object.count > Self.few { try budget.spend(object.count >> 5) }
        try collect(object[names[start]], from: start + 1, into: &found, budget)
      }
    default: found.append(.none)
    }
  }

  /// The number of members up to which a lookup is not charged to the budget.
  private static let few = 64
}

extension FilterPath: Hashable {
  static func == (left: FilterPath, right: FilterPath) -> Bool {
    left.names.elementsEqual(right.names) { $0.isExactly($1) }
  }

  func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(BytewiseString(name)) }
  }
}

/// The type of a field in a definition of the CRUD service (A2).
enum FieldKind: String, Sendable, Hashable {
  /// An id of 24 hexadecimal digits, stored in lower case.
  case objectID = "ObjectId"
  case string = "string"
  /// A number, either an integer or a decimal.
  case number = "number"
  /// A whole number, which only a definition by JSON Schema can name.
  case integer = "integer"
  case boolean = "boolean"
  /// A time, stored as `YYYY-MM-DDTHH:mm:ss.sssZ`, so that the strings are ordered by time.
  case date = "Date"
  /// A place, stored as a GeoJSON point.
  case geoPoint = "GeoPoint"
  case rawObject = "RawObject"
  case array = "Array"
  /// Only null, which only a definition by JSON Schema can name.
  case null = "null"

  /// Whether a query parameter can have the name of a field of this type (A5).
  ///
  /// A parameter of an array matches one of its elements.
  var isParameter: Bool { self != .geoPoint && self != .rawObject }

  /// Whether values in conditions on a field of this type are used without conversion (A6).
  var isOpen: Bool { self == .rawObject || self == .array }
}
