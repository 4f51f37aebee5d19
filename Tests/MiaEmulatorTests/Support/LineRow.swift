import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// A request with its result in the lines 6.x and 7.x of the CRUD service.
///
/// The status `?00` is 500 in 6.x and 400 in 7.x: only 7.x catches errors of the filter's parser.
struct LineRow: Sendable, CustomTestStringConvertible {
  let request: String
  let body: JSON?
  let six: String
  let seven: String

  /// Creates a row without a body, whose result is the same in both lines unless `seven` is given.
  init(_ request: String, _ six: String, seven: String? = nil) {
    self.request = request
    body = nil
    self.six = six
    self.seven = seven ?? six
  }

  /// Creates a row with a body, whose result is the same in both lines unless `seven` is given.
  init(_ request: String, _ body: JSON, _ six: String, seven: String? = nil) {
    self.request = request
    self.body = body
    self.six = six
    self.seven = seven ?? six
  }

  var testDescription: String { "\(request) \(body?.text() ?? "")" }

  func expected(_ line: CRUDCompatibility) -> String {
    let text = line == .six ? six : seven
    return text.hasPrefix("?") ? (line == .six ? "5" : "4") + text.dropFirst() : text
  }

  /// Returns the status with the names of the documents, with the message or with the body.
  func run(_ project: inout MiaProject) throws -> String {
    let parts = request.split(separator: " ", maxSplits: 1).map(String.init)
    let method = try #require(HTTPRequest.Method(parts[0]))
    let halves = parts[1].split(separator: "?", maxSplits: 1).map(String.init)
    var target = "/v2/" + halves[0]
    if halves.count > 1 {
      let pairs = halves[1].split(separator: "&").map { pair in
        pair.split(separator: "=", maxSplits: 1).map { PercentEncoding.encode(String($0)) }
          .joined(separator: "=")
      }
      target += "?" + pairs.joined(separator: "&")
    }
    let response = project.send(MiaProject.request(method, RequestTarget(target), body))
    let code = response.status.code
    if let message = response.json?["message"]?.string { return "\(code) \(message)" }
    if let object = response.json?.object, object.keys == ["_id"] { return "\(code) id" }
    guard let found = response.json?.array else { return "\(code) \(response.text)" }
    let names = found.map { ($0["name"] ?? $0["_id"])?.string ?? "?" }
    return names.isEmpty ? "\(code)" : "\(code) \(names.joined(separator: " "))"
  }

  /// Returns the message of a body or a query that has a member too many.
  static func unknown(_ name: String, at place: String = "querystring") -> String {
    "400 \(place) must NOT have additional properties. Property \"\(name)\" is not defined in "
      + "validation schema"
  }
}
