package import GhostlightCore
public import HTTPTypes

/// A failure that the vendor's service reports on demand, whatever the request was.
///
/// A fault plan with a status and no body uses it, so that clients get the vendor's own format: the
/// body, the header fields and the way to announce the time of a retry. Use it with
/// `FaultAction.fail(_:)`.
///
/// ```swift
/// import Ghostlight
///
/// let failure = ServiceFailure(.serviceUnavailable, retryAfterSeconds: 5)
/// let plan = FaultPlan(.fail(failure))
/// ```
public struct ServiceFailure: Sendable, Hashable {
  /// The status code, from 400 to 599.
  public let status: HTTPResponse.Status
  /// The number of seconds after which the client may retry; `nil` to leave it out.
  public let retryAfterSeconds: Int?
  /// Header fields that replace the vendor's fields of the same names.
  public let headers: HTTPFields

  /// Creates a failure.
  public init(
    _ status: HTTPResponse.Status, retryAfterSeconds: Int? = nil, headers: HTTPFields = [:]
  ) {
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.headers = headers
  }

  /// Returns the fault that the vendor's backend prints for this failure.
  ///
  /// - Parameters:
  ///   - rows: The faults of the vendor's catalogue that do not depend on the request.
  ///   - details: The details of the vendor's envelope, if no row has this status.
  /// - Returns: The row with this status, or a generic one, with the fault plan as its reason.
  package func fault(among rows: [Fault], details: JSONObject = [:]) -> Fault {
    let row =
      rows.first { $0.status.code == status.code }
      ?? Fault(
        "failure on demand", status, status.title, details: details, source: "words an assumption")
    return row.withReason("a fault plan asks for this answer")
  }

  /// Applies the fault plan's own header fields over those of the vendor's response.
  package func complete(_ response: inout Response, retryAfter: Bool = true) {
    if retryAfter, let retryAfterSeconds {
      response.headers[.retryAfter] = String(retryAfterSeconds)
    }
    for field in headers { response.headers[field.name] = nil }
    for field in headers { response.headers.append(field) }
  }
}

extension HTTPResponse.Status {
  /// The standard name of the status, such as `Service Unavailable`, or `Status 449` if it has
  /// none.
  package var title: String { phrase ?? "Status \(code)" }

  /// The name as an identifier, as many services spell their codes: `ServiceUnavailable`.
  package var identifier: String { title.split(separator: " ").joined() }
}
