import GhostlightCore
import GhostlightEmulation

/// Functions that read JSON bodies.
enum RequestBody {
  /// Parses the body as JSON.
  ///
  /// - Throws: ``Fault/badRequest`` with the position of the error if the body is not valid JSON.
  static func json(_ call: Call) throws(Fault) -> JSON {
    try call.budget.spend(bytes: call.request.body.count)
    do throws(JSONError) {
      return try JSON.parse(call.request.body)
    } catch {
      throw .badRequest.withReason("the body is not valid JSON: \(error)")
    }
  }

  /// Parses the body as a JSON object.
  ///
  /// - Throws: ``Fault/badRequest`` if the body is not a JSON object.
  static func object(_ call: Call) throws(Fault) -> JSONObject {
    guard case .object(let object) = try json(call) else {
      throw .badRequest.withReason("the body is not a JSON object")
    }
    return object
  }
}

extension RequestBody {
  /// Returns the elements of an array as objects.
  ///
  /// - Throws: ``Fault/badRequest`` if an element is not an object.
  static func objects(_ elements: [JSON]) throws(Fault) -> [JSONObject] {
    var objects: [JSONObject] = []
    for element in elements {
      guard case .object(let object) = element else {
        throw .badRequest.withReason("the array contains a value that is not an object")
      }
      objects.append(object)
    }
    return objects
  }
}

extension String {
  /// Returns the parts of the string between separators, which are found byte by byte.
  ///
  /// Comparing `Character` values would miss a comma that is followed by a combining accent,
  /// although the accent may be the start of the next part.
  func parts(
    at separator: Unicode.Scalar, maxSplits: Int = .max, keepingEmpty: Bool = false
  ) -> [String] {
    utf8.split(
      separator: UInt8(ascii: separator), maxSplits: maxSplits,
      omittingEmptySubsequences: !keepingEmpty
    ).map { String(decoding: $0, as: UTF8.self) }
  }
}
