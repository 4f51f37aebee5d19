import GhostlightCore
import GhostlightEmulation

/// A problem in the definition of a collection or in access rules, with its path in them.
struct DefinitionError: Error, Sendable, Hashable {
  /// The path in the definition, such as `.fields[0].type`, or empty.
  let place: String
  let problem: String

  init(at place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  /// The path and the problem in one line.
  var message: String { place.isEmpty ? problem : "\(place.dropFirst()): \(problem)" }

  /// Returns the error for a value of the wrong kind, or for a missing one.
  static func mismatch(
    _ value: JSON?, at place: String, expected kinds: String
  ) -> DefinitionError {
    DefinitionError(
      at: place, value?.mismatch(expected: kinds) ?? "is missing; give \(kinds)")
  }

  /// Returns the elements of an optional array.
  ///
  /// - Throws: A problem if the value is not an array.
  static func array(_ value: JSON?, at place: String) throws(DefinitionError) -> [JSON] {
    guard let value else { return [] }
    guard let array = value.array else { throw mismatch(value, at: place, expected: "an array") }
    return array
  }

  /// Returns the strings of an optional array.
  ///
  /// - Throws: A problem with the path of the first value that is not a string.
  static func strings(_ value: JSON?, at place: String) throws(DefinitionError) -> [String] {
    var strings: [String] = []
    for element in try array(value, at: place) {
      guard let text = element.string else {
        throw mismatch(element, at: "\(place)[\(strings.count)]", expected: "a string")
      }
      strings.append(text)
    }
    return strings
  }

  /// Returns an optional object.
  ///
  /// - Throws: A problem if the value is not an object.
  static func object(_ value: JSON?, at place: String) throws(DefinitionError) -> JSONObject {
    guard let value else { return [:] }
    guard let object = value.object else { throw mismatch(value, at: place, expected: "an object") }
    return object
  }

  /// Returns an optional Boolean value, `false` by default.
  ///
  /// - Throws: A problem if the value is neither `true` nor `false`.
  static func flag(_ value: JSON?, at place: String) throws(DefinitionError) -> Bool {
    guard let value else { return false }
    guard let flag = value.bool else { throw mismatch(value, at: place, expected: "true or false") }
    return flag
  }

  /// Rejects members that the emulator does not know (E51).
  ///
  /// - Throws: A problem with the path of the first unknown member.
  static func checkMembers(
    _ json: JSON, at place: String, _ known: [String]
  ) throws(DefinitionError) {
    for member in try object(json, at: place) where !known.contains(member.key) {
      let path = DocumentPointer.member(of: .root(place), member.key)
      throw DefinitionError(
        at: path.description, JSON.unknownMember(member.key, among: known))
    }
  }
}

/// The check of a definition's members, of which version 7.x ignores those that it does not know
/// (E51).
///
/// - Source: crud-service 6.10.4 and 7.2.5, lib/model.jsonschema.js, `additionalProperties`.
struct DefinitionMembers {
  /// Whether an unknown member is refused, as in version 6.x.
  let isStrict: Bool
  /// A line for each member without effect, with its path.
  private(set) var warnings: [String] = []

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// Checks the members of an object.
  ///
  /// - Throws: A problem with the path of the first unknown member, if such members are refused.
  mutating func check(
    _ json: JSON, at place: String, _ known: [String]
  ) throws(DefinitionError) {
    guard !isStrict else { return try DefinitionError.checkMembers(json, at: place, known) }
    for member in try DefinitionError.object(json, at: place) where !known.contains(member.key) {
      let path = DocumentPointer.member(of: .root(place), member.key)
      warn(at: path.description)
    }
  }

  mutating func warn(at place: String) {
    let warning = DefinitionError(at: place, "has no effect; the emulator does not know it")
    warnings.append(warning.message)
  }
}
