package import GhostlightCore

/// Which documents a query means, in terms that all dialects are lowered to.
package indirect enum Predicate: Sendable {
  /// Every document.
  case always
  /// No document.
  case never
  /// The documents that match all of these; every one if there are none.
  case and([Predicate])
  /// The documents that match one of these; none if there are none.
  case or([Predicate])
  /// The documents that do not match.
  case not(Predicate)
  /// The documents whose value at the path passes; see ``FieldTest`` about missing ones.
  case field(FieldPath, FieldTest)
  /// The documents the closure answers `true` for: what a dialect cannot say otherwise.
  case custom(@Sendable (JSONObject) -> Bool)
  /// The same of a closure that spends what it costs.
  case measured(@Sendable (JSONObject, WorkBudget) throws(Fault) -> Bool)

  /// Whether `document` is meant.
  package func matches(_ document: JSONObject) -> Bool {
    WorkBudget.withoutLimit { budget throws(Fault) in try matches(document, within: budget) }
  }

  /// Whether `document` is meant, at the costs of what is looked at beyond a few fields.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func matches(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .and(let parts):
      if parts.count > 4 { try budget.spend(parts.count >> 2) }
      for part in parts {
        guard try part.matches(document, within: budget) else { return false }
      }
      return true
    case .or(let parts):
      if parts.count > 4 { try budget.spend(parts.count >> 2) }
      for part in parts where try part.matches(document, within: budget) {
        return true
      }
      return false
    case .not(let part): return try !part.matches(document, within: budget)
    case .field(let path, let test):
      return try test.matches(path.value(in: document, within: budget), within: budget)
    case .custom(let test): return test(document)
    case .measured(let test): return try test(document, budget)
    }
  }

  /// Whether every document is meant, as far as can be seen without one.
  package var isAlways: Bool {
    switch self {
    case .always: true
    case .and(let parts): parts.allSatisfy(\.isAlways)
    default: false
    }
  }

  /// The tests of fields that a document must pass all of, and whether none can match.
  func collectConjuncts(into conditions: inout [FieldCondition], isNever: inout Bool) {
    switch self {
    case .and(let parts):
      for part in parts { part.collectConjuncts(into: &conditions, isNever: &isNever) }
    case .field(let path, let test): conditions.append(FieldCondition(path: path, test: test))
    case .never: isNever = true
    case .or(let parts): if parts.isEmpty { isNever = true }
    case .always, .not, .custom, .measured: break
    }
  }
}

/// A test of one field.
struct FieldCondition: Sendable {
  /// The field.
  var path: FieldPath
  /// What its value must pass.
  var test: FieldTest
}
