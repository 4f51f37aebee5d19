package import GhostlightCore
public import HTTPTypes

/// A failure of the vendor's service that a test asks for, independent of the request.
///
/// A fault plan with a status and no body uses it, so that clients get a failure in the vendor's
/// own format: the body, the header fields and the delay before a retry. Use it with
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
  /// The number of seconds after which the client may retry; `nil` to send no such delay.
  public let retryAfterSeconds: Int?
  /// Additional header fields, which replace the vendor's fields of the same names.
  public let headers: HTTPFields

  /// Creates a failure with a status code, and optionally a retry delay and header fields.
  public init(
    _ status: HTTPResponse.Status, retryAfterSeconds: Int? = nil, headers: HTTPFields = [:]
  ) {
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.headers = headers
  }

  /// Returns the fault that the vendor's backend serializes for this failure.
  ///
  /// - Parameters:
  ///   - rows: The faults of the vendor's catalogue that do not depend on the request.
  ///   - details: The additional members of the error body, for a status that is not in `rows`.
  /// - Returns: The first of `rows` with this status, or else a generic fault. Its reason says that
  ///   a fault plan asked for it.
  package func fault(among rows: [Fault], details: JSONObject = [:]) -> Fault {
    let row =
      rows.first { $0.status.code == status.code }
      ?? Fault(
        "failure on demand", status, status.title, details: details, source: "words an assumption")
    return row.withReason("a fault plan asks for this answer")
  }

  /// Adds `Retry-After` and the fault plan's own header fields to the vendor's response; they
  /// replace fields of the same names.
  package func complete(_ response: inout Response, retryAfter: Bool = true) {
    if retryAfter, let retryAfterSeconds {
      response.headers[.retryAfter] = String(retryAfterSeconds)
    }
    for field in headers { response.headers[field.name] = nil }
    for field in headers { response.headers.append(field) }
  }
}

extension HTTPResponse.Status {
  /// The standard name of the status, such as `Service Unavailable`, or `Status 449` if the status
  /// has no standard name.
  package var title: String { phrase ?? "Status \(code)" }

  /// The name of the status as an identifier, such as `ServiceUnavailable`, which many services use
  /// as an error code.
  package var identifier: String { title.split(separator: " ").joined() }
}
