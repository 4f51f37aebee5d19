import GhostlightCore

/// An index of a definition (A2).
struct CRUDIndex: Sendable {
  /// What an index is for.
  enum Kind: String, Sendable {
    /// Equality and ranges.
    case normal
    /// Equality alone.
    case hash
    /// Places.
    case geo
    /// Words.
    case text
  }

  let name: String
  let kind: Kind
  let isUnique: Bool
  /// The fields, the first one first.
  let fields: [String]

  init(json: JSON, at place: String) throws(DefinitionProblem) {
    guard let kind = Kind(rawValue: json["type"]?.string ?? "normal") else {
      throw DefinitionProblem("\(place).type must be normal, hash, geo or text")
    }
    var fields = (json["fields"]?.array ?? []).compactMap { $0["name"]?.string ?? $0.string }
    if let field = json["field"]?.string { fields.append(field) }
    guard !fields.isEmpty, fields.allSatisfy({ !$0.isEmpty }) else {
      throw DefinitionProblem("\(place) names no field; give \"fields\" or \"field\"")
    }
    self.kind = kind
    self.fields = fields
    name = json["name"]?.string ?? fields.map { "\($0)_1" }.joined(separator: "_")
    isUnique = json["unique"] == true
  }
}
