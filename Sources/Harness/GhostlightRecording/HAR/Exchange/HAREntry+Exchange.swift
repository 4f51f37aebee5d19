import GhostlightCore
import HTTPTypes

extension HAREntry {
  /// Returns the exchange that the entry describes, in the form that a replay needs.
  ///
  /// Bodies are returned without transfer coding and content coding, and the fields about these are
  /// removed: `Transfer-Encoding`, `Content-Encoding`, `Content-Length` and `Connection` of a
  /// response, and a wrong `Content-Length` of a request. Removed fields that have information
  /// which the body does not show are listed in the note `_dropped`. A body that cannot be decoded
  /// keeps its `Content-Encoding`, and the note `_undecoded` has the reason. The note
  /// `_unsavedBody` marks a request body that the tool did not save. `Host` and the pseudo-header
  /// fields of HTTP/2 become the request's method, authority and target.
  ///
  /// Header fields that are not valid are left out. An entry without a valid `startedDateTime` has
  /// the time 0.
  ///
  /// - Throws: ``HARError`` with the place inside the entry if a URL, method, status or body is
  ///   invalid.
  public func exchange() throws(HARError) -> RecordedExchange {
    var decoder = ContentDecoder()
    return try reading(with: &decoder).exchange
  }

  /// Returns the exchange that the entry describes, with phrases about the parts that were left out.
  ///
  /// `decoder` limits the size of its bodies.
  func reading(
    with decoder: inout ContentDecoder
  ) throws(HARError) -> (exchange: RecordedExchange, problems: [String]) {
    try HARMember.check(.object(json), as: HAREntry.self)
    let recordedRequest = request
    guard let answered = response else {
      throw HARError(at: "response", "is missing; add it or remove the entry")
    }
    var requestFields = HARFields()
    let request = try HARError.inside("request") { () throws(HARError) -> Request in
      try recordedRequest.replayable(isVerbatim: isVerbatim, &requestFields, &decoder)
    }
    var responseFields = HARFields()
    let response = try HARError.inside("response") { () throws(HARError) -> Response in
      let isHead = request.method == .head
      return try answered.replayable(
        isVerbatim: isVerbatim, isHead: isHead, &responseFields, &decoder)
    }
    var notes = self.notes
    requestFields.addNotes(to: &notes, responseFields)
    if !isVerbatim, unsavedRequestBody != nil { notes["_unsavedBody"] = "request" }
    let exchange = RecordedExchange(
      request, response, startedMilliseconds: startedMilliseconds ?? 0,
      durationMilliseconds: time ?? 0, notes: notes)
    return (exchange, requestFields.problems + responseFields.problems)
  }

  /// The time at which the request began; `nil` if the entry does not have a valid one.
  var startedMilliseconds: Int64? { HARDate.milliseconds(startedDateTime ?? "") }

  /// Whether the entry has the exchange's header fields unchanged, so that the reader removes none.
  var isVerbatim: Bool { json["_verbatim"] == .bool(true) }
}

/// Parses the date and time formats that tools write.
enum HARDate {
  /// Parses ISO 8601 with any number of decimals, and the zone `Z`, `+02:00`, `+0200`, `+02` or
  /// none.
  ///
  /// - Returns: Milliseconds since 1970; further decimals are ignored. A time without a zone is
  ///   UTC.
  static func milliseconds(_ text: String) -> Int64? {
    var bytes = Array(text.utf8)
    guard bytes.count > 10 else { return ISODate.milliseconds(text) }
    if bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "t") {
      bytes[10] = UInt8(ascii: "T")
    }
    let zoneStart = bytes[11...].firstIndex { byte in
      !(isDigit(byte) || byte == UInt8(ascii: ":") || isPoint(byte))
    }
    let clock = bytes[..<(zoneStart ?? bytes.endIndex)]
    let zone = bytes[(zoneStart ?? bytes.endIndex)...]
    return ISODate.milliseconds(
      String(decoding: truncated(clock) + spelled(zone), as: UTF8.self))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isPoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
  }

  /// Returns the date and time with at most three decimals.
  private static func truncated(_ clock: ArraySlice<UInt8>) -> [UInt8] {
    guard let point = clock.firstIndex(where: isPoint) else { return Array(clock) }
    let decimals = clock[(point + 1)...]
    guard decimals.allSatisfy(isDigit) else { return [] }
    return clock[..<point] + [UInt8(ascii: ".")] + decimals.prefix(3)
  }

  /// Returns the time zone in the form `Z` or `+hh:mm`.
  private static func spelled(_ zone: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(zone)
    switch text.count {
    case 0: return [UInt8(ascii: "Z")]
    case 1 where text == [UInt8(ascii: "z")]: return [UInt8(ascii: "Z")]
    case 3: return text + Array(":00".utf8)
    case 5: return text[..<3] + [UInt8(ascii: ":")] + text[3...]
    default: return text
    }
  }
}

