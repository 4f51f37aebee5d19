import GhostlightCore

/// A JSON value of a contract file and its location, for reading it with precise error messages.
struct PactNode {
  let json: JSON
  /// The location in the file, such as `interactions[3].request.method`.
  let place: String

  func error(_ reason: String) -> PactError { PactError(reason, at: place) }

  /// The member `name`; `nil` if the value is not an object, or the member is missing or `null`.
  subscript(name: String) -> PactNode? {
    guard let value = json[name], !value.isNull else { return nil }
    return PactNode(json: value, place: path(of: name))
  }

  func path(of name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  func required(_ name: String) throws(PactError) -> PactNode {
    guard let node = self[name] else { throw error("does not have \"\(name)\"; add it") }
    return node
  }

  func object() throws(PactError) -> JSONObject {
    guard let object = json.object else { throw error("must be an object, not \(kind)") }
    return object
  }

  func string() throws(PactError) -> String {
    guard let text = json.string else { throw error("must be a string, not \(kind)") }
    return text
  }

  func bool() throws(PactError) -> Bool {
    guard let bool = json.bool else { throw error("must be true or false, not \(kind)") }
    return bool
  }

  func integer(_ range: ClosedRange<Int64>) throws(PactError) -> Int {
    guard let number = json.integer, range.contains(number) else {
      throw error(
        "must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(kind)")
    }
    return Int(number)
  }

  func elements() throws(PactError) -> [PactNode] {
    guard let array = json.array else { throw error("must be an array, not \(kind)") }
    return array.enumerated().map { PactNode(json: $0.element, place: "\(place)[\($0.offset)]") }
  }

  func members() throws(PactError) -> [(name: String, node: PactNode)] {
    try object().map { ($0.key, PactNode(json: $0.value, place: path(of: $0.key))) }
  }

  /// Returns all members except those with the given names.
  func rest(without names: String...) throws(PactError) -> JSONObject {
    var object = try object()
    for name in names { object[name] = nil }
    return object
  }

  /// Returns the value as a case of an enum of words; throws if it is a different string.
  func word<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type
  ) throws(PactError) -> Word where Word.RawValue == String {
    let text = try string()
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("\"\(text)\" is not valid; use one of: \(known)")
    }
    return word
  }

  /// The value as JSON for error messages, or its JSON type if it is long.
  private var kind: String {
    let text = json.text()
    guard text.utf8.count > 40 else { return text }
    return switch json {
    case .array: "an array"
    case .object: "an object"
    case .string: "a long string"
    default: "a long number"
    }
  }
}
