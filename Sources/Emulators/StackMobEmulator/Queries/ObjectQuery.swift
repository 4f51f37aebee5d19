import GhostlightCore
import GhostlightEmulation

/// The conditions of a request, lowered (A10.1, A10.3).
struct ObjectQuery: Sendable {
  /// Which objects are meant.
  let predicate: Predicate
  /// The condition that sorts by distance.
  let near: NearCondition?
  /// Whether there is an OR block.
  let hasAlternatives: Bool
  /// Whether there is no condition at all.
  let isEmpty: Bool

  /// Reads the query of a call against a schema.
  ///
  /// - Throws: ``Fault/badRequest``, ``Fault/orWithSort`` and what a condition throws.
  init(_ call: Call, _ schema: Schema) throws(Fault) {
    guard let items = call.request.target.queryItems else {
      throw .badRequest.withReason(
        "the query has a malformed percent escape or no UTF-8", section: "A10.1")
    }
    try call.budget.spend(bytes: call.request.target.raw.utf8.count)
    try call.budget.spend(items.count, times: 4)
    var conjuncts: [Predicate] = []
    var blocks: [Int: AlternativeBlock] = [:]
    var nearest: NearCondition?
    for item in items where !Self.isControl(item.name) {
      let condition = try QueryCondition(item)
      let predicate = try condition.lowered(schema)
      if condition.comparison == .near, let type = schema[condition.field] {
        nearest = try NearCondition(condition, type)
      }
      if let block = condition.orBlock {
        blocks[block, default: AlternativeBlock()].add(predicate, to: condition.conjunction)
      } else {
        conjuncts.append(predicate)
      }
    }
    if !blocks.isEmpty, nearest != nil { throw .orWithSort.filled(["what": "near"]) }
    for number in blocks.keys.sorted() { blocks[number].map { conjuncts.append($0.predicate) } }
    predicate = conjuncts.isEmpty ? .always : .and(conjuncts)
    near = nearest
    hasAlternatives = !blocks.isEmpty
    isEmpty = conjuncts.isEmpty
  }

  /// Which of the objects meant a caller has to do with; the others are not mentioned (D22).
  func predicate(for entitlement: Entitlement, in state: StackMobState) -> Predicate {
    entitlement == .everything ? predicate : .and([entitlement.predicate(in: state), predicate])
  }

  /// Whether a parameter is none of the conditions.
  private static func isControl(_ name: String) -> Bool { name == "_expand" }
}

/// An `[orN].` block: single conditions are alternatives, those of one `[andM].` form one.
struct AlternativeBlock: Sendable {
  private var single: [Predicate] = []
  private var conjunctions: [Int: [Predicate]] = [:]

  mutating func add(_ predicate: Predicate, to conjunction: Int?) {
    if let conjunction {
      conjunctions[conjunction, default: []].append(predicate)
    } else {
      single.append(predicate)
    }
  }

  var predicate: Predicate {
    .or(single + conjunctions.keys.sorted().map { .and(conjunctions[$0] ?? []) })
  }
}
