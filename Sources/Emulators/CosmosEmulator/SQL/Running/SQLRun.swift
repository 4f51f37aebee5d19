import GhostlightCore
import GhostlightEmulation

/// One execution of a query, or of a subquery for one row of its outer query.
struct SQLRun {
  let query: SQLQuery
  let evaluator: SQLEvaluator

  /// A row that must be sorted before its values are selected.
  private struct Candidate {
    var frame: SQLFrame
    var sequence: Int
    var keys: [JSON?]
  }

  /// The groups and rows collected so far, for a query that must collect all of them before it
  /// continues.
  private struct Intake {
    var groups: SQLGroups
    var candidates: [Candidate] = []
    var rows: [SQLRow] = []
  }

  private var budget: WorkBudget { evaluator.budget }

  /// Returns all rows for one document, or for one row of the outer query.
  func rows(from frame: SQLFrame, sequence: Int) throws(SQLError) -> [SQLRow] {
    var intake = Intake(groups: SQLGroups(query.aggregates))
    var current = frame
    try budget.pay(2 + frame.slots.count / 2)
    try join(from: 0, &current, sequence: sequence, into: &intake)
    return try finish(&intake, from: frame)
  }

  /// Returns the rows of the query over all given documents.
  func rows(
    over documents: [FoundDocument], slots: Int
  ) throws(SQLError) -> [SQLRow] {
    var intake = Intake(groups: SQLGroups(query.aggregates))
    try budget.pay(slots)
    var frame = SQLFrame(slots: slots)
    if query.readsTable {
      try joinTable(over: documents, &frame, into: &intake)
      return try finish(&intake, from: SQLFrame(slots: slots))
    }
    let slot = documentSlot
    for document in documents {
      frame.slots[0] = .object(document.document)
      guard let slot else {
        try join(from: 0, &frame, sequence: document.sequence, into: &intake)
        continue
      }
      try budget.pay(2)
      frame.slots[slot] = frame.slots[0]
      try collect(frame, sequence: document.sequence, into: &intake)
    }
    return try finish(&intake, from: SQLFrame(slots: slots))
  }

  /// Processes the rows of the first source, which is a subquery over all documents.
  private func joinTable(
    over documents: [FoundDocument], _ frame: inout SQLFrame, into intake: inout Intake
  ) throws(SQLError) {
    let source = query.sources[0]
    guard case .query(let inner) = source.origin else { return }
    let run = SQLRun(query: inner, evaluator: evaluator)
    let table =
      inner.sources.isEmpty
      ? try run.rows(from: frame, sequence: 0)
      : try run.rows(over: documents, slots: frame.slots.count)
    for row in table {
      for value in source.isIterated ? row.value.array ?? [] : [row.value] {
        try budget.pay(2)
        frame.slots[source.slot] = value
        try join(from: 1, &frame, sequence: row.sequence, into: &intake)
      }
    }
  }

  /// The document's slot if the document is the query's only source, as in `FROM c`; otherwise
  /// `nil`.
  private var documentSlot: Int? {
    guard query.sources.count == 1, !query.sources[0].isIterated,
      case .path(.slot(0)) = query.sources[0].origin
    else { return nil }
    return query.sources[0].slot
  }

  /// Processes each combination of the values of the query's sources, beginning with the source at
  /// an index.
  ///
  /// The values of the leftmost source change least often. Only one combination is in memory at a
  /// time.
  private func join(
    from position: Int, _ frame: inout SQLFrame, sequence: Int, into intake: inout Intake
  ) throws(SQLError) {
    guard position < query.sources.count else {
      return try collect(frame, sequence: sequence, into: &intake)
    }
    let slot = query.sources[position].slot
    if !query.sources[position].isIterated, case .path(let path) = query.sources[position].origin {
      // Fast path: without `IN`, a source has at most one value, so there is nothing to iterate
      // over.
      guard let value = try evaluator.value(path, frame) else { return }
      try budget.pay(2)
      frame.slots[slot] = value
      return try join(from: position + 1, &frame, sequence: sequence, into: &intake)
    }
    for value in try values(of: query.sources[position], frame) {
      try budget.pay(2)
      frame.slots[slot] = value
      try join(from: position + 1, &frame, sequence: sequence, into: &intake)
    }
  }

