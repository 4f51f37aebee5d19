import GhostlightCore
import HTTPTypes

/// The header fields of an entry, without those that only concern its connection.
struct HARFields {
  /// The fields of the exchange, in order.
  private(set) var fields: HTTPFields = [:]
  /// The pseudo-header fields of HTTP/2, by name in lower case.
  private(set) var pseudo: [String: String] = [:]
  /// The removed fields with information that the body does not show.
  private(set) var dropped: [HTTPField] = []
  /// The reason why the body is still coded; `nil` if it is not.
  private(set) var undecoded: ContentDecodingError?

  /// Adds fields; each line of a value becomes a field, because Chromium joins `Set-Cookie` fields.
  ///
  /// - Throws: ``HARError`` for an invalid field name.
  mutating func add(_ headers: [HARHeader]) throws(HARError) {
    for (index, header) in headers.enumerated() {
      if header.name.hasPrefix(":") {
        pseudo[header.name.lowercased()] = header.value
        continue
      }
      guard let name = HTTPField.Name(header.name) else {
        throw HARError(
          at: "headers[\(index)].name",
          "is \(HARError.quote(header.name)), no name of a field; correct or remove it")
      }
      for line in header.bytes.split(separator: 10, omittingEmptySubsequences: false) {
        fields.append(HTTPField(name: name, lenientValue: line))
      }
    }
  }

  /// The value of the `Host` field.
  var host: String? { fields.first { $0.name.canonicalName == "host" }?.value }

  /// The value of the `Content-Length` field.
  var contentLength: Int? { fields[.contentLength].flatMap { Int($0) } }

  /// Decodes a body that the tool may have saved coded.
  mutating func decode(
    _ body: inout [UInt8], with decoder: inout ContentDecoder, isVerbatim: Bool, type: String?,
    wasDecoded: Bool = false
  ) {
    guard !wasDecoded, let codings = fields[.contentEncoding] else { return }
    switch fields.decode(&body, with: &decoder) {
    case .plain: return
    case .decoded(let field): dropped.append(field)
    case .undecodable(let error):
      // A body that does not begin like its coding was already decoded by the tool.
      if case .noLibrary = error {
      } else if !isVerbatim, !HARCoding.isIn(body, codings, type: type, wasDecoded: false) {
        return
      }
      undecoded = error
    }
  }

  /// Removes the fields about the transfer of a request, because its body is no longer framed or
  /// coded.
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

  /// Removes the fields about the transfer of a response, because its body is no longer framed or
  /// coded.
  ///
  /// The response to a `HEAD` request keeps its length and coding, which no body shows.
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

  /// Returns whether reading the entry of an exchange would remove some of its fields.
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

  /// Whether a removed field is also listed in ``dropped``.
  private enum Drop { case silently, noted }

  private mutating func drop(_ decide: (HTTPField) -> Drop?) {
    // Most entries keep all fields, and building new fields costs more than checking them.
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
  /// Stores which fields of both messages were removed, and which bodies are still coded, as notes.
  func note(into notes: inout JSONObject, _ response: HARFields) {
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
