package import GhostlightCore

/// A reader of the parameters of a provider state, whose errors name the invalid parameter and its
/// valid values.
package struct StateParameters: Sendable {
  private let parameters: JSONObject

  package init(_ parameters: JSONObject) { self.parameters = parameters }

  package func value(_ name: String) -> JSON? { parameters[name] }

  /// - Throws: ``ProviderStateError`` if the parameter is missing and there is no default, or if it
  ///   is not a string.
  package func string(
    _ name: String, default fallback: String? = nil
  ) throws(ProviderStateError) -> String {
    guard let value = parameters[name] ?? fallback.map(JSON.string) else {
      throw ProviderStateError(
        at: .root(""), "\"\(name)\" is missing; give a string",
        "the parameter \"\(name)\" is missing; give a string")
    }
    guard let text = value.string, !text.isEmpty else {
      throw Self.error(name, expected: "a string that is not empty", value)
    }
    return text
  }

  /// - Throws: ``ProviderStateError`` if the parameter is present and is not a string.
  package func optionalString(_ name: String) throws(ProviderStateError) -> String? {
    parameters[name] == nil ? nil : try string(name)
  }

  /// - Throws: ``ProviderStateError`` if the parameter is present and is not an array of non-empty
  ///   strings.
  package func strings(_ name: String) throws(ProviderStateError) -> [String] {
    guard let value = parameters[name] else { return [] }
    var strings: [String] = []
    guard case .array(let elements) = value else {
      throw Self.error(name, expected: "an array of strings", value)
    }
    for element in elements {
      guard let text = element.string, !text.isEmpty else {
        throw ProviderStateError(
          at: .element(of: .parameter(name), strings.count),
          element.mismatch(expected: "a string that is not empty"),
          "the parameter \"\(name)\" must be an array of strings")
      }
      strings.append(text)
    }
    return strings
  }

  /// - Throws: ``ProviderStateError`` if the parameter is missing and there is no default, or if it
  ///   is not an object.
  package func object(
    _ name: String, default fallback: JSONObject? = nil
  ) throws(ProviderStateError) -> JSONObject {
    guard let value = parameters[name] ?? fallback.map(JSON.object) else {
      throw ProviderStateError(
        at: .root(""), "\"\(name)\" is missing; give an object",
        "the parameter \"\(name)\" must be an object")
    }
    guard case .object(let object) = value else {
      throw Self.error(name, expected: "an object", value)
    }
    return object
  }

  /// - Throws: ``ProviderStateError`` if the parameter is present and is not an object.
  package func optionalObject(_ name: String) throws(ProviderStateError) -> JSONObject? {
    parameters[name] == nil ? nil : try object(name)
  }

  /// - Throws: ``ProviderStateError`` if the parameter is present and is neither `true` nor
  ///   `false`.
  package func flag(_ name: String) throws(ProviderStateError) -> Bool {
    guard let value = parameters[name] else { return false }
    guard let flag = value.bool else {
      throw Self.error(name, expected: "true or false", value)
    }
    return flag
  }

  /// - Throws: ``ProviderStateError`` if the parameter is present and is not an integer in `range`.
  package func integer(
    _ name: String, _ range: ClosedRange<Int64>, default fallback: Int64
  ) throws(ProviderStateError) -> Int64 {
    guard let value = parameters[name] else { return fallback }
    guard let number = value.integer, range.contains(number) else {
      throw Self.error(name, expected: range.expectation(), value)
    }
    return number
  }

  /// Returns the error for a parameter that has the wrong kind of value.
  private static func error(
    _ name: String, expected kinds: String, _ value: JSON
  ) -> ProviderStateError {
    ProviderStateError(
      at: .parameter(name), value.mismatch(expected: kinds),
      "the parameter \"\(name)\" must be \(kinds)")
  }
}
