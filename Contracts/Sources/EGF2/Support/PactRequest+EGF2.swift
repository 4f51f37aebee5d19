import GhostlightContracts
import GhostlightCore

extension PactRequest {
  /// Returns the request with the session that a state has opened.
  func inSession() -> PactRequest {
    headers([
      "Authorization": .fromState(
        "${authorization}", Example(stringLiteral: "Bearer " + Sample.token))
    ])
  }

  /// Returns the request with this authorization.
  func authorized(_ text: String) -> PactRequest {
    headers(["Authorization": Example(stringLiteral: text)])
  }

  /// Returns the request with an additional parameter.
  func asking(_ name: String, _ value: String) -> PactRequest {
    var copy = self
    copy.query.append(PactField(name, [value]))
    return copy
  }

  /// Returns a request with a JSON content type and a body that is not JSON.
  static func malformed(_ method: String, _ path: String, _ text: String) -> PactRequest {
    var copy = request(method, "\(path)", headers: ["Content-Type": "application/json"])
    copy.body = .bytes(Array(text.utf8), contentType: "application/json")
    return copy
  }

  /// Returns a `GET` request for an object.
  static func object(_ id: String, query: KeyValuePairs<String, Example> = [:]) -> PactRequest {
    get("/v1/graph/\(id)", query: query)
  }

  /// Returns a `PUT` request for an object.
  static func change(_ id: String, _ fields: JSONObject) -> PactRequest {
    put("/v1/graph/\(id)", json: fields.example)
  }

  /// Returns a `POST` request for an object, or for an object on an edge.
  static func create(_ fields: JSONObject, at path: String = "") -> PactRequest {
    post("/v1/graph\(path)", json: fields.example)
  }
}
