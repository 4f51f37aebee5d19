import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The result of one operation of a batch or of bulk, as an element of the response's body (B17).
struct BatchResult {
  private let status: Int
  private var substatus: Int64?
  /// The charge in request units.
  private let charge: Double
  private var document: JSONObject?
  private var isMinimal = false
  /// The number of milliseconds after which a client may retry the operation.
  private var retryAfter: Int64?

  private init(status: Int, charge: Double) {
    self.status = status
    self.charge = charge
  }

  /// Creates the result of an operation, which `work` applies.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - failure: The failure that a fault plan injects instead.
  ///   - budget: The budget for the work.
  ///   - work: Applies the operation.
  /// - Throws: A refusal if the work exceeds the budget; all others become results.
  init(
    of operation: BatchOperation, failing failure: ServiceFailure?, _ budget: WorkBudget,
    _ work: () throws(Fault) -> DocumentWrite
  ) throws(Fault) {
    if let failure {
      self.init(injected: failure)
      return
    }
    do throws(Fault) {
      let written = try work()
      if let document = written.document { try JSON.object(document).pay(printing: budget) }
      self.init(written, isMinimal: operation.isMinimal)
    } catch {
      if error.isWorkLimit { throw error }
      self.init(status: error.status.code, charge: Self.failureCharge)
      substatus = error.details["substatus"]?.integer
    }
  }

  private init(_ write: DocumentWrite, isMinimal: Bool) {
    var charge = write.charge
    if let document = write.document {
      charge = RequestCharge.ofDocument(charge, bytes: JSON.object(document).bytes.count)
    }
    self.init(status: write.status, charge: Double(charge) ?? 1)
    document = write.document
    self.isMinimal = isMinimal
  }

  /// Creates the result of an operation that fails because of a fault plan.
  private init(injected failure: ServiceFailure) {
    self.init(status: failure.status.code, charge: Self.failureCharge)
    let fault = failure.fault(among: Fault.cosmosFailures)
    substatus =
      failure.headers[.msSubstatus].flatMap { Int64($0) } ?? fault.details["substatus"]?.integer
    retryAfter =
      failure.retryAfterSeconds.map { Int64(min(max(0, $0), 1_000_000_000)) * 1000 }
      ?? (failure.headers[.msRetryAfter] ?? fault.headers[.msRetryAfter]).flatMap { Int64($0) }
  }

  private static let failureCharge = 1.57

  /// The result of an operation that was undone because another one failed.
  static let undone = BatchResult(status: 424, charge: 6.28)

  /// The result of an operation that was not run because an earlier one failed.
  static let skipped = BatchResult(status: 424, charge: 0)

  /// Whether the operation failed; an unchanged document is not a failure.
  var isFailure: Bool { status >= 400 }

  private var json: JSON {
    var object: JSONObject = ["statusCode": .integer(Int64(status))]
    if let substatus { object["subStatusCode"] = .integer(substatus) }
    object["requestCharge"] = .double(charge)
    if let document {
      object["eTag"] = document["_etag"]
      if !isMinimal { object["resourceBody"] = .object(document) }
    }
    if let retryAfter { object["retryAfterMilliseconds"] = .integer(retryAfter) }
    return .object(object)
  }

  /// Returns the sum of the charges as a header field contains it.
  static func charge(of results: [BatchResult]) -> String {
    RequestCharge.text(results.reduce(0) { $0 + Int(($1.charge * 100).rounded()) })
  }

  /// Returns the response with the results: 200 if all operations succeeded, otherwise 207.
  static func response(
    _ results: [BatchResult], rangeID: String, charge: String? = nil
  ) -> Response {
    let isMixed = results.contains { $0.status >= 300 }
    var response = Response(
      isMixed ? HTTPResponse.Status(code: 207) : .ok, body: JSON.array(results.map(\.json)).bytes)
    response.headers[.msItemCount] = String(results.count)
    response.headers[.msRangeID] = rangeID
    response.headers[.msCharge] = charge
    return response
  }
}
