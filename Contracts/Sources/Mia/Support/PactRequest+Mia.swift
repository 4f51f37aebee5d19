import GhostlightContracts
import GhostlightCore

extension PactRequest {
  /// Returns the request with a body that is invalid for its content type.
  func damaged(_ text: String) -> PactRequest {
    var copy = self
    let type = headers.first { $0.name == "Content-Type" }?.values.first
    copy.body = .bytes(Array(text.utf8), contentType: type)
    return copy
  }

  /// Returns the request with an additional query parameter, or an additional value of an existing
  /// one.
  func asking(_ name: String, _ value: String) -> PactRequest {
    var copy = self
    if let known = query.firstIndex(where: { $0.name == name }) {
      copy.query[known].values.append(value)
    } else {
      copy.query.append(PactField(name, [value]))
    }
    return copy
  }

  /// Returns a `PATCH` request for a plate, or for all plates.
  static func patch(
    at path: String = Plates.alfaPath, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:], _ commands: JSON
  ) -> PactRequest {
    request("PATCH", "\(path)", query: query, headers: headers, json: .value(commands))
  }

  /// Returns a request that uploads a file as a multipart form, by default with `POST`.
  static func upload(
    _ path: String, by method: String = "POST", part: String = "file", name: String = "file.txt",
    type: String, _ content: String
  ) -> PactRequest {
    request(
      method, "\(path)", headers: ["Content-Type": "multipart/form-data; boundary=b1"],
      text: "--b1\r\nContent-Disposition: form-data; name=\"\(part)\"; filename=\"\(name)\"\r\n"
        + "Content-Type: \(type)\r\n\r\n\(content)\r\n--b1--\r\n")
  }

  /// Returns the request with the session id that a provider state returns.
  func inSession() -> PactRequest {
    headers(["sid": .fromState("${sid}", Example(stringLiteral: Sample.session))])
  }
}
