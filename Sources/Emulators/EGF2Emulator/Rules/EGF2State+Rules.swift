import GhostlightCore
import GhostlightEmulation

/// Methods that apply the rules of the configuration, as the logic service does (A20).
extension EGF2State {
  /// Applies the rules to a new or a removed link, and to the links that they add or remove.
  ///
  /// A link that exists already is not added again, and a missing one is not removed. Events of
  /// these changes do not have a user, because the service makes them.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up, or if the rules cause too many
  ///   changes (E26). Some changes may have been made then: call it in ``atomically(_:)``.
  mutating func applyRules(
    to link: GraphLink, _ method: GraphRule.Method, _ moment: inout Moment,
    within budget: WorkBudget
  ) throws(Fault) {
    guard !configuration.rules.isEmpty else { return }
    var causes = [(link: link, depth: 0)]
    var count = 0
    var position = 0
    while position < causes.count {
      let (cause, depth) = causes[position]
      position += 1
      for rule in configuration.rules where isTriggered(rule, by: cause, method) {
        for element in try elements(of: rule, cause, within: budget) {
          try budget.spend(4)
          guard let change = change(of: rule, cause, element) else { continue }
          count += 1
          guard count <= GraphRule.maximumChanges, depth < GraphRule.maximumDepth else {
            throw Self.tooManyChanges
          }
          try make(change, method, &moment, within: budget)
          if case .link(let link) = change { causes.append((link, depth + 1)) }
        }
      }
    }
  }

  /// Applies a change, and restores the state if it fails.
  ///
  /// Only configurations with rules need this: other changes check everything before they start.
  mutating func atomically<Result>(
    _ change: (inout EGF2State) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    guard !configuration.rules.isEmpty else { return try change(&self) }
    let before = self
    do throws(Fault) { return try change(&self) } catch {
      self = before
      throw error
    }
  }

  private func isTriggered(
    _ rule: GraphRule, by link: GraphLink, _ method: GraphRule.Method
  ) -> Bool {
    rule.method == method && rule.edge.isExactly(link.edge)
      && schema.type(ofID: link.source) === rule.type
  }

  /// Returns the ids for which a rule makes its change: those of its loop, or an empty string.
  private func elements(
    of rule: GraphRule, _ cause: GraphLink, within budget: WorkBudget
  ) throws(Fault) -> [String] {
    switch rule.loop {
    case .once: return [""]
    case .links(let term, let edge):
      guard let list = edges.list(of: id(term, cause, ""), edge) else { return [] }
      try budget.spend(list.count, times: 4)
      return list.newest(from: 0, limit: list.count)
    case .objects(let type):
      try budget.spend(records[type.slot].count, times: 4)
      return records[type.slot].documents().filter { $0.document["deleted_at"] == nil }.map(\.key)
    }
  }

  private func id(_ term: GraphRule.Term, _ cause: GraphLink, _ element: String) -> String {
    switch term {
    case .source: cause.source
    case .destination: cause.destination
    case .each: element
    }
  }

  /// A rule's change for one element of its loop: a link to add or to remove, or the id of an object
  /// to delete.
  private enum RuleChange {
    case link(GraphLink)
    case object(String)
  }

  /// Returns a rule's change for an element of its loop, or `nil` if there is nothing to change.
  private func change(of rule: GraphRule, _ cause: GraphLink, _ element: String) -> RuleChange? {
    switch rule.change {
    case .object(let term):
      let id = id(term, cause, element)
      guard let object = record(id), object["deleted_at"] == nil else { return nil }
      return .object(id)
    case .link(let source, let edge, let destination):
      let link = GraphLink(
        source: id(source, cause, element), edge: edge,
        destination: id(destination, cause, element))
      guard let definition = schema.type(ofID: link.source)?.edge(edge),
        let type = schema.type(ofID: link.destination), definition.contains.contains(type.name),
        edges.contains(link) == (rule.method == .delete)
      else { return nil }
      return .link(link)
    }
  }

  private mutating func make(
    _ change: RuleChange, _ method: GraphRule.Method, _ moment: inout Moment,
    within budget: WorkBudget
  ) throws(Fault) {
    switch change {
    case .object(let id): try delete(id, by: nil, &moment, within: budget)
    case .link(let link):
      try budget.spend(Self.write, times: 2)
      switch method {
      case .post: self.link(link, by: nil, &moment)
      case .delete: unlink(link, by: nil, &moment)
      }
    }
  }

  private static let tooManyChanges = Fault.workLimit(GraphRule.maximumChanges).withReason(
    "the rules of the configuration cause more than \(GraphRule.maximumChanges) changes, or more "
      + "than \(GraphRule.maximumDepth) of them one after the other; narrow \"rules\"",
    section: "E26")
}
