import GhostlightCore
import GhostlightEmulation

/// The groups of a query with their aggregates, in order of first appearance.
struct SQLGroups {
  /// One group.
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
  ) throws(SQLProblem) {
    var keys: [JSON?] = []
    for key in query.groupKeys { keys.append(try evaluator.value(key, frame)) }
    try evaluator.budget.pay(1 + calls.count)
    let position = try positions.position(of: keys, evaluator.budget)
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

  /// The groups with the results of their aggregates; one without rows where there always is one.
  func all(isAlwaysOne: Bool) -> [Group] {
    var result = groups
    if result.isEmpty, isAlwaysOne {
      result = [Group(frame: SQLFrame(slots: []), sequence: 0, tallies: tallies)]
    }
    for position in result.indices {
      result[position].frame.aggregates = result[position].tallies.map(\.result)
    }
    return result
  }
}
