import GhostlightCore
import HTTPTypes

/// The header fields of a request or response in an entry, without those about the connection.
struct HARFields {
  /// The fields of the recorded message, in order.
  private(set) var fields: HTTPFields = [:]
  /// The pseudo-header fields of HTTP/2, such as `:path`, keyed by lower-case name.
  private(set) var pseudo: [String: String] = [:]
  /// The removed fields whose values do not follow from the saved body.
  private(set) var dropped: [HTTPField] = []
  /// Phrases about the fields that were left out because they are not valid.
  private(set) var problems: [String] = []
  /// The reason why the body could not be decoded; `nil` if it is not coded or was decoded.
  private(set) var undecoded: ContentDecodingError?

  /// Adds fields; each line of a value becomes one field, because Chromium joins `Set-Cookie`
  /// fields.
  ///
  /// Fields that are not valid are left out, and listed in ``problems``.
  mutating func add(_ headers: HARPairs) {
    problems += headers.problems
    for header in headers.elements.map(HARHeader.init(json:)) {
      if header.name.hasPrefix(":") {
        pseudo[header.name.lowercased()] = header.value
        continue
      }
      guard let name = HTTPField.Name(header.name) else {
        problems.append("\(HARError.quote(header.name)) is not a valid field name")
        continue
      }
      for line in header.bytes.split(separator: 10, omittingEmptySubsequences: false) {
        fields.append(HTTPField(name: name, lenientValue: line))
      }
    }
  }

  /// Adds the media type of the body, unless there is a `Content-Type` field.
  mutating func addType(_ type: String) {
    guard fields[.contentType] == nil, HTTPField.isValidValue(type) else { return }
    fields[.contentType] = type
  }

  var host: String? { fields.first { $0.name.canonicalName == "host" }?.value }

  /// The value of the `Content-Length` field; `nil` if it is missing or not a number.
  var contentLength: Int? { fields[.contentLength].flatMap { Int($0) } }

  /// Decodes a body, unless the tool already saved it decoded.
  mutating func decode(
    _ body: inout [UInt8], with decoder: inout ContentDecoder, isVerbatim: Bool, type: String?,
    wasDecoded: Bool = false
  ) {
    guard !wasDecoded, let codings = fields[.contentEncoding] else { return }
    switch fields.decode(&body, with: &decoder) {
    case .plain: return
    case .decoded(let field): dropped.append(field)
    case .undecodable(let error):
      // Without the coding's signature, the body was already decoded by the tool, so this is not an
      // error. Brotli has no signature.
      if isVerbatim || error == .unsupported("br")
        || HARCoding.isIn(body, codings, type: type, wasDecoded: false)
      {
        undecoded = error
      }
    }
  }

  /// Removes a request's transfer fields, because the saved body is no longer framed or coded.
  mutating func dropFraming(ofRequest body: [UInt8]) {
    drop { field in
      switch field.name.canonicalName {
      case "host", "proxy-connection": .silently
      case "transfer-encoding": .noted
      case "content-length": Int(field.value) == body.count ? nil : .noted
      case "content-encoding":
        HARCoding.isIn(body, field.value, type: nil, wasDecoded: false) ? nil : .noted
      default: nil
      }
    }
  }

  /// Removes a response's transfer fields, because the saved body is no longer framed or coded.
  ///
  /// The response to a `HEAD` request keeps its length and coding, because it has no body to show
  /// them.
  mutating func dropFraming(
    ofResponse body: [UInt8], isHead: Bool, type: String?, wasCompressed: Bool
  ) {
    let isBodiless = isHead && body.isEmpty
    drop { field in
      switch field.name.canonicalName {
      case "connection", "keep-alive", "proxy-connection": return .silently
      case "transfer-encoding": return .noted
      case "content-length":
        if isBodiless { return nil }
        return Int(field.value) == body.count ? .silently : .noted
      case "content-encoding":
        if isBodiless { return nil }
        return HARCoding.isIn(body, field.value, type: type, wasDecoded: wasCompressed)
          ? nil : .noted
      default: return nil
      }
    }
  }

