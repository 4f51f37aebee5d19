package import GhostlightCore

extension WorkBudget {
  /// Spends what it costs to walk a value with all that is in it, or to print it: a unit for every
  /// value, and one for every 32 bytes of text.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
  package func spend(walking value: JSON) throws(Fault) {
    switch value {
    case .null, .bool, .integer, .double: try spend()
    case .decimal(let decimal): try spend(bytes: decimal.digits.utf8.count)
    case .string(let text): try spend(bytes: text.utf8.count)
    case .array(let elements):
      try spend()
      for element in elements { try spend(walking: element) }
    case .object(let object): try spend(walking: object)
    }
  }

  /// Spends what it costs to walk an object with all that is in it, or to print it.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
  package func spend(walking object: JSONObject) throws(Fault) {
    try spend()
    for member in object.members { try spend(walking: member.value) }
  }

  /// Spends what it costs to keep an object for an answer and to print it there: less than a walk
  /// where all its values are short.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
  package func spend(printing object: JSONObject) throws(Fault) {
    try spend(object.count >> 1 + 1)
    for member in object.members {
      switch member.value {
      case .string(let text): if text.utf8.count > 64 { try spend(bytes: text.utf8.count) }
      case .array, .object: try spend(walking: member.value)
      default: break
      }
    }
  }
}
