import GhostlightCore
import GhostlightEmulation

/// Reads the parameters of a provider state.
struct StateParameters {
  private let parameters: JSONObject

  init(_ parameters: JSONObject) { self.parameters = parameters }

  /// - Throws: A problem where the parameter is missing without a default, or no string.
  func string(_ name: String, default fallback: String? = nil) throws(ProviderStateProblem)
    -> String
  {
    guard let value = parameters[name] ?? fallback.map(JSON.string) else {
      throw ProviderStateProblem("the parameter \"\(name)\" is missing; give a string")
    }
    guard let text = value.string, !text.isEmpty else {
      throw ProviderStateProblem("the parameter \"\(name)\" must be a string that is not empty")
    }
    return text
  }

  /// - Throws: A problem where the parameter is there and no string.
  func optionalString(_ name: String) throws(ProviderStateProblem) -> String? {
    parameters[name] == nil ? nil : try string(name)
  }

  /// - Throws: A problem where the parameter is there and no object.
  func object(_ name: String) throws(ProviderStateProblem) -> JSONObject {
    guard let value = parameters[name] else { return [:] }
    guard case .object(let object) = value else {
      throw ProviderStateProblem("the parameter \"\(name)\" must be an object")
    }
    return object
  }

  /// - Throws: A problem where the parameter is there and no object.
  func optionalObject(_ name: String) throws(ProviderStateProblem) -> JSONObject? {
    parameters[name] == nil ? nil : try object(name)
  }

  /// - Throws: A problem where the parameter is there and neither true nor false.
  func flag(_ name: String) throws(ProviderStateProblem) -> Bool {
    guard let value = parameters[name] else { return false }
    guard let flag = value.bool else {
      throw ProviderStateProblem("the parameter \"\(name)\" must be true or false")
    }
    return flag
  }

  /// - Throws: A problem where the parameter is there and no array of strings that are not empty.
  func strings(_ name: String) throws(ProviderStateProblem) -> [String] {
    guard let value = parameters[name] else { return [] }
    var strings: [String] = []
    for element in value.array ?? [.null] {
      guard let text = element.string, !text.isEmpty else {
        throw ProviderStateProblem("the parameter \"\(name)\" must be an array of strings")
      }
      strings.append(text)
    }
    return strings
  }

  /// - Throws: A problem where the parameter is there and no whole number in the range.
  func integer(
    _ name: String, _ range: ClosedRange<Int64>, default fallback: Int64
  ) throws(ProviderStateProblem) -> Int64 {
    guard let value = parameters[name] else { return fallback }
    guard let number = value.integer, range.contains(number) else {
      throw ProviderStateProblem(
        "the parameter \"\(name)\" must be a whole number from \(range.lowerBound) "
          + "to \(range.upperBound)")
    }
    return number
  }

  /// The parameter as it is, or `nil`.
  func value(_ name: String) -> JSON? { parameters[name] }

  /// The API version, 0 unless given.
  ///
  /// - Throws: A problem where it is no whole number from 0.
  func version() throws(ProviderStateProblem) -> Int {
    guard let value = parameters["version"] else { return 0 }
    guard let version = value.integer, (0...1_000_000).contains(version) else {
      throw ProviderStateProblem("the parameter \"version\" must be a whole number from 0")
    }
    return Int(version)
  }
}
