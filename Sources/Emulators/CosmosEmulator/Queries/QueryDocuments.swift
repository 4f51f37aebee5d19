import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The handler of `POST …/docs` with a query (B13).
extension CosmosBackend {
  static func queryDocuments(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let query = try ResourceQuery(
      call, computed: container.settings.computedProperties, search: container.settings.search)
    let range = try DocumentRange(call.request, container)
    let isAcross = range.isAll && call.request.headers[.msRangeID] == nil
    // If the query's condition fixes the partition key, the request does not need the header field
    // for cross-partition queries (B13).
    if isAcross, !container.settings.hasSystemKey {
      let fixesKey = query.statement.fixes(container.settings.partitionPaths)
      try CrossPartition.check(
        query.statement, over: container, call.request, state.configuration, fixesKey: fixesKey)
    }
    if state.configuration.isStrict {
      try IndexingRules(container.settings).check(query.statement, call.request)
    }
    let size = try PageSize.read(call.request, standard: PageSize.dynamic)
    let position = try Continuation.read(
      call.request, of: container, fingerprint: query.fingerprint)
    let page = try QueryPage(
      query.statement, container, range, from: position, size: size, moment, within: call.budget)
    var response = try CosmosReply.feed(
      "Documents", page.rows, rid: container.rid.text, charge: RequestCharge.ofQuery,
      within: call.budget)
    response.headers[.msContinuation] = page.next.map { next in
      var next = next
      next.fingerprint = query.fingerprint
      let token: JSON = [
        "token": .string(next.text),
        "range": ["min": .string(range.bounds.min), "max": .string(range.bounds.max)],
      ]
      return next.page > 1 ? JSON.array([token]).text() : token.text()
    }
    response.headers[.msRangeID] = range.rangeID
    QueryMetrics.add(
      to: &response, of: query.statement, in: container, rows: page.rows.count, call.request)
    return response
  }
}

/// The metrics of a query, for clients that request them (B13).
///
/// All times are zero, because the emulator's clock does not advance during a query. The index of a
/// path counts as used if the condition or the request's partition key fixes or bounds the path's
/// value.
enum QueryMetrics {
  static func add(
    to response: inout Response, of statement: SQLStatement, in container: Container, rows: Int,
    _ request: Request
  ) {
    if request.headers.isTrue(.msPopulateQueryMetrics) {
      let bytes = response.body.count
      let retrieved = isOfIndexAlone(statement.query) ? (0, 0) : (rows, bytes)
      response.headers[.msQueryMetrics] = text(rows, bytes, retrieved: retrieved)
    }
    if request.headers.isTrue(.msPopulateIndexMetrics) {
      response.headers[.msIndexUtilization] = Base64.encode(
        indexes(of: statement, besides: keyPaths(of: request, container)).bytes)
    }
  }

  /// Returns whether a query only counts all documents, so that it needs no documents but only the
  /// index.
  ///
  /// - Source: azure-cosmos 4.17.1, test_query.py.
  private static func isOfIndexAlone(_ query: SQLQuery) -> Bool {
    query.condition == nil && query.groupKeys.isEmpty && query.sources.count == 1
      && !query.aggregates.isEmpty
      && query.aggregates.allSatisfy { call in
        guard call.aggregate == .count, case .constant = call.argument else { return false }
        return true
      }
  }

  private static func text(
    _ rows: Int, _ bytes: Int, retrieved: (rows: Int, bytes: Int)
  ) -> String {
    let times = [
      "totalExecution", "queryCompile", "queryLogicalPlanBuild", "queryPhysicalPlanBuild",
      "queryOptimization", "VMExecution", "indexLookup", "documentLoad", "systemFunctionExecute",
      "userFunctionExecute",
    ].map { "\($0)TimeInMs=0.00" }
    let counts = [
      "retrievedDocumentCount=\(retrieved.rows)", "retrievedDocumentSize=\(retrieved.bytes)",
      "outputDocumentCount=\(rows)", "outputDocumentSize=\(bytes)", "writeOutputTimeInMs=0.00",
      "indexUtilizationRatio=1.00",
    ]
    return (times + counts).joined(separator: ";")
  }

  /// Returns the paths whose values are fixed by the request's partition key.
  private static func keyPaths(of request: Request, _ container: Container) -> [[String]] {
    let key = request.value(of: .msPartitionKey).flatMap { PartitionKey(header: $0) }
    return Array(container.settings.partitionPaths.prefix(key?.components.count ?? 0))
  }

