package import GhostlightCore
public import HTTPTypes

/// How a vendor's service fails on demand, whatever the request was.
///
/// A fault plan that gives a status and no body asks for this, so that clients meet what the service
/// itself would have said: its body, its header fields and its way to name the time of a retry.
public struct ServiceFailure: Sendable, Hashable {
  /// The status code, from 400 to 599.
  public let status: HTTPResponse.Status
  /// After how many seconds the client may come again; `nil` where nothing is said of it.
  public let retryAfterSeconds: Int?
  /// Header fields that stand in place of the vendor's of the same names.
  public let headers: HTTPFields

  /// Describes a failure.
  public init(
    _ status: HTTPResponse.Status, retryAfterSeconds: Int? = nil, headers: HTTPFields = [:]
  ) {
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.headers = headers
  }

  /// The refusal that a vendor's backend prints: the row of the status, or its name.
  ///
  /// `rows` are those of the vendor's catalogue that say nothing about the request; `details` of a
  /// status without a row are what the vendor's envelope carries.
  package func fault(among rows: [Fault], details: JSONObject = [:]) -> Fault {
    let row =
      rows.first { $0.status.code == status.code }
      ?? Fault(
        "failure on demand", status, status.title, details: details, source: "words an assumption")
    return row.withReason("a fault plan asks for this answer")
  }

  /// Puts in what the plan itself says, last.
  package func complete(_ response: inout Response, retryAfter: Bool = true) {
    if retryAfter, let retryAfterSeconds {
      response.headers[.retryAfter] = String(retryAfterSeconds)
    }
    for field in headers { response.headers[field.name] = nil }
    for field in headers { response.headers.append(field) }
  }
}

extension HTTPResponse.Status {
  /// The name of a status, as HTTP has it: `Service Unavailable`; `Status 449` where it has none.
  package var title: String { phrase ?? "Status \(code)" }

  /// The same name as an identifier, as many services spell their codes: `ServiceUnavailable`.
  package var identifier: String { title.split(separator: " ").joined() }
}
