import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET …/docs`: the documents of a partition or of the container, in order of creation (B12).
extension CosmosBackend {
  static func listDocuments(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let range = try DocumentRange(call.request, container)
    let size = try PageSize.read(call.request, standard: 100)
    let position = try Continuation.read(call.request)
    var walk = try DocumentWalk(
      container, range, filter: .always, from: position.number, moment, within: call.budget)
    var page: [JSON] = []
    var next: Continuation?
    while let document = try walk.next() {
      guard page.count < size else {
        next = Continuation(
          rid: document.document["_rid"]?.string ?? "", page: position.page + 1,
          rows: position.rows + page.count)
        break
      }
      page.append(.object(document.document))
    }
    var response = try CosmosReply.feed(
      "Documents", page, rid: container.rid.text, within: call.budget)
    response.headers[.msContinuation] = next?.text
    response.headers[.msRangeID] = "0"
    return response
  }
}

/// The part of a list of databases, collections, users, permissions or offers that a request asks
/// for (B2, B12).
struct ResourcePage {
  private let size: Int
  private let position: Continuation
  private let budget: WorkBudget

  init(_ call: Call) throws(Fault) {
    size = try PageSize.read(call.request, standard: PageSize.dynamic)
    position = try Continuation.read(call.request)
    budget = call.budget
  }

  /// The page of a list, with the way to the next one.
  func response(
    _ name: String, _ elements: [JSON], rid: String
  ) throws(Fault) -> Response {
    try budget.spend(elements.count, times: 4)
    let known =
      position.rid.isEmpty
      ? nil : elements.firstIndex { $0["_rid"]?.string == position.rid }
    let start = known ?? min(position.rows, elements.count)
    let page = elements[start...].prefix(size)
    var response = try CosmosReply.feed(name, Array(page), rid: rid, within: budget)
    guard page.endIndex < elements.count else { return response }
    let next = Continuation(
      rid: elements[page.endIndex]["_rid"]?.string ?? "", page: position.page + 1,
      rows: page.endIndex)
    response.headers[.msContinuation] = next.text
    return response
  }
}

/// The body of a query: its text and its parameters (B13).
struct ResourceQuery {
  let statement: SQLStatement
  private let budget: WorkBudget

  /// Reads a call's body.
  init(_ call: Call) throws(Fault) {
    budget = call.budget
    let body = try RequestJSON.object(call.request, within: budget)
    guard let text = body["query"]?.string else { throw .badPayload }
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
