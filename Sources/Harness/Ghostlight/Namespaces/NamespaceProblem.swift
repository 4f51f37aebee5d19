import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Why there is no namespace of a name.
public enum NamespaceProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text cannot be a name.
  case badName(String)
  /// There are as many as the stage may have.
  case tooMany(Int)
  /// The stage keeps changes and could not.
  case notKept(String)

  /// One sentence with the remedy.
  public var description: String {
    switch self {
    case .badName(let name):
      "\"\(name)\" is no namespace: use 1 to 64 letters, digits, \"-\", \"_\" or \".\""
    case .notKept(let reason): reason
    case .tooMany(let limit):
      "there are \(limit) namespaces already, all of them in use or changed; drop some, or "
        + "raise the limit with --max-namespaces or \"namespaces\" in ghostlight.json"
    }
  }

  /// Whether a text can be a name.
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte | 0x20) || (48...57).contains(byte)
          || byte == 45 || byte == 95 || byte == 46
      }
  }

  /// The answer to a request before any vendor is known.
  static func response(
    _ reason: String, _ status: HTTPResponse.Status = .badRequest
  ) -> Response {
    var response = Response.json(status, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }
}
