/// The operators that each version of the CRUD service allows in filters (A6).
///
/// - Source: crud-service 6.10.4 and 7.2.5, lib/QueryParser.js, `supportedTypes`; commit bd42789.
extension CRUDCompatibility {
  private static let comparisons: Set<String> = [
    "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$all", "$exists", "$regex",
    "$options",
  ]
  private static let places = comparisons.union(["$nearSphere"])
  private static let arraysOfSix: Set<String> = ["$in", "$nin", "$all", "$exists", "$elemMatch"]
  private static let arraysOfSeven = arraysOfSix.union(["$eq", "$size"])

  /// Returns whether a filter may use an operator for fields of some types.
  func supports(_ name: String) -> Bool {
    Self.places.contains(name) || name == "$elemMatch" || (name == "$size" && self == .seven)
  }

  /// Returns whether a filter may use an operator for fields of a type.
  func supports(_ name: String, for kind: FieldKind) -> Bool {
    switch kind {
    case .objectID, .string, .number, .boolean, .date: Self.comparisons.contains(name)
    case .integer: self == .seven && Self.comparisons.contains(name)
    case .geoPoint: Self.places.contains(name)
    case .array:
      (self == .seven ? Self.arraysOfSeven : Self.arraysOfSix).contains(name)
    case .rawObject: name == "$exists"
    case .null: false
    }
  }
}
