public import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A method of custom code that runs in this process (A21).
///
/// It replaces code that an app had on StackMob's servers. Assign it to a name in
/// ``StackMobConfiguration/customCode``; a call of `/<name>` then runs the closure, which may
/// return any status, header fields and body.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = StackMobConfiguration()
/// configuration.customCode["hello"] = CustomCode { call in
///   .json(.ok, ["msg": .string("Hello, \(call.userName ?? "stranger")")])
/// }
/// ```
///
/// The closure may be called on any thread, and by several at once. Its side effects are not part
/// of the backend's state: snapshots and resets do not cover them, and a replayed journal calls it
/// again.
public struct CustomCode: Sendable {
  /// The time that the instance takes to start after the first call, in seconds.
  public var startSeconds: Int
  let respond: @Sendable (CustomCodeCall) -> Response

  /// Creates a method.
  ///
  /// With the default for `startSeconds` it is ready at once.
  public init(
    startSeconds: Int = 0, _ respond: @escaping @Sendable (CustomCodeCall) -> Response
  ) {
    self.startSeconds = startSeconds
    self.respond = respond
  }
}

/// A call of custom code, with the information that the service has about it.
///
/// The emulator creates it and passes it to the closure of a ``CustomCode``. Its time is that of
/// the emulator's clock, so that a replayed call gets the same value. Create one yourself only to
/// test a closure without an emulator.
public struct CustomCodeCall: Sendable, Hashable {
  /// The name of the method in the client's spelling.
  public let method: String
  /// The complete request.
  public let request: Request
  /// The name of the logged-in user, or `nil` if there is none.
  public let userName: String?
  /// The schema of the logged-in user, or `nil` if there is none.
  public let userSchema: String?
  /// The time of the call, in milliseconds since 1970.
  public let milliseconds: Int64

  /// Creates a call, by default without a user.
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

  /// Returns the last value of a query parameter, or `nil` if it is missing or malformed.
  public func parameter(_ name: String) -> String? {
    request.target.queryItems?.last { $0.name == name }?.value
  }
}

/// The fixed response of a configured method of custom code (A21).
struct CustomCodeAnswer: Sendable, Hashable {
  let status: Int
  let contentType: String
  /// Additional header fields, whose names are valid.
  let headers: [FormField]
  let body: [UInt8]
}

/// A method of custom code without code: a fixed response, or one that is built from the call.
enum CustomCodeFixture: Sendable, Hashable {
  case template(CustomCodeTemplate)
  case answer(CustomCodeAnswer)
}

extension CustomCodeFixture {
  /// The templates that the vendors' test suites expect, by their names in the configuration (D33).
  static let named: KeyValuePairs<String, CustomCodeFixture> = [
    // For `hello_world` of the iOS suite.
    "greeting": .template(CustomCodeTemplate(["msg": "Hello, world!", "body": "{{body}}"])),
    // For `hello_world` of the JS suite.
    "verb": .template(CustomCodeTemplate(["verb": "{{method}}"])),
    // For `camelcase`, and `hello_world` of the JS OAuth suite.
    "user": .template(CustomCodeTemplate(["msg": "{{user}}"])),
    // For `hello_world_params`.
    "params": .template(CustomCodeTemplate(["{{query}}": nil, "body": "{{body}}"])),
  ]

  /// Returns the response to a call.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the response is too large.
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
