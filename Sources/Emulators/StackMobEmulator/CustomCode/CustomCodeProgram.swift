import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A program of the user's that responds over HTTP to the calls of a method (A21, D69).
///
/// The backend only describes the request; a stage sends it. The program gets the verb, the query,
/// the body and the header fields of the call, and what the vendor's class `ProcessedAPIRequest`
/// has: the URL, the name of the method, the API version and the logged-in user.
struct CustomCodeProgram: Sendable, Hashable {
  /// The time limit in seconds that StackMob had for a call.
  static let defaultTimeout: Int64 = 25
  /// The allowed time limits in seconds.
  static let timeouts: ClosedRange<Int64> = 1...600

  /// The URL as in the configuration: `http` or `https`, without a query.
  let url: String
  let timeoutSeconds: Int64
  private let scheme: String
  private let authority: String
  private let path: String

  /// Creates a program from its URL.
  ///
  /// - Throws: ``Problem`` if the URL is not one of a program.
  init(url: String, timeoutSeconds: Int64) throws(Problem) {
    self.url = url
    self.timeoutSeconds = timeoutSeconds
    let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    scheme = parts[0].lowercased()
    guard parts.count == 2, scheme == "http" || scheme == "https" else {
      throw Problem("must begin with http:// or https://, as in http://127.0.0.1:9000/hello")
    }
    let rest = parts[1]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    authority = String(rest[..<end])
    guard !authority.utf8.contains(UInt8(ascii: "@")) else {
      throw Problem("must not contain a user or a password: leave out the part before the @")
    }
    guard !rest.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
      throw Problem("must not have a query or a fragment: the program gets the query of the call")
    }
    let named = Authority(authority)
    guard !named.host.isEmpty, named.port != nil || named.host == authority, named.port != 0,
      rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw Problem("is not a valid URL; use one such as http://127.0.0.1:9000/hello") }
    path = end == rest.endIndex ? "/" : String(rest[end...])
  }

  /// The predicate of a sentence about a URL that is not one of a program.
  struct Problem: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// Returns the refusal of a call that the program does not respond to, with the call of the
  /// program.
  ///
  /// - Throws: ``Fault/customCodeFailed`` if a program's call of this emulator was forwarded again.
  func response(
    to call: CustomCodeCall, named name: String, publicKey: String
  ) throws(Fault) -> Response {
    let fault = Fault.customCodeFailed.filled(["method": name])
    guard call.request.value(of: .ghostlightURL) == nil else {
      throw fault.withReason(
        "\"forward\" of \(name) is the URL of the emulator itself: give it the URL of a program")
    }
    var response = Envelope.print(fault)
    response.program = ProgramCall(
      request(for: call, named: name, publicKey: publicKey), timeoutSeconds: Int(timeoutSeconds))
    return response
  }

  private func request(
    for call: CustomCodeCall, named name: String, publicKey: String
  ) -> Request {
    let sent = call.request
    var fields = HTTPFields()
    for field in sent.headers where !Self.isWithheld(field.name.canonicalName) {
      fields.append(field)
    }
    let user = call.userName.map(PercentEncoding.encode)
    for (name, value) in [
      ("X-StackMob-MethodName", PercentEncoding.encode(name)),
      ("X-StackMob-Url", "\(sent.scheme)://\(sent.authority)\(sent.target.raw)"),
      ("X-StackMob-ApiVersion", String(RoutedPath(sent).version)),
      ("X-StackMob-API-Key", publicKey), ("X-StackMob-LoggedInUser", user),
      ("X-StackMob-LoggedInUserSchema", call.userSchema),
    ] as [(String, String?)] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let method = HTTPRequest.Method(rawValue: MethodOverride.method(of: sent)) ?? sent.method
    let query = sent.target.rawQuery.map { "?" + $0 } ?? ""
    return Request(
      method, RequestTarget(path + query), scheme: scheme, authority: authority, headers: fields,
      body: sent.body)
  }

  /// Returns whether a program does not get a header field of the client, by its name in lower case.
  ///
  /// Tokens and signatures are secrets. The fields of Ghostlight and those about the call must come
  /// from the emulator, and the rest concerns only the client's connection or the overridden method.
  private static func isWithheld(_ name: String) -> Bool {
    withheld.contains(name) || name.hasPrefix("x-ghostlight-")
      || name.hasPrefix("x-stackmob-api-key")
  }

  private static let withheld: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "x-http-method-override", "accept-encoding",
    "content-length", "expect", "x-stackmob-methodname", "x-stackmob-url",
    "x-stackmob-apiversion", "x-stackmob-loggedinuser", "x-stackmob-loggedinuserschema",
  ]
}
