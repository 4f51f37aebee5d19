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
/// The closure may be called on any thread, and on several threads at once. Its side effects are
/// not part of the backend's state: snapshots and resets do not include them. Replaying a journal
/// calls the closure again.
public struct CustomCode: Sendable {
  /// The time in seconds that the method needs to start after its first call; it is refused until
  /// then.
  public var startSeconds: Int
  let respond: @Sendable (CustomCodeCall) -> Response

  /// Creates a method that responds by calling a closure.
  ///
  /// With the default for `startSeconds`, the method is ready from its first call on.
  public init(
    startSeconds: Int = 0, _ respond: @escaping @Sendable (CustomCodeCall) -> Response
  ) {
    self.startSeconds = startSeconds
    self.respond = respond
  }
}

/// A call of a custom code method, with the information that the service has about the call.
///
/// The emulator creates the call and passes it to the closure of a ``CustomCode``. The call's time
/// comes from the emulator's clock, so a replayed call has the same time. Create a call yourself
/// only to test a closure without an emulator.
public struct CustomCodeCall: Sendable, Hashable {
  /// The method's name, in the spelling that the client used.
  public let method: String
  /// The complete request with which the client called the method.
  public let request: Request
  /// The name of the logged-in user, or `nil` if there is none.
  public let userName: String?
  /// The schema of the logged-in user, or `nil` if there is none.
  public let userSchema: String?
  /// The time of the call, in milliseconds since 1970.
  public let milliseconds: Int64

  /// Creates a call; without arguments for the user, the caller is anonymous.
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

  /// Returns the last value of a query parameter, or `nil` if the parameter is missing or
  /// malformed.
  public func parameter(_ name: String) -> String? {
    request.target.queryItems?.last { $0.name == name }?.value
  }
}

/// The fixed response of a configured method of custom code (A21).
struct CustomCodeAnswer: Sendable, Hashable {
  let status: Int
  let contentType: String
  /// Additional header fields of the response, whose names have already been checked.
  let headers: [FormField]
  let body: [UInt8]
}

/// The response of a method that has no closure: a fixed response, a template that is filled from
/// the call, or that of a program.
enum CustomCodeFixture: Sendable, Hashable {
  case template(CustomCodeTemplate)
  case answer(CustomCodeAnswer)
  case program(CustomCodeProgram)
}

extension CustomCodeFixture {
  /// The templates that the vendor's test suites expect, with their names in the configuration
  /// (D33).
  static let named: KeyValuePairs<String, CustomCodeFixture> = [
    // The method `hello_world` of the iOS SDK's test suite.
    "greeting": .template(CustomCodeTemplate(["msg": "Hello, world!", "body": "{{body}}"])),
    // The method `hello_world` of the JS SDK's test suite.
    "verb": .template(CustomCodeTemplate(["verb": "{{method}}"])),
    // The methods `camelcase` and, in the JS OAuth test suite, `hello_world`.
    "user": .template(CustomCodeTemplate(["msg": "{{user}}"])),
    // The method `hello_world_params`.
    "params": .template(CustomCodeTemplate(["{{query}}": nil, "body": "{{body}}"])),
  ]
}

extension CustomCodeTemplate {
  /// Returns the response to a call.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the response is too large.
  func respond(to call: CustomCodeCall, within budget: WorkBudget) throws(Fault) -> Response {
    var response = Response.json(
      HTTPResponse.Status(code: status), try TemplateFiller(call, within: budget).fill(body))
    contentType.map { response.headers[.contentType] = $0 }
    response.add(headers)
    return response
  }
}

extension CustomCodeAnswer {
  var response: Response {
    var response = Response(HTTPResponse.Status(code: status), body: body)
    response.add(headers)
    response.headers[.contentType] = contentType
    return response
  }
}

extension Response {
  fileprivate mutating func add(_ fields: [FormField]) {
    for field in fields { HTTPField.Name(field.name).map { headers[$0] = field.value } }
  }
}
