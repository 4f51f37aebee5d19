import GhostlightCore
import GhostlightEmulation

/// One page of a query's rows, and where the next one begins.
struct QueryPage {
  private(set) var rows: [JSON] = []
  private(set) var next: Continuation?
  /// Request units: what was recorded for a small query, and more for many rows (B21).
  var charge: String { rows.count > 100 ? "17.16" : "2.25" }

  init(
    _ statement: SQLStatement, _ container: Container, _ range: DocumentRange,
    from position: Continuation, size: Int, _ moment: Moment, within budget: WorkBudget
  ) throws(Fault) {
    let instant = SQLInstant(moment)
    let isStreaming = statement.isStreaming
    var walk = try DocumentWalk(
      container, range, filter: statement.filter, from: isStreaming ? position.number : 0, moment,
      within: budget)
    guard isStreaming else {
      let all = try Self.rows(of: statement, over: try walk.all(), at: instant, budget)
      cut(all, statement, container, from: position, size: size)
      return
    }
    var skipped = position.skipped
    while let document = try walk.next() {
      let found = try Self.rows(of: statement, over: [document], at: instant, budget)
      let isFirst = document.sequence == position.number
      let rest = isFirst ? found.dropFirst(skipped) : found[...]
      skipped = isFirst ? skipped : 0
      let room = size - rows.count
      guard rest.count <= room else {
        rows += rest.prefix(room).map(\.value)
        next = Continuation(
          rid: document.document["_rid"]?.string ?? "", page: position.page + 1,
          rows: position.rows + rows.count, skipped: skipped + room)
        return
      }
      rows += rest.map(\.value)
    }
  }

  private static func rows(
    of statement: SQLStatement, over documents: [FoundDocument], at instant: SQLInstant,
    _ budget: WorkBudget
  ) throws(Fault) -> [SQLRow] {
    do throws(SQLProblem) {
      return try statement.rows(over: documents, at: instant, within: budget)
    } catch {
      throw ResourceQuery.fault(error)
    }
  }

  /// Rows that need all documents: behind the last row by its sort keys, else by counting.
  private mutating func cut(
    _ all: [SQLRow], _ statement: SQLStatement, _ container: Container,
    from position: Continuation, size: Int
  ) {
    var start = min(position.rows, all.count)
    if let keys = position.keys {
      let last = SQLRow(.null, sequence: position.number, keys: keys)
      let first = all.firstIndex { !statement.isBefore($0, last) } ?? all.count
      start = first + min(position.skipped, all.count - first)
    }
    let page = all[start...].prefix(size)
    rows = page.map(\.value)
    guard page.endIndex < all.count, let last = page.last else { return }
    next = Continuation(
      rid: container.rid.document(UInt64(last.sequence)).text, page: position.page + 1,
      rows: start + page.count)
    guard statement.isOrdered else { return }
    next?.keys = last.keys
    next?.skipped = all[..<page.endIndex].reversed().prefix { !statement.isBefore($0, last) }.count
  }
}
