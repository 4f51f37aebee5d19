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

  /// - Throws: A problem where the parameter is missing or no object.
  func object(_ name: String) throws(ProviderStateProblem) -> JSONObject {
    guard case .object(let object)? = parameters[name] else {
      throw ProviderStateProblem("the parameter \"\(name)\" must be an object")
    }
    return object
  }

  /// - Throws: A problem where the parameter is there and no object.
  func optionalObject(_ name: String) throws(ProviderStateProblem) -> JSONObject {
    parameters[name] == nil ? [:] : try object(name)
  }

  /// - Throws: A problem where the parameter is there and neither true nor false.
  func flag(_ name: String) throws(ProviderStateProblem) -> Bool {
    guard let value = parameters[name] else { return false }
    guard let flag = value.bool else {
      throw ProviderStateProblem("the parameter \"\(name)\" must be true or false")
    }
    return flag
  }
}
