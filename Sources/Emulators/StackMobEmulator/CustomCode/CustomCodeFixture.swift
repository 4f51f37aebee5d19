import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A method of custom code without code: a fixed answer, or one that vendors' test suites expect.
enum CustomCodeFixture: Sendable, Hashable {
  /// `{"msg":"Hello, world!","body":"<body>"}`: `hello_world` of the iOS suite.
  case greeting
  /// `{"verb":"GET"}`: `hello_world` of the JS suite.
  case verb
  /// `{"msg":"<logged-in user>"}`, or null: `camelcase`, and `hello_world` of the JS OAuth suite.
  case user
  /// `{"param1":…,"param2":…,"body":…}`: `hello_world_params`; all parameters of the query.
  case params
  case answer(CustomCodeAnswer)
}

extension CustomCodeFixture {
  /// By the names that the configuration uses.
  static let named: KeyValuePairs<String, CustomCodeFixture> = [
    "greeting": .greeting, "verb": .verb, "user": .user, "params": .params,
  ]

  func respond(to call: CustomCodeCall) -> Response {
    let body = String(decoding: call.request.body, as: UTF8.self)
    switch self {
    case .greeting: return .json(.ok, ["msg": "Hello, world!", "body": .string(body)])
    case .verb: return .json(.ok, ["verb": .string(call.request.method.rawValue)])
    case .user: return .json(.ok, ["msg": call.userName.map(JSON.string) ?? .null])
    case .params:
      let items = call.request.target.queryItems ?? []
      var answer = MemberTable(setting: items.count + 1)
      for item in items { answer.set(item.name, .string(item.value ?? "")) }
      answer.set("body", .string(body))
      return .json(.ok, .object(answer.object))
    case .answer(let answer):
      var response = Response(HTTPResponse.Status(code: answer.status), body: answer.body)
      for field in answer.headers {
        HTTPField.Name(field.name).map { response.headers[$0] = field.value }
      }
      response.headers[.contentType] = answer.contentType
      return response
    }
  }
}
