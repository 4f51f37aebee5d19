import GhostlightContracts
import GhostlightCore

extension PactRequest {
  /// The request with bytes that are not what its content type says.
  func damaged(_ text: String) -> PactRequest {
    var copy = self
    let type = headers.first { $0.name == "Content-Type" }?.values.first
    copy.body = .bytes(Array(text.utf8), contentType: type)
    return copy
  }

  /// The request with another parameter, or another value of one.
  func asking(_ name: String, _ value: String) -> PactRequest {
    var copy = self
    if let known = query.firstIndex(where: { $0.name == name }) {
      copy.query[known].values.append(value)
    } else {
      copy.query.append(PactField(name, [value]))
    }
    return copy
  }

  /// `PATCH` of a plate, or of all of them.
  static func patch(
    at path: String = Plates.alfaPath, query: KeyValuePairs<String, Example> = [:],
    headers: KeyValuePairs<String, Example> = [:], _ commands: JSON
  ) -> PactRequest {
    request("PATCH", "\(path)", query: query, headers: headers, json: .value(commands))
  }

  /// `POST` or another method with a file, as a browser's form sends it.
  static func upload(
    _ path: String, by method: String = "POST", part: String = "file", name: String = "file.txt",
    type: String, _ content: String
  ) -> PactRequest {
    request(
      method, "\(path)", headers: ["Content-Type": "multipart/form-data; boundary=b1"],
      text: "--b1\r\nContent-Disposition: form-data; name=\"\(part)\"; filename=\"\(name)\"\r\n"
        + "Content-Type: \(type)\r\n\r\n\(content)\r\n--b1--\r\n")
  }

  /// The request with the session that a state has opened.
  func inSession() -> PactRequest {
    headers(["sid": .fromState("${sid}", Example(stringLiteral: Sample.session))])
  }
}
