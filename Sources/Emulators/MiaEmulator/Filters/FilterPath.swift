import GhostlightCore
import GhostlightEmulation

/// The way to the values of a dotted name, as Mongo walks it: through the elements of arrays too.
struct FilterPath: Sendable {
  /// The names, outermost first; a number is also the position of an element.
  let names: [String]

  /// Reads a dotted name.
  init(_ text: String) { names = FieldPath.dotted(text).names }

  private init(names: [String]) { self.names = names }

  /// The path from the last name of one that it begins with; `nil` where it does not.
  func within(_ other: FilterPath) -> FilterPath? {
    guard names.count >= other.names.count,
      zip(names, other.names).allSatisfy({ $0.isExactly($1) })
    else { return nil }
    return FilterPath(names: Array(names.dropFirst(other.names.count - 1)))
  }

  /// The field of the document that the path starts at.
  var root: String { names[0] }

  /// Whether the path is the name of a field.
  var isField: Bool { names.count == 1 }

  /// The dotted name.
  var text: String { names.joined(separator: ".") }

  /// The values the path leads to, one for each way through the elements of arrays.
  ///
  /// `nil` where a way ends early; an element of an array that is no object is no way at all.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
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

  /// So many members are walked for nothing.
  private static let few = 64
}

extension FilterPath: Hashable {
  /// Whether the names have the same bytes.
  static func == (left: FilterPath, right: FilterPath) -> Bool {
    left.names.elementsEqual(right.names) { $0.isExactly($1) }
  }

  func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(BytewiseString(name)) }
  }
}

/// The type of a field, as definitions of the CRUD service name it (A2).
enum FieldKind: String, Sendable, Hashable {
  /// 24 hexadecimal digits, kept in lower case.
  case objectID = "ObjectId"
  /// Text.
  case string = "string"
  /// A number of any spelling.
  case number = "number"
  /// A truth value.
  case boolean = "boolean"
  /// A time, kept as `YYYY-MM-DDTHH:mm:ss.sssZ`, whose bytes stand in the order of times.
  case date = "Date"
  /// A place, kept as a GeoJSON point.
  case geoPoint = "GeoPoint"
  /// An object.
  case rawObject = "RawObject"
  /// An array.
  case array = "Array"

  /// Whether a field of this kind may stand in a query string of its own (A5).
  var isParameter: Bool {
    switch self {
    case .objectID, .string, .number, .boolean, .date: true
    case .geoPoint, .rawObject, .array: false
    }
  }

  /// Whether conditions on a field of this kind are taken as they are (A6).
  var isOpen: Bool { self == .rawObject || self == .array }
}