extension HAREntry {
  /// Creates an entry for an exchange, with decoded bodies; reading the entry gives the same
  /// exchange.
  ///
  /// Members with the prefix `_` have the information that HAR cannot express: `_delivery` and
  /// `_delayMilliseconds` of the response, and parts of the address that the URL cannot express.
  /// `_verbatim` is set if the reader would otherwise leave the entry out or remove header fields.
  /// The entry can express times of the years 0 to 9999.
  public init(_ exchange: RecordedExchange) {
    let exchange = exchange.withDecodedBodies
    json = [
      "startedDateTime": .string(ISODate.format(milliseconds: exchange.startedMilliseconds)),
      "time": HARNumber.print(exchange.durationMilliseconds),
      "request": .object(HARRequest(exchange.request).json),
      "response": .object(HARResponse(exchange.response).json),
      "cache": [:],
      "timings": [
        "send": 0, "wait": HARNumber.print(exchange.durationMilliseconds), "receive": 0,
      ],
    ]
    for member in exchange.notes where Self.isNote(member.key) { json[member.key] = member.value }
    if omission != nil || HARFields.changes(exchange) { json["_verbatim"] = true }
  }

  /// The entry's notes: `comment`, and the members with the prefix `_` except `_verbatim`.
  var notes: JSONObject {
    var notes: JSONObject = [:]
    for member in json where Self.isNote(member.key) { notes[member.key] = member.value }
    return notes
  }

  private static func isNote(_ key: String) -> Bool {
    key == "comment" || key.hasPrefix("_") && key != "_verbatim"
  }
}

extension HAREntry {
  /// The reason why a replay leaves the entry out; `nil` if it can be replayed.
  public var omission: String? {
    guard !isVerbatim else { return nil }
    let url = request.url
    if request.method == "CONNECT" { return "it opens a tunnel" }
    if json["_webSocketMessages"] != nil || self[text: "_resourceType"] == "websocket" {
      return "it is a WebSocket"
    }
    if let scheme = HARAddress.scheme(of: url), scheme != "http", scheme != "https" {
      return "its scheme is \(HARError.shorten(scheme))"
    }
    guard let response else { return "it has no response" }
    if response.status == 101 { return "it changes the protocol" }
    if (100..<200).contains(response.status) {
      return "its status \(response.status) is not that of a final response"
    }
    guard !(200...999).contains(response.status) else { return nil }
    if response.status > 0 { return "its status is \(response.status)" }
    let failure =
      response[text: "_error"] ?? response[text: "_failureText"] ?? self[text: "_error"]
      ?? response.statusText ?? ""
    return failure.isEmpty ? "it failed" : "it failed: \(HARError.shorten(failure))"
  }

  /// The reason why the body of the request is unknown; `nil` if it is known.
  ///
  /// Chromium does not save the contents of uploaded files. WebPageTest and Insomnia write an empty
  /// text and the size -1 for a body that they do not know.
  private var unsavedRequestBody: String? {
    let request = request
    let post = request.postData
    guard post?.text ?? "" == "" else { return nil }
    if let problem = post?.formProblem { return "its form cannot be read, because \(problem)" }
    guard post?.params.isEmpty ?? true else { return nil }
    let length = request.headers.first { $0.name.lowercased() == "content-length" }
      .flatMap { Int($0.value) }
    let sent = max(request.bodySize ?? 0, length ?? 0)
    if sent > 0 { return "the \(sent) bytes of its request body were not saved" }
    let isUnknown = length == nil && request.bodySize ?? -1 < 0
    guard isUnknown, ["POST", "PUT", "PATCH"].contains(request.method.uppercased()) else {
      return nil
    }
    return "its request body was not saved"
  }

  /// Messages about bodies whose length is known but which the tool did not save.
  var missingBodies: [String] {
    var missing: [String] = []
    if let reason = unsavedRequestBody {
      missing.append("\(reason), so the replay accepts any body")
    }
    if let file = response?.content?.file, response?.content?.text ?? "" == "" {
      missing.append(
        "its response body is in \(HARError.quote(file)), which was not found in the archive or "
          + "folder of the HAR file, so the replay sends an empty body")
    } else if let content = response?.content, let size = content.size, size > 0,
      content.text ?? "" == "", request.method != "HEAD", response?.status != 304
    {
      missing.append(
        "the \(size) bytes of its response body were not saved, so the replay sends an empty body")
    }
    return missing
  }
}

