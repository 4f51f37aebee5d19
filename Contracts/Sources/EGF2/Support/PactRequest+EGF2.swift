import GhostlightContracts
import GhostlightCore

extension PactRequest {
  /// Returns the request with the session token that a provider state returns.
  func inSession() -> PactRequest {
    headers([
      "Authorization": .fromState(
        "${authorization}", Example(stringLiteral: "Bearer " + Sample.token))
    ])
  }

  /// Returns the request with `text` as the value of its `Authorization` header field.
  func authorized(_ text: String) -> PactRequest {
    headers(["Authorization": Example(stringLiteral: text)])
  }

  /// Returns the request with an additional query parameter.
  func asking(_ name: String, _ value: String) -> PactRequest {
    var copy = self
    copy.query.append(PactField(name, [value]))
    return copy
  }

  /// Returns a request whose content type is JSON, but whose body is not.
  static func malformed(_ method: String, _ path: String, _ text: String) -> PactRequest {
    var copy = request(method, "\(path)", headers: ["Content-Type": "application/json"])
    copy.body = .bytes(Array(text.utf8), contentType: "application/json")
    return copy
  }

  /// Returns a `GET` request for the object with this id.
  static func object(_ id: String, query: KeyValuePairs<String, Example> = [:]) -> PactRequest {
    get("/v1/graph/\(id)", query: query)
  }

  /// Returns a `PUT` request that changes fields of an object.
  static func change(_ id: String, _ fields: JSONObject) -> PactRequest {
    put("/v1/graph/\(id)", json: fields.example)
  }

  /// Returns a `POST` request that creates an object, optionally on an edge.
  static func create(_ fields: JSONObject, at path: String = "") -> PactRequest {
    post("/v1/graph\(path)", json: fields.example)
  }
}
