public import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A method of custom code that runs in this process (A21).
///
/// It may answer any status, fields and body; what it does elsewhere is no part of the backend's
/// state, so that neither snapshot nor reset knows of it, and a journal that is replayed calls it
/// again.
public struct CustomCode: Sendable {
  /// How long the instance takes to start, in seconds; the first call schedules that.
  public var startSeconds: Int
  let respond: @Sendable (CustomCodeCall) -> Response

  /// Makes a method; it has started already unless told otherwise.
  public init(
    startSeconds: Int = 0, _ respond: @escaping @Sendable (CustomCodeCall) -> Response
  ) {
    self.startSeconds = startSeconds
    self.respond = respond
  }
}

/// A call of custom code, with what the service knew about it.
public struct CustomCodeCall: Sendable, Hashable {
  /// The name as the client spelled it.
  public let method: String
  /// The request as it came.
  public let request: Request
  /// The name of the logged-in user, or `nil`.
  public let userName: String?
  /// The user's schema, or `nil`.
  public let userSchema: String?
  /// Milliseconds since 1970.
  public let milliseconds: Int64

  /// Makes a call, of nobody unless told otherwise.
  public init(
    method: String, request: Request, userName: String? = nil, userSchema: String? = nil,
    milliseconds: Int64 = 0
  ) {
    self.method = method
    self.request = request
    self.userName = userName
    self.userSchema = userSchema
    self.milliseconds = milliseconds
  }

  /// The last value of a parameter of the query, or `nil` where it is missing or malformed.
  public func parameter(_ name: String) -> String? {
    request.target.queryItems?.last { $0.name == name }?.value
  }
}

/// What a configured method of custom code always answers (A21).
struct CustomCodeAnswer: Sendable, Hashable {
  let status: Int
  let contentType: String
  /// Further fields, by names that are ones.
  let headers: [FormField]
  let body: [UInt8]
}

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
