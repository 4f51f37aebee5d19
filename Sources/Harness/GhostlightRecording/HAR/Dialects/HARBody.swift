import GhostlightCore

/// Converts bodies to JSON strings and back.
enum HARBody {
  /// Writes a UTF-8 body as a string, and any other body as base64, marked by `encodingKey`.
  static func write(_ body: [UInt8], into json: inout JSONObject, encodingKey: String) {
    if let text = String(validating: body, as: UTF8.self) {
      json["text"] = .string(text)
    } else {
      json["text"] = .string(Base64Text.encode(body))
      json[encodingKey] = "base64"
    }
  }

  /// Returns the body that a JSON string represents.
  ///
  /// - Throws: ``HARError`` if the base64 is invalid or the encoding is unknown.
  static func read(
    _ text: String, encoding: String?, lengths: [Int], type: String?
  ) throws(HARError) -> [UInt8] {
    switch encoding?.lowercased() ?? "" {
    case "base64":
      guard let bytes = decode(text) ?? pieces(text, decode) else {
        throw HARError(at: "text", "is not valid base64; correct it, or remove the encoding")
      }
      return bytes
    case "", "utf-8", "utf8", "none", "plain", "identity":
      return bytes(of: text, lengths: lengths, type: type)
    default:
      throw HARError(
        at: "encoding",
        "is \(HARError.quote(encoding ?? "")), which is unknown; use base64, or remove it")
    }
  }

  /// Decodes base64 with or without padding and line breaks.
  static func decode(_ text: String) -> [UInt8]? {
    let symbols = text.utf8.filter { $0 != 10 && $0 != 13 && $0 != 32 && $0 != 9 }
    return Base64Text.decode(symbols[...])
  }

  /// Returns the joined pieces of a body that PollyJS writes as a JSON array of coded pieces.
  ///
  /// It keeps the pieces in which a compressed body arrived, in hexadecimal. Assumption: newer versions
  /// write base64.
  ///
  /// - Source: PollyJS `adapter-node-http/src/index.js`, `getBodyFromChunks`, at 62374f4.
  private static func pieces(_ text: String, _ decode: (String) -> [UInt8]?) -> [UInt8]? {
    guard text.hasPrefix("[") else { return nil }
    let json: JSON
    do throws(JSONError) { json = try JSON.parse(text) } catch { return nil }
    var bytes: [UInt8] = []
    for piece in json.array ?? [] {
      guard let piece = piece.string, let decoded = decode(piece) else { return nil }
      bytes += decoded
    }
    return bytes
  }

  /// Returns the bytes of a body that PollyJS writes in hexadecimal; `nil` if the text is not such a
  /// body.
  ///
  /// A compressed body is recognized by its signature, any other by the member `_isBinary`.
  static func hexadecimal(_ text: String, coding: String?, isBinary: Bool) -> [UInt8]? {
    if let bytes = pieces(text, bytes(ofDigits:)) {
      let isCoded =
        coding.map {
          !bytes.isEmpty && !$0.lowercased().contains("identity")
            && HARCoding.isIn(bytes, $0, type: nil, wasDecoded: false)
        } ?? false
      return isBinary || isCoded ? bytes : nil
    }
    return isBinary ? bytes(ofDigits: text) : nil
  }

