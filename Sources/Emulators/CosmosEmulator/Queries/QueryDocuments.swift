import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `POST …/docs` with a query (B13).
extension CosmosBackend {
  static func queryDocuments(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let query = try ResourceQuery(call)
    let range = try DocumentRange(call.request, container)
    let isAcross = range.isAll && call.request.headers[.msRangeID] == nil
    if isAcross, !query.statement.fixes(container.settings.partitionPaths) {
      try CrossPartition.check(query.statement, call.request, state.configuration)
    }
    let size = try PageSize.read(call.request, standard: PageSize.dynamic)
    let position = try Continuation.read(
      call.request, of: container, fingerprint: query.fingerprint)
    let page = try QueryPage(
      query.statement, container, range, from: position, size: size, moment, within: call.budget)
    var response = try CosmosReply.feed(
      "Documents", page.rows, rid: container.rid.text, charge: page.charge, within: call.budget)
    response.headers[.msContinuation] = page.next.map { next in
      var next = next
      next.fingerprint = query.fingerprint
      let token: JSON = [
        "token": .string(next.text), "range": ["min": "", "max": "FF"],
      ]
      return next.page > 1 ? JSON.array([token]).text() : token.text()
    }
    response.headers[.msRangeID] = "0"
    return response
  }
}

/// What a query over all partitions may be (B13).
enum CrossPartition {
  static func check(
    _ statement: SQLStatement, _ request: Request, _ configuration: CosmosConfiguration
  ) throws(Fault) {
    guard request.headers.isTrue(.msCrossPartition) else { throw .crossPartitionDisabled }
    guard configuration.isStrict, statement.readsDocuments else { return }
    if statement.query.isGrouped, !statement.isValueAggregate { throw .valueAggregateOnly }
    guard statement.isStreaming else {
      throw .planNeeded.with(plan: QueryPlanner(statement).json)
    }
  }
}

extension SQLStatement {
  /// Whether the query is `SELECT VALUE` of one aggregate without groups.
  var isValueAggregate: Bool {
    guard query.groupKeys.isEmpty, case .value(.aggregate) = query.selection else { return false }
    return true
  }
}

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
      page(all, statement, container, from: position, size: size)
      return
    }
    var skipped = position.skipped
    while let document = try walk.next() {
      let found = try Self.rows(of: statement, over: [document], at: instant, budget)
      let isFirst = document.sequence == position.number
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

  private static func rows(
    of statement: SQLStatement, over documents: [FoundDocument], at instant: SQLInstant,
    _ budget: WorkBudget
  ) throws(Fault) -> [SQLRow] {
    do throws(SQLError) {
      return try statement.rows(over: documents, at: instant, within: budget)
    } catch {
      throw ResourceQuery.fault(error)
    }
  }

  /// Rows that need all documents: behind the last row by its sort keys, else by counting.
  private mutating func page(
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

/// The body of a query: its text and its parameters (B13).
struct ResourceQuery {
  let statement: SQLStatement
  /// What tells continuations of this query from others'.
  let fingerprint: String
  private let budget: WorkBudget

  /// Reads a call's body.
  init(_ call: Call) throws(Fault) {
    budget = call.budget
    let body = try RequestJSON.object(call.request, within: budget)
    guard let text = body["query"]?.string else { throw .badPayload }
    fingerprint = String(FNV1a.hash(of: text), radix: 16)
    let parameters = try Self.parameters(body["parameters"])
    do throws(SQLError) {
      statement = try SQLStatement(text, parameters: parameters, within: budget)
    } catch {
      throw Self.fault(error)
    }
  }

  private static func parameters(_ json: JSON?) throws(Fault) -> [String: JSON] {
    guard let json, json != .null else { return [:] }
    guard case .array(let list) = json else { throw .badPayload }
    var parameters: [String: JSON] = [:]
    for entry in list {
      guard let name = entry["name"]?.string else { throw .badPayload }
      guard name.hasPrefix("@"), name.utf8.count > 1 else {
        throw .badParameter.filled(["name": name])
      }
      guard parameters[name] == nil else { throw .duplicateParameter }
      parameters[name] = entry["value"].map(number) ?? .null
    }
    return parameters
  }

  /// Queries compute with doubles.
  private static func number(_ value: JSON) -> JSON {
    guard case .decimal(let digits) = value else { return value }
    return SQLNumber.json(digits.double) ?? .null
  }

  /// A problem in the service's error list.
  static func fault(_ problem: SQLError) -> Fault {
    if let refusal = problem.refusal { return refusal }
    var error: JSONObject = ["severity": "Error"]
    if let span = problem.span {
      error["location"] = ["start": .integer(Int64(span.start)), "end": .integer(Int64(span.end))]
    }
    if let code = problem.code { error["code"] = code }
    error["message"] = .string(problem.message)
    let row = problem.substatus == nil ? Fault.badQuery : .divisionByZero
    return row.filled(["errors": JSON.object(error).text()])
  }

  /// All rows over documents of any kind.
  func rows(_ documents: [JSONObject], _ moment: Moment) throws(Fault) -> [JSON] {
    let found = documents.enumerated().map { position, document in
      FoundDocument(key: "", sequence: position, document: document)
    }
    do throws(SQLError) {
      return try statement.rows(over: found, at: SQLInstant(moment), within: budget).map(\.value)
    } catch {
      throw Self.fault(error)
    }
  }
}

extension SQLInstant {
  /// The instant of an exchange.
  init(_ moment: Moment) {
    var draw = moment
    self.init(
      milliseconds: moment.milliseconds, chance: Double(draw.number() >> 11) / 0x1p53)
  }
}
