import GhostlightCore
import GhostlightEmulation

/// Runs the plan of a query with `ORDER BY RANK` in the emulator, as a client does (B25).
///
/// The statistics are those of all documents of the container.
///
/// - Source: azure-cosmos 4.17.1, _execution_context/hybrid_search_aggregator.py.
struct HybridSearch {
  private let container: Container
  private let range: DocumentRange
  private let plan: HybridPlan
  private let parameters: [String: JSON]
  private let moment: Moment
  private let budget: WorkBudget

  /// The constant that is added to each rank before scores are merged.
  private static let smoothing = 60.0

  /// One document that a query for a score has found.
  private struct Found {
    let rid: String
    let payload: JSON?
    let scores: [Double]
    var fused = 0.0
  }

  init(
    _ container: Container, _ range: DocumentRange, plan: HybridPlan,
    _ parameters: [String: JSON], _ moment: Moment, within budget: WorkBudget
  ) {
    self.container = container
    self.range = range
    self.plan = plan
    self.parameters = parameters
    self.moment = moment
    self.budget = budget
  }

  /// Returns all rows of the query.
  func rows() throws(Fault) -> [SQLRow] {
    let statistics = plan.requiresStatistics ? try run(plan.statistics, over: .all).first : nil
    let components = plan.components
    var found: [Found] = []
    var positions: [String: Int] = [:]
    for component in components {
      for row in try run(filled(component.query, statistics, among: components.count), over: range)
      {
        let rid = row["_rid"]?.string ?? ""
        guard positions[rid] == nil else { continue }
        positions[rid] = found.count
        found.append(
          Found(
            rid: rid, payload: row["payload"]?["payload"],
            scores: (row["payload"]?["componentScores"]?.array ?? []).map { $0.number ?? 0 }))
      }
    }
    if components.count > 1 { found = try fused(found, components) }
    var rows = found.compactMap { $0.payload.map { SQLRow($0, sequence: 0) } }[...]
    if let skip = plan.skip { rows = rows.dropFirst(Int(clamping: skip)) }
    if let take = plan.take { rows = rows.prefix(Int(clamping: take)) }
    return Array(rows)
  }

  /// Returns the documents in the order of their reciprocal ranks; those with the same score are in
  /// the order of their RIDs.
  private func fused(
    _ found: [Found], _ components: [HybridPlan.Component]
  ) throws(Fault) -> [Found] {
    var found = found.sorted { $0.rid < $1.rid }
    try budget.spend(sorting: found.count, keys: components.count + 2)
    for (number, component) in components.enumerated() {
      let order = found.indices.sorted { left, right in
        let (first, second) = (found[left].scores[number], found[right].scores[number])
        guard first != second else { return left < right }
        return (first > second) == component.isDescending
      }
      var rank = 1.0
      for (place, position) in order.enumerated() {
        // Equal scores have the same rank.
        if place > 0, found[position].scores[number] != found[order[place - 1]].scores[number] {
          rank += 1
        }
        found[position].fused += (plan.weights?[number] ?? 1) / (Self.smoothing + rank)
      }
    }
    let order = found.indices.sorted { left, right in
      found[left].fused == found[right].fused
        ? left < right : found[left].fused > found[right].fused
    }
    return order.map { found[$0] }
  }

  /// Returns a query of the plan with the statistics in place of its placeholders.
  private func filled(_ query: String, _ statistics: JSON?, among count: Int) -> String {
    var query = query.replacing(HybridPlan.filter, with: "true")
    guard let statistics else { return query }
    query = query.replacing(
      HybridPlan.documentCount, with: statistics["documentCount"]?.text() ?? "0")
    var texts = (statistics["fullTextStatistics"]?.array ?? []).makeIterator()
    for number in 0..<count where query.contains(HybridPlan.wordCount(number)) {
      guard let text = texts.next() else { break }
      query = query.replacing(
        HybridPlan.wordCount(number), with: text["totalWordCount"]?.text() ?? "0")
      query = query.replacing(
        HybridPlan.hitCounts(number), with: text["hitCounts"]?.text() ?? "[]")
    }
    return query
  }

  private func run(_ query: String, over range: DocumentRange) throws(Fault) -> [JSON] {
    let statement: SQLStatement
    do throws(SQLError) {
      statement = try SQLStatement(
        query, parameters: parameters, computed: container.settings.computedProperties,
        search: container.settings.search, within: budget)
    } catch {
      throw ResourceQuery.fault(error)
    }
    var walk = try DocumentWalk(
      container, range, filter: statement.filter, from: 0, moment, within: budget)
    let documents = try walk.all()
    return try QueryPage.rows(of: statement, over: documents, at: SQLInstant(moment), budget)
      .map(\.value)
  }
}
