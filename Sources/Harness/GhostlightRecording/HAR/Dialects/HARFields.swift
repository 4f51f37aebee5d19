import GhostlightCore
import HTTPTypes

/// Header fields of an entry: those of the exchange, and those of the way it took.
struct HARFields {
  /// The fields of the exchange, in order.
  private(set) var fields: HTTPFields = [:]
  /// The pseudo fields of HTTP/2, by their names in lower case.
  private(set) var pseudo: [String: String] = [:]
  /// The fields that went, and said more than the body does.
  private(set) var dropped: [HTTPField] = []
  /// Why the body keeps its coding, where it does.
  private(set) var undecoded: ContentDecodingError?

  /// Takes fields in; a value of several lines is several fields, as Chromium joins `Set-Cookie`.
  ///
  /// - Throws: ``HARError`` for a name that no field can have.
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

  /// The host that the client named.
  var host: String? { fields.first { $0.name.canonicalName == "host" }?.value }

  /// The length that the client named.
  var contentLength: Int? { fields[.contentLength].flatMap { Int($0) } }

  /// Decodes a body that the tool saved as it came.
  mutating func decode(
    _ body: inout [UInt8], with decoder: inout ContentDecoder, isVerbatim: Bool, type: String?,
    wasDecoded: Bool = false
  ) {
    guard !wasDecoded, let codings = fields[.contentEncoding] else { return }
    switch fields.decode(&body, with: &decoder) {
    case .plain: return
    case .decoded(let field): dropped.append(field)
    case .undecodable(let error):
      // What does not begin as its coding does, the tool has decoded.
      if case .noLibrary = error {
      } else if !isVerbatim, !HARCoding.isIn(body, codings, type: type, wasDecoded: false) {
        return
      }
      undecoded = error
    }
  }

  /// Drops what speaks of the way of a request, now that its body is there in the clear.
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

  /// Drops what speaks of the way of a response, now that its body is there in the clear.
  ///
  /// An answer to `HEAD` keeps its length and coding, which no body shows.
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

  /// Whether reading the entry of an exchange would drop fields of it.
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

  /// How a field goes.
  private enum Drop { case silently, noted }

  private mutating func drop(_ decide: (HTTPField) -> Drop?) {
    // Most entries drop nothing, and making fields costs more than looking at them.
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
  /// Notes which fields went from request and response, and which bodies keep their coding.
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