  private func collect(
    _ frame: SQLFrame, sequence: Int, into intake: inout Intake
  ) throws(SQLError) {
    try budget.pay(3)
    if let condition = query.condition,
      try evaluator.value(condition, frame) != .bool(true)
    {
      return
    }
    guard !query.isGrouped else {
      return try intake.groups.add(frame, sequence: sequence, query, evaluator)
    }
    guard !query.order.isEmpty else {
      return try select(frame, sequence: sequence, keys: [], into: &intake.rows)
    }
    try budget.pay(4 + frame.slots.count + query.order.count)
    var keys: [JSON?] = []
    for order in query.order {
      keys.append(try evaluator.value(order.expression, frame)?.representable())
    }
    // A document without a vector has no place in the order of distances (B25).
    if keys[0] == nil, query.order[0].isScored { return }
    intake.candidates.append(Candidate(frame: frame, sequence: sequence, keys: keys))
  }

  /// Returns the values of a source.
  ///
  /// The result is empty if the source's value is missing, or if its elements are requested and it
  /// is not an array.
  private func values(of source: SQLSource, _ frame: SQLFrame) throws(SQLError) -> [JSON] {
    let values: [JSON]
    switch source.origin {
    case .path(let path): values = try evaluator.value(path, frame).map { [$0] } ?? []
    case .query(let inner):
      values = try SQLRun(query: inner, evaluator: evaluator)
        .rows(from: frame, sequence: 0).map(\.value)
    }
    guard source.isIterated else { return values }
    if values.count == 1 { return values[0].array ?? [] }
    var elements: [JSON] = []
    for array in values.compactMap(\.array) {
      try budget.pay(array.count)
      elements += array
    }
    return elements
  }

  /// Returns the rows of a query after all combinations of its sources' values were processed.
  ///
  /// A group without rows has the values `empty`.
  private func finish(
    _ intake: inout Intake, from empty: @autoclosure () -> SQLFrame
  ) throws(SQLError) -> [SQLRow] {
    var rows = intake.rows
    if query.isGrouped {
      for group in intake.groups.all(orOneFrom: query.groupKeys.isEmpty ? empty() : nil) {
        try select(group.frame, sequence: group.sequence, keys: [], into: &rows)
      }
    } else {
      for candidate in try sorted(intake.candidates) {
        try select(
          candidate.frame, sequence: candidate.sequence, keys: candidate.keys, into: &rows)
      }
    }
    if query.isDistinct {
      var seen = SQLDistinct()
      var distinct: [SQLRow] = []
      for row in rows where try seen.insert(row.value, budget) { distinct.append(row) }
      rows = distinct
    }
    return limited(rows)
  }

  private func select(
    _ frame: SQLFrame, sequence: Int, keys: [JSON?], into rows: inout [SQLRow]
  ) throws(SQLError) {
    try budget.pay(4)
    switch query.selection {
    case .all: break
    case .value(let expression):
      guard let value = try evaluator.value(expression, frame) else { return }
      rows.append(SQLRow(value, sequence: sequence, keys: keys))
    case .columns(let columns):
      var object = JSONObject()
      try budget.pay(columns.count)
      for column in columns {
        guard let value = try evaluator.value(column.expression, frame) else { continue }
        object.append(column.name ?? "", try value.representable())
      }
      rows.append(SQLRow(.object(object), sequence: sequence, keys: keys))
    }
  }

  /// The number of sorted candidates that are needed; `nil` if it is not known in advance.
  ///
  /// If it is known, each candidate gives exactly one row.
  private var wanted: Int? {
    guard !query.isDistinct else { return nil }
    switch query.selection {
    case .all, .columns, .value(.slot): break
    case .value: return nil
    }
    if let top = count(query.top) { return top }
    guard let offset = count(query.offset), let limit = count(query.limit) else { return nil }
    let (end, overflows) = offset.addingReportingOverflow(limit)
    return overflows ? nil : end
  }

  /// Returns the needed candidates, sorted by the query's keys.
  ///
  /// Candidates with equal keys are in creation order, or in reverse order if the first key is
  /// descending.
  private func sorted(_ candidates: [Candidate]) throws(SQLError) -> [Candidate] {
    guard !query.order.isEmpty else { return candidates }
    do throws(Fault) {
      try budget.spend(sorting: candidates.count, keys: query.order.count)
    } catch { throw SQLError(error) }
    // A closure that captures `self` would copy the complete query for each comparison.
    let isDescending = query.order.map(\.isDescending)
    let positions = candidates.indices.sorted(first: wanted) { left, right in
      for slot in isDescending.indices {
        switch SQLOrdering.sorted(candidates[left].keys[slot], candidates[right].keys[slot]) {
        case .before: return !isDescending[slot]
        case .equal: continue
        case .after: return isDescending[slot]
        }
      }
      return isDescending[0] ? left > right : left < right
    }
    return positions.map { candidates[$0] }
  }

