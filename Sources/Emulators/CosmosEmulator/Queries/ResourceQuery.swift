import GhostlightCore
import GhostlightEmulation

/// The parsed body of a query request: the query and its parameters (B13).
struct ResourceQuery {
  let statement: SQLStatement
  private let text: String
  private let budget: WorkBudget

  /// Creates a query from a request's body.
  ///
  /// A query over documents can use the container's computed properties, and its vectors and texts
  /// for search.
  init(
    _ call: Call, computed: [SQLComputedProperty] = [], search: SearchPolicy = SearchPolicy()
  ) throws(Fault) {
    budget = call.budget
    let body = try RequestJSON.object(call.request, within: budget)
    guard let text = body["query"]?.string else { throw .badPayload }
    self.text = text
    let parameters = try Self.parameters(body["parameters"])
    do throws(SQLError) {
      statement = try SQLStatement(
        text, parameters: parameters, computed: computed, search: search, within: budget)
    } catch {
      throw Self.fault(error)
    }
  }

  /// A hash of the query's text, so that a continuation token is only used for its own query.
  var fingerprint: String { String(FNV1a.hash(of: text), radix: 16) }

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

  /// Returns a number converted to a double, the only number type in queries.
  private static func number(_ value: JSON) -> JSON {
    guard case .decimal(let digits) = value else { return value }
    return SQLNumber.json(digits.double)
  }

  /// Returns the refusal of an invalid query, in the form of the service's error list.
  static func fault(_ problem: SQLError) -> Fault {
    if let refusal = problem.refusal { return refusal }
    let row = problem.substatus == nil ? Fault.badQuery : .divisionByZero
    let errors = ([problem] + problem.others).map { json($0).text() }
    return row.filled(["errors": errors.joined(separator: ",")])
  }

  private static func json(_ problem: SQLError) -> JSON {
    var error: JSONObject = ["severity": "Error"]
    if let span = problem.span {
      error["location"] = ["start": .integer(Int64(span.start)), "end": .integer(Int64(span.end))]
    }
    if let code = problem.code { error["code"] = code }
    error["message"] = .string(problem.message)
    return .object(error)
  }

  /// Returns the rows of the query over `documents`, which can be any JSON objects instead of a
  /// container's documents.
  ///
  /// - Throws: ``Fault/orderOfResources`` for an `ORDER BY`, which only documents can have.
  func rows(_ documents: [JSONObject], _ moment: Moment) throws(Fault) -> [JSON] {
    guard statement.query.order.isEmpty, statement.query.rank == nil else {
      throw .orderOfResources
    }
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
  /// Creates the time and random numbers of a query from the moment of its request.
  init(_ moment: Moment) {
    var draw = moment
    self.init(milliseconds: moment.milliseconds, seed: draw.number())
  }
}
