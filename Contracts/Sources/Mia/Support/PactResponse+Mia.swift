import GhostlightContracts

extension PactResponse {
  /// Returns a response whose body must equal the lines of an export, byte by byte.
  static func lines(_ text: String, type: String = "application/x-ndjson") -> PactResponse {
    var response = status(200, headers: ["Content-Type": "\(type)"])
    response.body = .text(text, contentType: type)
    return response
  }
}
