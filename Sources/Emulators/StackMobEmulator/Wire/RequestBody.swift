import GhostlightCore
import GhostlightEmulation

/// Reads JSON bodies.
enum RequestBody {
  /// - Throws: ``Fault/badRequest``, with the place, where the body is no JSON.
  static func json(_ call: Call) throws(Fault) -> JSON {
    try call.budget.spend(bytes: call.request.body.count)
    do throws(JSONError) {
      return try JSON.parse(call.request.body)
    } catch {
      throw .badRequest.withReason("the body is no JSON: \(error)")
    }
  }

  /// - Throws: ``Fault/badRequest`` where the body is no JSON object.
  static func object(_ call: Call) throws(Fault) -> JSONObject {
    guard case .object(let object) = try json(call) else {
      throw .badRequest.withReason("the body is no JSON object")
    }
    return object
  }
}

extension RequestBody {
  /// - Throws: ``Fault/badRequest`` where an element is no object.
  static func objects(_ elements: [JSON]) throws(Fault) -> [JSONObject] {
    var objects: [JSONObject] = []
    for element in elements {
      guard case .object(let object) = element else {
        throw .badRequest.withReason("the array holds something that is no object")
      }
      objects.append(object)
    }
    return objects
  }
}

extension String {
  /// The parts between separators, which are found byte by byte: to a `Character`, a comma and an
  /// accent behind it are one symbol, and the accent may begin the next part.
  func parts(
    at separator: Unicode.Scalar, maxSplits: Int = .max, keepingEmpty: Bool = false
  ) -> [String] {
    utf8.split(
      separator: UInt8(ascii: separator), maxSplits: maxSplits,
      omittingEmptySubsequences: !keepingEmpty
    ).map { String(decoding: $0, as: UTF8.self) }
  }
}
