import GhostlightCore
import GhostlightEmulation

/// Runs one query, or one subquery for one row of the query around it.
struct SQLRun {
  let query: SQLQuery
  let evaluator: SQLEvaluator

  /// A row before it is selected.
  private struct Candidate {
    var frame: SQLFrame
    var sequence: Int
    var keys: [JSON?]
  }

  /// All rows for one document, or for the row around a subquery.
  func rows(from frame: SQLFrame, sequence: Int) throws(SQLProblem) -> [SQLRow] {
    var groups = SQLGroups(query.aggregates)
    var candidates: [Candidate] = []
    try collect(frame, sequence: sequence, into: &candidates, &groups)
    return try finish(candidates, &groups)
  }

  /// All rows over documents.
  func rows(
    over documents: [FoundDocument], slots: Int
  ) throws(SQLProblem) -> [SQLRow] {
    var groups = SQLGroups(query.aggregates)
    var candidates: [Candidate] = []
    var frame = SQLFrame(slots: Array(repeating: nil, count: slots))
    for document in documents {
      frame.slots[0] = .object(document.document)
      try collect(frame, sequence: document.sequence, into: &candidates, &groups)
    }
    return try finish(candidates, &groups)
  }

  private func collect(
    _ frame: SQLFrame, sequence: Int, into candidates: inout [Candidate],
    _ groups: inout SQLGroups
  ) throws(SQLProblem) {
    var frames = [frame]
    for source in query.sources { frames = try expand(frames, by: source) }
    for frame in frames {
      if let condition = query.condition,
        try evaluator.value(condition, frame) != .bool(true)
      {
        continue
      }
      if query.isGrouped {
        try groups.add(frame, sequence: sequence, query, evaluator)
      } else {
        var keys: [JSON?] = []
        for order in query.order { keys.append(try evaluator.value(order.expression, frame)) }
        candidates.append(Candidate(frame: frame, sequence: sequence, keys: keys))
      }
    }
  }

  private func expand(
    _ frames: [SQLFrame], by source: SQLSource
  ) throws(SQLProblem) -> [SQLFrame] {
    var result: [SQLFrame] = []
    for frame in frames {
      for value in try values(of: source, frame) {
        var next = frame
        next.slots[source.slot] = value
        result.append(next)
      }
    }
    return result
  }

  /// The values of a source; a missing value, or one to walk that is no array, gives none.
  private func values(of source: SQLSource, _ frame: SQLFrame) throws(SQLProblem) -> [JSON] {
    let values: [JSON]
    switch source.origin {
    case .path(let path): values = try evaluator.value(path, frame).map { [$0] } ?? []
    case .query(let inner):
      values = try SQLRun(query: inner, evaluator: evaluator)
        .rows(from: frame, sequence: 0).map(\.value)
    }
    return source.isIterated ? values.flatMap { $0.array ?? [] } : values
  }

  private func finish(
    _ candidates: [Candidate], _ groups: inout SQLGroups
  ) throws(SQLProblem) -> [SQLRow] {
    var rows: [SQLRow] = []
    if query.isGrouped {
      for group in groups.all(isAlwaysOne: query.groupKeys.isEmpty) {
        try select(group.frame, sequence: group.sequence, keys: [], into: &rows)
      }
    } else {
      for candidate in sorted(candidates) {
        try select(
          candidate.frame, sequence: candidate.sequence, keys: candidate.keys, into: &rows)
      }
    }
    if query.isDistinct {
      var seen = SQLDistinct()
      rows = rows.filter { seen.insert($0.value) }
    }
    return cut(rows)
  }

  private func select(
    _ frame: SQLFrame, sequence: Int, keys: [JSON?], into rows: inout [SQLRow]
  ) throws(SQLProblem) {
    switch query.selection {
    case .all: break
    case .value(let expression):
      guard let value = try evaluator.value(expression, frame) else { return }
      rows.append(SQLRow(value, sequence: sequence, keys: keys))
    case .columns(let columns):
      var object = JSONObject()
      for column in columns {
        guard let value = try evaluator.value(column.expression, frame) else { continue }
        object.append(column.name ?? "", value)
      }
      rows.append(SQLRow(.object(object), sequence: sequence, keys: keys))
    }
  }

  /// By the keys; ties by creation, backwards where the first key is.
  private func sorted(_ candidates: [Candidate]) -> [Candidate] {
    guard let first = query.order.first else { return candidates }
    let positions = candidates.indices.sorted { left, right in
      for (slot, order) in query.order.enumerated() {
        let found = SQLOrdering.sorted(candidates[left].keys[slot], candidates[right].keys[slot])
        if found != .equal { return (found == .before) != order.isDescending }
      }
      return first.isDescending ? left > right : left < right
    }
    return positions.map { candidates[$0] }
  }

  private func cut(_ rows: [SQLRow]) -> [SQLRow] {
    if let top = count(query.top) { return Array(rows.prefix(top)) }
    guard let offset = count(query.offset), let limit = count(query.limit) else { return rows }
    return Array(rows.dropFirst(offset).prefix(limit))
  }

  private func count(_ expression: SQLExpression?) -> Int? {
    guard case .constant(.integer(let value)) = expression else { return nil }
    return Int(value)
  }
}
