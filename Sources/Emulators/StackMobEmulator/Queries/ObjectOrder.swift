import GhostlightEmulation

/// `X-StackMob-OrderBy: field:asc,other:desc` (A10.5); objects without the field come first.
enum ObjectOrder {
  /// The order by each field, the first time that it is named.
  ///
  /// - Throws: ``Fault/badOrder`` for a malformed entry, ``Fault/unknownQueryField``.
  static func read(_ text: String?, _ schema: Schema) throws(Fault) -> [SortKey] {
    var keys: [SortKey] = []
    var known: Set<String> = []
    for entry in (text ?? "").split(separator: ",") {
      let parts = entry.split(separator: ":", omittingEmptySubsequences: false).map { $0.trimmed }
      guard let name = parts.first, !name.isEmpty, parts.count <= 2 else {
        throw .badOrder.because("\"\(entry)\" is no field:asc or field:desc")
      }
      let direction = parts.count == 2 ? parts[1].lowercased() : "asc"
      guard direction == "asc" || direction == "desc" else {
        throw .badOrder.because("\"\(parts[1])\" is neither asc nor desc")
      }
      guard let type = schema[name], type != .password else {
        throw .unknownQueryField.filled(["field": name, "schema": schema.name])
      }
      // Objects that are equal in a field stay so where it is named again.
      guard known.insert(name).inserted else { continue }
      keys.append(SortKey(FieldPath(name), descending: direction == "desc"))
    }
    return keys
  }
}
