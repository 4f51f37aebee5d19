import GhostlightCore
import GhostlightEmulation

/// An index of a collection's definition (A2).
struct CRUDIndex: Sendable {
  /// The queries that an index supports.
  enum Kind: String, Sendable {
    /// An index for equality and ranges.
    case normal
    /// An index for equality only.
    case hash
    /// An index for geographic distance.
    case geo
    /// An index for word search.
    case text
  }

  let name: String
  let kind: Kind
  let isUnique: Bool
  /// The indexed fields, in the order of the definition.
  let fields: [String]
  /// The condition that a document must satisfy to be in the index; `nil` for all documents.
  let condition: Predicate?
  /// The number of seconds after the time in the first field at which a document is removed; `nil`
  /// if documents do not expire.
  let lifetime: Double?
  /// The weights and languages of a text index.
  let textOptions: TextIndexOptions

  private static let members = [
    "name", "type", "unique", "fields", "field", "usePartialFilter", "partialFilterExpression",
    "expireAfterSeconds", "weights", "defaultLanguage", "languageOverride", "background",
  ]

  init(
    json: JSON, at place: String, _ members: inout DefinitionMembers
  ) throws(DefinitionError) {
    try members.check(json, at: place, Self.members)
    guard let kind = (json["type"] ?? "normal").string.flatMap(Kind.init) else {
      throw .mismatch(json["type"], at: place + ".type", expected: "normal, hash, geo or text")
    }
    var fields = try DefinitionError.array(json["fields"], at: place + ".fields").compactMap {
      $0["name"]?.string ?? $0.string
    }
    if let field = json["field"]?.string { fields.append(field) }
    guard !fields.isEmpty, fields.allSatisfy({ !$0.isEmpty }) else {
      throw DefinitionError(at: place, "names no field; give \"fields\" or \"field\"")
    }
    self.kind = kind
    self.fields = fields
    name = json["name"]?.string ?? fields.map { "\($0)_1" }.joined(separator: "_")
    isUnique = try DefinitionError.flag(json["unique"], at: place + ".unique")
    condition = try Self.condition(json, at: place)
    // The service passes the option on only if it is not zero.
    let seconds = json["expireAfterSeconds"]?.number ?? 0
    lifetime = kind == .normal && seconds > 0 ? seconds : nil
    textOptions = try Self.textOptions(json, at: place)
  }

  /// Returns the condition of a `partialFilterExpression`, which is an object or a string of JSON.
  ///
  /// Without `usePartialFilter` the service ignores it.
  ///
  /// - Source: crud-service 7.2.5, lib/createIndexes.js.
  private static func condition(
    _ index: JSON, at place: String
  ) throws(DefinitionError) -> Predicate? {
    let isUsed = try DefinitionError.flag(
      index["usePartialFilter"], at: place + ".usePartialFilter")
    guard let json = index["partialFilterExpression"] else { return nil }
    let place = place + ".partialFilterExpression"
    var expression = json
    if let text = json.string {
      do throws(JSONError) { expression = try JSON.parse(Array(text.utf8)) } catch {
        throw DefinitionError(at: place, "is not valid JSON: \(error.description)")
      }
    }
    let filter = try DefinitionError.object(expression, at: place)
    do throws(FilterError) {
      let condition = try FilterParser(schema: nil).parse(filter).predicate
      return isUsed ? condition : nil
    } catch { throw DefinitionError(at: place, error.message) }
  }

  private static func textOptions(
    _ json: JSON, at place: String
  ) throws(DefinitionError) -> TextIndexOptions {
    var options = TextIndexOptions()
    for member in try DefinitionError.object(json["weights"], at: place + ".weights") {
      guard let weight = member.value.number, weight >= 1 else {
        throw .mismatch(
          member.value, at: "\(place).weights.\(member.key)", expected: "a number of at least 1")
      }
      options.weights[BytewiseString(member.key)] = weight
    }
    if let name = json["defaultLanguage"]?.string, !name.isEmpty {
      guard let language = TextLanguage(name) else {
        throw DefinitionError(
          at: place + ".defaultLanguage", "default_language is not valid: \"\(name)\"")
      }
      options.language = language
    }
    if let name = json["languageOverride"]?.string, !name.isEmpty { options.override = name }
    return options
  }
}