  /// Returns whether reading the exchange back from its entry would remove some of its header
  /// fields.
  static func changes(_ exchange: RecordedExchange) -> Bool {
    var request = HARFields(fields: exchange.request.headers)
    request.dropFraming(ofRequest: exchange.request.body)
    var response = HARFields(fields: exchange.response.headers)
    response.dropFraming(
      ofResponse: exchange.response.body, isHead: exchange.request.method == .head,
      type: exchange.response.headers[.contentType], wasCompressed: false)
    return request.fields.count != exchange.request.headers.count
      || response.fields.count != exchange.response.headers.count
  }

  /// Whether a removed field is also listed in `dropped`.
  private enum Drop { case silently, noted }

  private mutating func drop(_ decide: (HTTPField) -> Drop?) {
    // Most messages keep all fields, and a copy of the fields costs more than this check.
    guard fields.contains(where: { decide($0) != nil }) else { return }
    var kept: HTTPFields = [:]
    for field in fields {
      switch decide(field) {
      case nil: kept.append(field)
      case .silently: continue
      case .noted: dropped.append(field)
      }
    }
    fields = kept
  }
}

extension HARFields {
  /// Adds the notes `_dropped` and `_undecoded` for a request (`self`) and its response.
  func addNotes(to notes: inout JSONObject, _ response: HARFields) {
    var gone = notes["_dropped"]?.object ?? [:]
    var undecoded: JSONObject = [:]
    for (name, side) in [("request", self), ("response", response)] {
      if !side.dropped.isEmpty {
        let more = side.dropped.map { JSON.object(HARHeader($0).json) }
        gone[name] = .array((gone[name]?.array ?? []) + more)
      }
      if let error = side.undecoded { undecoded[name] = .string("\(error)") }
    }
    if !gone.isEmpty { notes["_dropped"] = .object(gone) }
    notes["_undecoded"] = undecoded.isEmpty ? nil : .object(undecoded)
  }
}

/// Writes the cookies of header fields as the lists `cookies` of a HAR file.
///
/// The reader ignores these lists, because the header fields have the same cookies. Secrets are
/// removed from an exchange before it becomes an entry, so these lists have none.
///
/// - Source: HAR 1.2 specification, "cookies"; RFC 6265, sections 4.2.1 and 5.2.
enum HARCookie {
  /// Returns the cookies that a client sent in `Cookie` fields.
  static func sent(in fields: HTTPFields) -> [JSON] {
    fields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let (name, value) = halves(pair)
      return name.isEmpty && value == nil
        ? nil : ["name": .string(name), "value": .string(value ?? "")]
    }
  }

  /// Returns the cookies that a server set in `Set-Cookie` fields, with their attributes.
  static func set(in fields: HTTPFields) -> [JSON] {
    fields[values: .setCookie].map { field in
      let parts = field.split(separator: ";", omittingEmptySubsequences: false)
      let (name, value) = halves(parts.first ?? "")
      // Without an equals sign, browsers take the text as the value of a cookie without a name.
      var cookie: JSONObject = [
        "name": .string(value == nil ? "" : name), "value": .string(value ?? name),
      ]
      for part in parts.dropFirst() {
        let (attribute, value) = halves(part)
        switch attribute.lowercased() {
        case "path": cookie["path"] = .string(value ?? "")
        case "domain": cookie["domain"] = .string(value ?? "")
        case "expires":
          // Many servers write the date with hyphens, as Netscape's first cookies had it.
          let date = (value ?? "").replacing("-", with: " ")
          cookie["expires"] = HTTPDate.milliseconds(date).map {
            .string(ISODate.format(milliseconds: $0))
          }
        case "httponly": cookie["httpOnly"] = true
        case "secure": cookie["secure"] = true
        default: break
        }
      }
      return .object(cookie)
    }
  }

  /// Returns the texts before and after the first equals sign, without spaces around them.
  private static func halves(_ text: Substring) -> (name: String, value: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (trimmed(parts.first ?? ""), parts.count > 1 ? trimmed(parts[1]) : nil)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