extension HARRequest {
  func replayable(
    isVerbatim: Bool, _ fields: inout HARFields, _ decoder: inout ContentDecoder
  ) throws(HARError) -> Request {
    fields.add(HARPairs(json["headers"]))
    guard var address = HARAddress(url: url) ?? HARAddress(json) else {
      throw HARError(
        at: "url", "is \(HARError.quote(url)); write it with scheme, host and path")
    }
    if !isVerbatim {
      address.addQuery(queryString)
      address.apply(fields)
    }
    address.apply(json)
    guard let method = HTTPRequest.Method(fields.pseudo[":method"] ?? method) else {
      throw HARError(at: "method", "is \(HARError.quote(self.method)); write one such as GET")
    }
    var body = try HARError.inside("postData") { () throws(HARError) -> [UInt8] in
      let lengths = [bodySize, fields.contentLength].compactMap { $0 }
      return try postData?.body(lengths: lengths, type: fields.fields[.contentType]) ?? []
    }
    fields.decode(&body, with: &decoder, isVerbatim: isVerbatim, type: nil)
    if !isVerbatim {
      fields.dropFraming(ofRequest: body)
      if !body.isEmpty, let type = postData?.savedType { fields.addType(type) }
    }
    return Request(
      method, RequestTarget(address.target), scheme: address.scheme, authority: address.authority,
      headers: fields.fields, body: body)
  }
}

extension HARResponse {
  func replayable(
    isVerbatim: Bool, isHead: Bool, _ fields: inout HARFields, _ decoder: inout ContentDecoder
  ) throws(HARError) -> Response {
    fields.add(HARPairs(json["headers"]))
    guard (0...999).contains(status) else {
      throw HARError(at: "status", "is \(status); write a status from 100 to 999")
    }
    let code = HTTPResponse.Status(code: status)
    let phrase = statusText ?? ""
    let coding = fields.fields[.contentEncoding]
    var body = try HARError.inside("content") { () throws(HARError) -> [UInt8] in
      try content?.body(coding: coding) ?? []
    }
    let wasCompressed = !isVerbatim && content?.compression ?? 0 != 0
    fields.decode(
      &body, with: &decoder, isVerbatim: isVerbatim, type: content?.mimeType,
      wasDecoded: wasCompressed)
    if !isVerbatim {
      fields.dropFraming(
        ofResponse: body, isHead: isHead, type: content?.mimeType, wasCompressed: wasCompressed)
    }
    var response = Response(
      phrase.isEmpty ? code : HTTPResponse.Status(code: status, reasonPhrase: phrase),
      headers: fields.fields, body: body)
    response.delivery = try Delivery(har: json["_delivery"])
    if let delay = json["_delayMilliseconds"], !delay.isNull {
      guard let milliseconds = HARNumber.readInteger(delay), milliseconds >= 0 else {
        throw HARError(
          at: "_delayMilliseconds", "is not a valid duration; write milliseconds, such as 250")
      }
      response.delayMilliseconds = milliseconds
    }
    return response
  }
}

/// Conversion of a delivery to and from the response's member `_delivery`.
extension Delivery {
  /// The delivery as JSON; `nil` for a whole body, which is the default.
  var har: JSON? {
    switch self {
    case .whole: nil
    case .reset: "reset"
    case .empty: "empty"
    case .malformedChunk: "malformedChunk"
    case .truncated(let bytes): ["truncated": .integer(Int64(bytes))]
    case .dribble(let bytes, let pause):
      ["dribble": .integer(Int64(bytes)), "pauseMilliseconds": .integer(Int64(pause))]
    }
  }

  /// Reads the member `_delivery`; if it is missing, the body is delivered whole.
  ///
  /// - Throws: ``HARError`` for a value that ``har`` does not write.
  init(har json: JSON?) throws(HARError) {
    switch json {
    case nil, .null?: self = .whole
    case "reset"?: self = .reset
    case "empty"?: self = .empty
    case "malformedChunk"?: self = .malformedChunk
    default:
      if let bytes = json?["truncated"].flatMap(HARNumber.readInteger), bytes >= 0 {
        self = .truncated(bytes: bytes)
      } else if let bytes = json?["dribble"].flatMap(HARNumber.readInteger), bytes > 0,
        let pause = json?["pauseMilliseconds"].flatMap(HARNumber.readInteger), pause >= 0
      {
        self = .dribble(bytes: bytes, pauseMilliseconds: pause)
      } else {
        throw HARError(
          at: "_delivery",
          #"is unknown; use "reset", "empty", "malformedChunk", {"truncated": bytes}, "#
            + #"{"dribble": bytes, "pauseMilliseconds": pause}, or remove it"#)
      }
    }
  }
}
