import ArgumentParser
import GhostlightCore

/// Reads JSON given on the command line.
enum JSONArgument {
  /// - Throws: `ValidationError` naming the option and the place.
  static func object(_ text: String, option: String) throws -> JSONObject {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(text)
    } catch {
      throw ValidationError("\(option) takes a JSON object: \(error).")
    }
    guard case .object(let object) = json else {
      throw ValidationError("\(option) takes a JSON object.")
    }
    return object
  }
}
