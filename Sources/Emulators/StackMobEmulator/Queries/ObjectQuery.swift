import GhostlightCore
import GhostlightEmulation

/// The conditions of a request, converted to the query conditions that all emulators share (A10.1,
/// A10.3).
struct ObjectQuery: Sendable {
  /// The conjunction of all conditions, in which each OR block is one condition.
  let predicate: Predicate
  /// The condition that sorts objects by distance; `nil` if there is none.
  let near: NearCondition?
  /// Whether the conditions include an OR block.
  let hasAlternatives: Bool
  /// Whether the request has no conditions.
  let isEmpty: Bool

  /// Creates the query of a call on the objects of a schema.
  ///
  /// - Throws: ``Fault/badRequest`` for a malformed query string, ``Fault/orWithSort`` for an OR
  ///   block together with `near`, or the refusal of an invalid condition.
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

  /// Returns the condition for objects that match the query and that the caller may access.
  ///
  /// Other matching objects are ignored, without a refusal (D22).
  func predicate(for entitlement: Entitlement, in state: StackMobState) -> Predicate {
    entitlement == .everything ? predicate : .and([entitlement.predicate(in: state), predicate])
  }

  /// Returns whether the query parameter `name` is not a condition.
  private static func isControl(_ name: String) -> Bool { name == "_expand" }
}

/// The conditions of one OR block, whose names start with the same `[orN].`.
///
/// Conditions in the block are alternatives. Conditions with the same `[andM].` together are one
/// alternative.
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
