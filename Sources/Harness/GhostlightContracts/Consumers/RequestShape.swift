import GhostlightCore

/// The kind of a request that an interaction sends, in the vendor's words.
///
/// Two requests are of one kind if the same route returns the same status, their bodies are of one
/// kind, and they use the same vendor's words. These are query parameters, header fields that
/// select a behaviour, the kind of signature, and operators such as `$set` or `[gte]`. Names and
/// values that an app chooses itself, such as schemas and fields, make no difference.
public struct RequestShape: Sendable, Hashable {
  /// The HTTP method, such as `POST`.
  public let method: String
  /// The title of the route that responds; the path if the contract has no title.
  public let route: String
  /// The status code of the response.
  public let status: Int
  /// The vendor's words in the request: `query _limit`, `header range`, `body object`.
  public let words: Set<String>
  /// The operators of the vendor's languages, which an app can combine freely: `$set`, `[gte]`.
  public let operators: Set<String>

  /// Creates the shape of an interaction.
  ///
  /// `pattern` is the path pattern of the interaction's route. It separates an app's own names from
  /// the vendor's: a route without placeholders (`user/accessToken`) has only names of the vendor.
  public init(_ interaction: Interaction, provider: String, pattern: String?) {
    let request = interaction.request
    method = request.method
    route = interaction.notes.route ?? request.path
    status = interaction.response.status
    var reader = WordReader(
      takesOwnMembers: pattern?.contains("{") ?? false,
      takesOwnParameters: WordReader.queriesOfFields.contains(provider))
    reader.read(request)
    (words, operators) = (reader.words, reader.operators)
  }
}

/// Collects the words and operators of ``RequestShape`` from a request.
private struct WordReader {
  /// The vendors whose query parameters are field names of the app, on routes for the app's
  /// schemas.
  static let queriesOfFields: Set<String> = ["stackmob", "mia"]
  /// Header fields about the client and the time of the request, which do not affect its shape.
  private static let neutral: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "authorization", "connection",
    "content-length", "content-type", "date", "host", "install-id", "user-agent",
    "x-ms-activity-id", "x-ms-client-request-id", "x-ms-date", "x-ms-version",
  ]

  /// The header fields that contain the session id of Mia's users; a request has one or both.
  private static let sessions: Set<String> = ["sid", "cookie"]

  let takesOwnMembers: Bool
  let takesOwnParameters: Bool
  private(set) var words: Set<String> = []
  private(set) var operators: Set<String> = []

  mutating func read(_ request: PactRequest) {
    for field in request.query { readParameter(field) }
    for field in request.headers {
      let name = field.name.lowercased()
      if name == "authorization" {
        words.insert("signed \(Self.scheme(field.values.first ?? ""))")
      } else if Self.sessions.contains(name) {
        words.insert("signed with a session")
      } else if !Self.neutral.contains(name) {
        words.insert("header \(name)")
      }
    }
    guard let body = request.body, body != .empty else { return }
    readBody(body)
  }

  private mutating func readParameter(_ field: PactField) {
    if let json = try? JSON.parse(field.name), json.object != nil {
      words.insert("query JSON")
      readOperators(json)
      return
    }
    if takesOwnMembers, takesOwnParameters, !field.name.hasPrefix("_") {
      words.insert("query of fields")
      operators.formUnion(Self.operators(of: field.name))
    } else {
      words.insert("query \(field.name)")
    }
    for value in field.values where value.hasPrefix("{") || value.hasPrefix("[") {
      if let json = try? JSON.parse(value) { readOperators(json) }
    }
  }

  private mutating func readBody(_ body: PactBody) {
    let media = body.contentType.map { MediaType($0).name }
    switch body {
    case .empty: break
    case .json(let json, _):
      words.insert("body \(Self.kind(json, media))")
      readMembers(json)
      readOperators(json)
    case .text(let text, _) where media == "application/x-www-form-urlencoded":
      words.insert("body form")
      for field in FormURLEncoding.parse(text) ?? [] where !takesOwnMembers {
        words.insert("member \(field.name)")
      }
    case .text, .bytes:
      let isMultipart = media?.hasPrefix("multipart/") ?? false
      words.insert(isMultipart ? "body multipart" : "body that is not JSON")
    }
  }

  private static func kind(_ json: JSON, _ media: String?) -> String {
    let special = media.flatMap { $0 == "application/json" ? nil : " (\($0))" } ?? ""
    return switch json {
    case .object: "object" + special
    case .array: "array" + special
    default: "value" + special
    }
  }

  /// Adds the members of the body: all if the vendor defines their names, otherwise only `sm_`
  /// members and operators.
  private mutating func readMembers(_ json: JSON) {
    guard let object = json.object else { return }
    for member in object {
      if !takesOwnMembers {
        words.insert("member \(member.key)")
      } else if member.key.hasPrefix("sm_") {
        words.insert("member \(member.key)")
      } else {
        operators.formUnion(Self.operators(of: member.key))
      }
    }
  }

  /// Adds the operators that occur as member names at any depth, such as `$set`.
  private mutating func readOperators(_ json: JSON) {
    switch json {
    case .object(let members):
      for member in members {
        if member.key.hasPrefix("$") { operators.insert(member.key) }
        readOperators(member.value)
      }
    case .array(let elements):
      for element in elements { readOperators(element) }
    case .null, .bool, .integer, .double, .decimal, .string: break
    }
  }

  /// Returns the operators in the name of a parameter or member: `[or]` and `[lt]` of
  /// `[or1].age[lt]`.
  private static func operators(of name: String) -> [String] {
    name.split(separator: "[").dropFirst(name.hasPrefix("[") ? 0 : 1).map { piece in
      "[" + piece.prefix { $0.isLetter } + "]"
    }
  }

  /// Returns the scheme of an `Authorization` value, such as `mac`, `oauth` or `bearer`.
  ///
  /// A value without a scheme is a vendor's own token.
  private static func scheme(_ field: String) -> String {
    guard let space = field.firstIndex(of: " ") else { return "with a token" }
    return field[..<space].lowercased()
  }
}