  private func limited(_ rows: [SQLRow]) -> [SQLRow] {
    if let top = count(query.top) { return Array(rows.prefix(top)) }
    guard let offset = count(query.offset), let limit = count(query.limit) else { return rows }
    return Array(rows.dropFirst(offset).prefix(limit))
  }

  private func count(_ expression: SQLExpression?) -> Int? {
    guard case .constant(.integer(let value)) = expression else { return nil }
    return Int(value)
  }
}

/// The groups of a query with their aggregates, in the order of first appearance.
struct SQLGroups {
  struct Group {
    var frame: SQLFrame
    var sequence: Int
    var tallies: [SQLTally]
  }

  private let calls: [SQLAggregateCall]
  private var positions = SQLDistinct()
  private var groups: [Group] = []

  init(_ calls: [SQLAggregateCall]) { self.calls = calls }

  mutating func add(
    _ frame: SQLFrame, sequence: Int, _ query: SQLQuery, _ evaluator: SQLEvaluator
  ) throws(SQLError) {
    var keys: [JSON?] = []
    for key in query.groupKeys {
      keys.append(try evaluator.value(key, frame)?.representable())
    }
    try evaluator.budget.pay(1 + calls.count)
    let position: Int
    if keys.isEmpty, groups.count == 1 {
      // Without `GROUP BY`, all rows belong to one group, so no lookup is needed, but the same work
      // is charged.
      try evaluator.budget.pay(1)
      position = 0
    } else {
      position = try positions.position(of: keys, evaluator.budget)
    }
    if position == groups.count {
      let cells = (groups.count + 1) * (keys.count + calls.count)
      guard cells <= SQLLimits.groupCells else {
        throw .beyond(SQLLimits.groupCells, "cells in the table of GROUP BY")
      }
      try evaluator.budget.pay(8 + frame.slots.count + 5 * calls.count)
      var first = frame
      first.groupKeys = keys
      groups.append(Group(frame: first, sequence: sequence, tallies: tallies))
    }
    for (slot, call) in calls.enumerated() {
      groups[position].tallies[slot].add(try evaluator.value(call.argument, frame))
    }
  }

  private var tallies: [SQLTally] { calls.map { SQLTally($0.aggregate) } }

  /// Returns the groups with the results of their aggregates.
  ///
  /// If there are no groups and `empty` is not `nil`, the result is one group without rows.
  func all(orOneFrom empty: SQLFrame?) -> [Group] {
    var result = groups
    if result.isEmpty, let empty {
      result = [Group(frame: empty, sequence: 0, tallies: tallies)]
    }
    for position in result.indices {
      result[position].frame.aggregates = result[position].tallies.map(\.result)
    }
    return result
  }
}

/// The computation of one aggregate over the rows of a group.
///
/// - Source: protocol reference B14.3.
struct SQLTally {
  private let aggregate: SQLAggregate
  private var count = 0
  private var sum = 0.0
  private var best: JSON?
  private var isUndefined = false

  init(_ aggregate: SQLAggregate) { self.aggregate = aggregate }

  mutating func add(_ value: JSON?) {
    guard let value else { return }
    count += 1
    switch aggregate {
    case .count: break
    case .countIf: if value != .bool(true) { count -= 1 }
    case .sum, .average:
      if let number = value.number { sum += number } else { isUndefined = true }
    case .minimum, .maximum: consider(value)
    }
  }

  /// Updates the minimum or maximum.
  ///
  /// Strings are greater than numbers, numbers greater than booleans, and booleans greater than
  /// null.
  private mutating func consider(_ value: JSON) {
    guard value.array == nil, value.object == nil else {
      isUndefined = true
      return
    }
    guard let best else {
      self.best = value
      return
    }
    let order = SQLOrdering.sorted(value, best)
    if order == (aggregate == .minimum ? .before : .after) { self.best = value }
  }

  /// The aggregate's result; `nil` stands for undefined.
  var result: JSON? {
    guard !isUndefined else { return nil }
    switch aggregate {
    case .count, .countIf: return .integer(Int64(count))
    case .sum: return SQLNumber.json(sum)
    case .average: return count == 0 ? .none : SQLNumber.json(sum / Double(count))
    case .minimum, .maximum: return best
    }
  }
}