  private static func indexes(of statement: SQLStatement, besides key: [[String]]) -> JSON {
    var paths = key.map { "/" + $0.joined(separator: "/") + "/?" }
    if case .and(let tests) = statement.filter {
      // The number of paths is limited, because a header field should be short.
      for case .field(let path, _) in tests.prefix(16) {
        let text = "/" + path.names.joined(separator: "/") + "/?"
        if text.utf8.count <= 256, !paths.contains(text) { paths.append(text) }
      }
    }
    return [
      "UtilizedSingleIndexes": .array(
        paths.map { path in
          [
            "FilterExpression": "", "IndexSpec": .string(path), "FilterPreciseSet": true,
            "IndexPreciseSet": true, "IndexImpactScore": "High",
          ]
        }),
      "PotentialSingleIndexes": [], "UtilizedCompositeIndexes": [],
      "PotentialCompositeIndexes": [],
    ]
  }
}

/// The rules for queries over several partitions (B13).
enum CrossPartition {
  static func check(
    _ statement: SQLStatement, over container: Container, _ request: Request,
    _ configuration: CosmosConfiguration, fixesKey: Bool
  ) throws(Fault) {
    // If the condition fixes the key, a single partition serves the query.
    guard !fixesKey else { return }
    guard request.headers.isTrue(.msCrossPartition) else { throw .crossPartitionDisabled }
    guard configuration.isStrict, statement.readsDocuments, !statement.isStreaming else { return }
    let plan = try QueryPlanner(statement, over: container)
    if statement.query.isGrouped, !statement.isValueAggregate { throw .valueAggregateOnly }
    throw .planNeeded.with(plan: plan.json)
  }
}

extension SQLStatement {
  /// Whether the query is `SELECT VALUE` of one aggregate, without `GROUP BY`.
  var isValueAggregate: Bool {
    guard query.groupKeys.isEmpty, case .value(.aggregate) = query.selection else { return false }
    return true
  }
}

/// One page of a query's rows, and the continuation at which the next page starts.
struct QueryPage {
  private(set) var rows: [JSON] = []
  private(set) var next: Continuation?

  init(
    _ statement: SQLStatement, _ container: Container, _ range: DocumentRange,
    from position: Continuation, size: Int, _ moment: Moment, within budget: WorkBudget
  ) throws(Fault) {
    guard statement.query.rank == nil else {
      let search = HybridSearch(
        container, range, plan: HybridPlan(statement), statement.parameters, moment, within: budget)
      page(try search.rows(), statement, container, from: position, size: size)
      return
    }
    let instant = SQLInstant(moment)
    let isStreaming = statement.isStreaming
    var walk = try DocumentWalk(
      container, range, filter: statement.filter, from: isStreaming ? position.number : 0, moment,
      within: budget)
    guard isStreaming else {
      let all = try Self.rows(of: statement, over: try walk.all(), at: instant, budget)
      page(all, statement, container, from: position, size: size)
      return
    }
    var skipped = position.skipped
    while let document = try walk.next() {
      let found = try Self.rows(of: statement, over: [document], at: instant, budget)
      let isFirst = skipped > 0 && Container.number(of: document.document) == position.number
      let rest = isFirst ? found.dropFirst(skipped) : found[...]
      skipped = isFirst ? skipped : 0
      let missing = size - rows.count
      guard rest.count <= missing else {
        rows += rest.prefix(missing).map(\.value)
        next = Continuation(
          rid: document.document["_rid"]?.string ?? "", page: position.page + 1,
          rows: position.rows + rows.count, skipped: skipped + missing)
        return
      }
      rows += rest.map(\.value)
    }
  }

  /// Returns the rows of a query over documents that satisfy its filter.
  static func rows(
    of statement: SQLStatement, over documents: [FoundDocument], at instant: SQLInstant,
    _ budget: WorkBudget
  ) throws(Fault) -> [SQLRow] {
    do throws(SQLError) {
      return try statement.rows(over: documents, areFiltered: true, at: instant, within: budget)
    } catch {
      throw ResourceQuery.fault(error)
    }
  }

  /// Adds one page of the rows of a query whose rows depend on all documents.
  ///
  /// If the query has an order, the page starts after the row with the sort keys in `position`.
  /// Otherwise it starts after the number of rows in `position`.
  private mutating func page(
    _ all: [SQLRow], _ statement: SQLStatement, _ container: Container,
    from position: Continuation, size: Int
  ) {
    var start = min(position.rows, all.count)
    if let keys = position.keys {
      let place = container.sequence(ofNumber: position.number)
      let last = SQLRow(.null, sequence: place, keys: keys)
      let first = all.firstIndex { !statement.isBefore($0, last) } ?? all.count
      start = first + min(position.skipped, all.count - first)
    }
    let page = all[start...].prefix(size)
    rows = page.map(\.value)
    guard page.endIndex < all.count, let last = page.last else { return }
    next = Continuation(
      rid: container.rid(atSequence: last.sequence), page: position.page + 1,
      rows: start + page.count)
    guard statement.isOrdered else { return }
    next?.keys = last.keys
    next?.skipped = all[..<page.endIndex].reversed().prefix { !statement.isBefore($0, last) }.count
  }
}
