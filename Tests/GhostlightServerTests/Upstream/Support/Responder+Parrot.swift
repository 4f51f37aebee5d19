import GhostlightCore
import HTTPTypes

extension Responder {
  /// A responder that returns 201 and the request: its line, its fields in order, its body as
  /// numbers.
  static let parrot = Responder(
    name: "parrot",
    immediate: { request in
      let fields = request.headers.map { "\($0.name.rawName): \($0.value)" }
        .joined(separator: "\n")
      let text =
        "\(request.method) \(request.target) \(request.authority)\n\(fields)\n\(request.body)"
      var response = Response(
        .created, headers: [.server: "parrot", .connection: "X-Hop"], body: Array(text.utf8))
      response.headers[values: .setCookie] = ["a=1", "b=2"]
      return response
    })
}

extension HTTPField.Name {
  static let xHop = HTTPField.Name("X-Hop") ?? .accept
  static let ghostlightReason = HTTPField.Name("X-Ghostlight-Reason") ?? .accept
}
