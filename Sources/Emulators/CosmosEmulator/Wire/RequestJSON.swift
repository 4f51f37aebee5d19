import GhostlightCore
import GhostlightEmulation

/// The body of a request as JSON.
enum RequestJSON {
  /// The most bytes a document may have: 2 MB (B11).
  static let largestDocument = 2_097_152

  /// The object in the body.
  static func object(_ request: Request, within budget: WorkBudget) throws(Fault) -> JSONObject {
    guard case .object(let object) = try value(request, within: budget) else { throw .badPayload }
    return object
  }

  /// The value in the body.
  static func value(_ request: Request, within budget: WorkBudget) throws(Fault) -> JSON {
    // An element of an array takes two letters of text, and about a unit of memory.
    try budget.spend(request.body.count >> 2)
    do throws(JSONError) {
      return try JSON.parse(request.body)
    } catch {
      throw .badPayload.withReason(error.description)
    }
  }

  /// Refuses a document whose compact text is too long.
  static func checkSize(_ document: JSONObject) throws(Fault) {
    guard JSON.object(document).bytes.count <= largestDocument else { throw .tooLarge }
  }
}

extension JSON {
  /// Pays for a value that is about to be printed: a value that stands in many places is stored
  /// once, and printed often.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func pay(printing budget: WorkBudget) throws(Fault) {
    switch self {
    case .string(let text): try budget.spend(1 + (text.utf8.count >> 4))
    case .array(let elements):
      if elements.isEmpty { try budget.spend() }
      for element in elements { try element.pay(printing: budget) }
    case .object(let object):
      if object.isEmpty { try budget.spend() }
      for member in object.members {
        if member.key.utf8.count > 32 { try budget.spend(member.key.utf8.count >> 4) }
        try member.value.pay(printing: budget)
      }
    default: try budget.spend()
    }
  }
}
