import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Serves `POST requests` and `POST requests/{number}/replay`, which send requests to emulators.
///
/// The console uses these calls, because its pages cannot send requests to the emulators
/// themselves.
///
/// The body is `{"emulator", "method", "path", "headers"?: [{"name", "value"}], "body"?,
/// "encoding"?: "text" or "base64", "sign"?}`. A replay takes omitted members from the recorded
/// exchange. Signing adds the keys that the vendor's clients send, and a new signature.
extension ControlAPI {
  static func sendRequest(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let message = try RequestMembers(control)
    guard let emulator = try control.emulator(context) else {
      throw ControlCall.refusal("say who is to answer: \"emulator\"")
    }
    let namespace = try control.namespace(context)
    var request = Request(.get, "/")
    if let url = context.addresses[emulator], let start = url.firstRange(of: "://") {
      request.scheme = String(url[..<start.lowerBound])
      request.authority = String(url[start.upperBound...])
    }
    try message.change(&request)
    return try send(
      request, by: emulator, signs: try message.signs ?? false, in: namespace, context)
  }

  static func replayRequest(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let message = try RequestMembers(control)
    let namespace = try control.namespace(context)
    let entry = try entry(call["number"], namespace)
    var request = entry.request
    try message.change(&request)
    let emulator = try control.emulator(context) ?? entry.emulator
    let isSigned = request.headers[.authorization] != nil
    return try send(
      request, by: emulator, signs: try message.signs ?? isSigned, in: namespace, context)
  }

  private static func send(
    _ request: Request, by emulator: String, signs: Bool, in namespace: Namespace,
    _ context: ControlContext
  ) throws(Fault) -> Response {
    var request = request
    request.headers[.ghostlightNamespace] =
      namespace.name == Stage.defaultNamespace ? nil : namespace.name
    let found = context.stage.configuration.services.first { $0.name == emulator }
    if signs, let found { found.sign(&request, in: namespace) }
    let before = namespace.journal.last?.number ?? 0
    let response = context.stage.respond(to: request, by: emulator)
    let entry = namespace.journal.last { entry in
      entry.emulator == emulator && entry.request == request && entry.number > before
    }
    guard let entry else {
      throw ControlCall.conflict(
        "the request did not reach the emulator, which answers \(response.status.code): "
          + String(decoding: response.body.prefix(1000), as: UTF8.self))
    }
    return .json(.created, ExchangeDescription(entry, namespace, context).json)
  }
}

/// The members of a call that describe a request to send.
private struct RequestMembers {
  private let control: ControlCall

  /// Creates the reader of a call's members.
  ///
  /// - Throws: ``Fault/controlBadRequest`` if the body has other members.
  init(_ control: ControlCall) throws(Fault) {
    try control.allowOnly(
      "emulator", "namespace", "method", "path", "headers", "body", "encoding", "sign")
    self.control = control
  }

  /// Whether the request gets a new signature; `nil` if the body does not have the member `sign`.
  var signs: Bool? {
    get throws(Fault) {
      guard let value = control.body["sign"] else { return nil }
      guard let flag = value.bool else { throw ControlCall.refusal("\"sign\" is true or false") }
      return flag
    }
  }

  /// Replaces the parts of `request` that the call's body specifies.
  func change(_ request: inout Request) throws(Fault) {
    if let text = try control.text("method") {
      guard let method = HTTPRequest.Method(text) else {
        throw ControlCall.refusal("\"\(text)\" is not a valid method")
      }
      request.method = method
    }
    if let path = try control.text("path") {
      guard path.hasPrefix("/"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw ControlCall.refusal(
          "\"path\" begins with / and has no spaces; write others as percent escapes")
      }
      request.target = RequestTarget(path)
    }
    if let fields = control.body["headers"] { request.headers = try headers(fields) }
    guard let text = try control.text("body") else { return }
    defer {
      if request.headers[.contentLength] != nil {
        request.headers[.contentLength] = String(request.body.count)
      }
    }
    switch try control.text("encoding") ?? "text" {
    case "text": request.body = Array(text.utf8)
    case "base64":
      guard let bytes = Base64.decode(text) else {
        throw ControlCall.refusal("\"body\" is not valid base64")
      }
      request.body = bytes
    default: throw ControlCall.refusal("\"encoding\" is \"text\" or \"base64\"")
    }
  }

  private func headers(_ json: JSON) throws(Fault) -> HTTPFields {
    guard let list = json.array else {
      throw ControlCall.refusal("\"headers\" is an array of {\"name\", \"value\"}")
    }
    var fields = HTTPFields()
    for entry in list {
      guard let name = entry["name"]?.string, let value = entry["value"]?.string,
        let field = HTTPField.Name(name), HTTPField.isValidValue(value)
      else {
        throw ControlCall.refusal("\(entry) is not a header field with \"name\" and \"value\"")
      }
      try ControlCall.allowOnly(["name", "value"], in: entry.object ?? [:])
      guard field.canonicalName != "host" else { continue }
      fields.append(HTTPField(name: field, value: value))
    }
    return fields
  }
}
