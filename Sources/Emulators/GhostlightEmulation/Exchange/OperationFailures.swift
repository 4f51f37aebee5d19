package import GhostlightCore
package import HTTPTypes

/// The failures that fault plans inject into single operations of a request, such as those of a
/// batch.
///
/// A stage adds them to the request as a header field, so that a replay of the log gives the same
/// result. A client that sends this field only makes its own operations fail.
package struct OperationFailures: Sendable, Hashable {
  private var byPosition: [Int: ServiceFailure] = [:]

  package init() {}

  /// Reads the failures that a request contains; none if the field is missing or not valid.
  package init(of request: Request) {
    guard let text = request.value(of: .ghostlightFailures) else { return }
    let parsed: JSON
    do throws(JSONError) { parsed = try JSON.parse(text) } catch { return }
    for member in parsed.object ?? [:] {
      let value = member.value
      guard let position = Int(member.key), let code = value["status"]?.integer,
        (400...599).contains(code)
      else { continue }
      var headers = HTTPFields()
      for field in value["headers"]?.object ?? [:] {
        guard let name = HTTPField.Name(field.key), let text = field.value.string,
          HTTPField.isValidValue(text)
        else { continue }
        headers.append(HTTPField(name: name, value: text))
      }
      byPosition[position] = ServiceFailure(
        HTTPResponse.Status(integerLiteral: Int(code)),
        retryAfterSeconds: value["retryAfter"]?.integer.map { Int(clamping: $0) },
        headers: headers)
    }
  }

  /// Whether no operation fails.
  package var isEmpty: Bool { byPosition.isEmpty }

  /// The failure of the operation at a position; `nil` if it does not fail.
  package subscript(position: Int) -> ServiceFailure? {
    get { byPosition[position] }
    set { byPosition[position] = newValue }
  }

  /// Adds the failures, if there are any, to a request in place of a field that the client sent.
  package func add(to request: inout Request) {
    guard !isEmpty else { return }
    var object = JSONObject()
    for (position, failure) in byPosition.sorted(by: { $0.key < $1.key }) {
      var value: JSONObject = ["status": .integer(Int64(failure.status.code))]
      value["retryAfter"] = failure.retryAfterSeconds.map { .integer(Int64($0)) }
      if !failure.headers.isEmpty {
        value["headers"] = .object(
          failure.headers.reduce(into: JSONObject()) { $0[$1.name.rawName] = .string($1.value) })
      }
      object[String(position)] = .object(value)
    }
    request.headers[.ghostlightFailures] = JSON.object(object).text()
  }
}

extension HTTPField.Name {
  /// The failures of single operations of a request.
  package static let ghostlightFailures = known("X-Ghostlight-Operation-Failures")
}
