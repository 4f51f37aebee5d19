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

/// A method of custom code without code: a fixed answer, or one made of the call.
enum CustomCodeFixture: Sendable, Hashable {
  case template(CustomCodeTemplate)
  case answer(CustomCodeAnswer)
}

extension CustomCodeFixture {
  /// The templates that vendors' test suites expect, by the names that the configuration uses (D33).
  static let named: KeyValuePairs<String, CustomCodeFixture> = [
    // `hello_world` of the iOS suite
    "greeting": .template(CustomCodeTemplate(["msg": "Hello, world!", "body": "{{body}}"])),
    // `hello_world` of the JS suite
    "verb": .template(CustomCodeTemplate(["verb": "{{method}}"])),
    // `camelcase`, and `hello_world` of the JS OAuth suite
    "user": .template(CustomCodeTemplate(["msg": "{{user}}"])),
    // `hello_world_params`
    "params": .template(CustomCodeTemplate(["{{query}}": nil, "body": "{{body}}"])),
  ]

  /// - Throws: ``Fault/workLimit(_:)`` where the answer is too large.
  func respond(to call: CustomCodeCall, within budget: WorkBudget) throws(Fault) -> Response {
    switch self {
    case .template(let template):
      var response = Response.json(
        HTTPResponse.Status(code: template.status),
        try TemplateFiller(call, within: budget).fill(template.body))
      template.contentType.map { response.headers[.contentType] = $0 }
      response.add(template.headers)
      return response
    case .answer(let answer):
      var response = Response(HTTPResponse.Status(code: answer.status), body: answer.body)
      response.add(answer.headers)
      response.headers[.contentType] = answer.contentType
      return response
    }
  }
}

extension Response {
  fileprivate mutating func add(_ fields: [FormField]) {
    for field in fields { HTTPField.Name(field.name).map { headers[$0] = field.value } }
  }
}
