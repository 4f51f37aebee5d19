import GhostlightContracts
import GhostlightCore

extension PactRequest {
  /// The request in the session that a state has opened.
  func inSession() -> PactRequest {
    headers([
      "Authorization": .fromState(
        "${authorization}", Example(stringLiteral: "Bearer " + Sample.token))
    ])
  }

  /// The request with an authorization of its own.
  func authorized(_ text: String) -> PactRequest {
    headers(["Authorization": Example(stringLiteral: text)])
  }

  /// The request with another parameter.
  func asking(_ name: String, _ value: String) -> PactRequest {
    var copy = self
    copy.query.append(PactField(name, [value]))
    return copy
  }

  /// A request with a body that is no JSON although it says so.
  static func malformed(_ method: String, _ path: String, _ text: String) -> PactRequest {
    var copy = request(method, "\(path)", headers: ["Content-Type": "application/json"])
    copy.body = .bytes(Array(text.utf8), contentType: "application/json")
    return copy
  }

  /// `GET` of an object.
  static func object(_ id: String, query: KeyValuePairs<String, Example> = [:]) -> PactRequest {
    get("/v1/graph/\(id)", query: query)
  }

  /// `PUT` of an object.
  static func change(_ id: String, _ fields: JSONObject) -> PactRequest {
    put("/v1/graph/\(id)", json: fields.example)
  }

  /// `POST` of an object, or on an edge.
  static func create(_ fields: JSONObject, at path: String = "") -> PactRequest {
    post("/v1/graph\(path)", json: fields.example)
  }
}