  private static func bytes(ofDigits text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...(index + 1)], as: UTF8.self)
      guard pair.utf8.first != UInt8(ascii: "+"), let byte = UInt8(pair, radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns the string as UTF-8, or as ISO 8859-1 if only then its length is one of `lengths`.
  ///
  /// mitmproxy decodes a body without a charset as ISO 8859-1 before it writes the body.
  private static func bytes(of text: String, lengths: [Int], type: String?) -> [UInt8] {
    let utf8 = Array(text.utf8)
    guard utf8.contains(where: { $0 >= 0x80 }), !lengths.contains(utf8.count),
      let narrow = latin1(text)
    else { return utf8 }
    if lengths.contains(narrow.count) { return narrow }
    let said = type?.lowercased() ?? ""
    return said.contains("iso-8859-1") || said.contains("latin1") ? narrow : utf8
  }

  /// Returns each character as one byte; `nil` if a character is above U+00FF.
  static func latin1(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns a string with one character for each byte.
  static func latin1(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}

/// Detects whether recorded bodies are still coded.
///
/// Most tools save bodies decoded, but with the header fields of the coded bodies.
enum HARCoding {
  /// Returns whether a saved body is still coded with the codings of its `Content-Encoding`.
  static func isIn(_ body: [UInt8], _ coding: String, type: String?, wasDecoded: Bool) -> Bool {
    let last = coding.split(separator: ",").last?.filter { $0 != " " }.lowercased()
    switch last {
    case "identity", nil: return true
    case _ where wasDecoded: return false
    case "gzip", "x-gzip": return body.starts(with: [0x1F, 0x8B])
    case "zstd": return body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    case "deflate": return hasZlibHeader(body) && isNoText(body)
    // Brotli data has no signature, so text that is not UTF-8 counts as Brotli.
    case "br": return isTextual(type) && isNoText(body)
    default: return false
    }
  }

  private static func hasZlibHeader(_ body: [UInt8]) -> Bool {
    guard body.count > 1, body[0] & 0x0F == 8 else { return false }
    return (Int(body[0]) << 8 | Int(body[1])).isMultiple(of: 31)
  }

  private static func isNoText(_ body: [UInt8]) -> Bool {
    String(validating: body, as: UTF8.self) == nil
  }

  private static func isTextual(_ type: String?) -> Bool {
    let said = type?.lowercased() ?? ""
    return said.hasPrefix("text/") || said.contains("json") || said.contains("xml")
      || said.contains("javascript")
  }
}

extension HARContent {
  /// Returns the bytes of the response body; empty if the tool did not save the body.
  ///
  /// `coding` is the `Content-Encoding` field of the response.
  func body(coding: String? = nil) throws(HARError) -> [UInt8] {
    guard let text else { return [] }
    let isBinary = json["_isBinary"] == .bool(true)
    if encoding ?? "" == "",
      let bytes = HARBody.hexadecimal(text, coding: coding, isBinary: isBinary)
    {
      return bytes
    }
    let size = self.size ?? -1
    let saved = compression ?? 0
    // The specification defines `size` as the size of the decoded body, but mitmproxy writes the
    // size of the coded body.
    return try HARBody.read(
      text, encoding: encoding, lengths: [size, size + saved], type: mimeType)
  }
}

extension HARPostData {
  /// The reason why the body cannot be built from `params`; `nil` if it can, or if it has a text.
  ///
  /// Some tools write the file of an upload as an object.
  var formProblem: String? {
    text ?? "" == "" ? HARPairs(json["params"]).problems.first : nil
  }

  /// The media type of a body whose request has no `Content-Type` field; `nil` if it is unknown.
  ///
  /// Writers use `application/octet-stream` for a body without a type. A multipart type needs its
  /// boundary.
  var savedType: String? {
    guard let type = mimeType, type.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let kind = type.lowercased()
    guard !kind.hasPrefix("application/octet-stream") else { return nil }
    return kind.hasPrefix("multipart/") && HARForm.boundary(type) == nil ? nil : type
  }

  /// Returns the bytes of the request body, built from `params` if the tool saved only these.
  func body(lengths: [Int], type: String?) throws(HARError) -> [UInt8] {
    guard formProblem == nil else { return [] }
    if text ?? "" == "", let form = HARForm.bytes(params, type: type ?? mimeType ?? "") {
      return form
    }
    let body = try HARBody.read(
      text ?? "", encoding: encoding, lengths: lengths, type: type ?? mimeType)
    return HARUploadFields.removed(from: body)
  }
}

/// Removes the lines that Firefox writes before the body of a submitted form.
///
/// These lines are the body's type, its length, and an empty line. If the body is not UTF-8,
/// Firefox writes it with one character for each byte.
enum HARUploadFields {
  static func removed(from body: [UInt8]) -> [UInt8] {
    guard body.starts(with: "Content-".utf8) else { return body }
    var end = 0
    var length: Int?
    while let newline = body[end...].prefix(1024).firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: body[end..<newline], as: UTF8.self).lowercased()
        .filter { $0 != "\r" }
      end = newline + 1
      if line.isEmpty { return content(Array(body[end...]), length: length) ?? body }
      if line.hasPrefix("content-length:") {
        length = Int(line.dropFirst(15).filter { $0 != " " })
      } else if !line.hasPrefix("content-type:") {
        return body
      }
    }
    return body
  }

  /// Returns `bytes` or their ISO 8859-1 form, whichever has `length` bytes; `nil` if neither does.
  private static func content(_ bytes: [UInt8], length: Int?) -> [UInt8]? {
    if length == bytes.count { return bytes }
    let narrow = HARBody.latin1(String(decoding: bytes, as: UTF8.self))
    return narrow?.count == length ? narrow : nil
  }
}

/// Builds the body of a submitted form from its fields.
enum HARForm {
  /// Returns the fields as `multipart/form-data` if the media type has a boundary, otherwise
  /// URL-encoded.
  ///
  /// - Returns: The bytes, or `nil` if there are no fields.
  static func bytes(_ fields: [HARParameter], type: String) -> [UInt8]? {
    guard !fields.isEmpty else { return nil }
    guard let boundary = boundary(type) else {
      return FormURLEncoding.encode(fields.map { FormField($0.name, $0.value ?? "") })
    }
    var text = ""
    for field in fields {
      text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\""
      if let file = field.fileName { text += "; filename=\"\(file)\"" }
      text += "\r\n"
      if let type = field.contentType { text += "Content-Type: \(type)\r\n" }
      text += "\r\n\(field.value ?? "")\r\n"
    }
    return Array((text + "--\(boundary)--\r\n").utf8)
  }

  /// Returns the boundary of a multipart media type; `nil` if it has none.
  static func boundary(_ type: String) -> String? {
    guard type.lowercased().hasPrefix("multipart/") else { return nil }
    for parameter in type.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == "boundary" else {
        continue
      }
      let value = pair[1].drop { $0 == " " }
      return value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
    }
    return nil
  }
}
