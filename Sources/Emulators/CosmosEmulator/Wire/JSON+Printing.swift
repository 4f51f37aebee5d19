import GhostlightCore
import GhostlightEmulation

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
