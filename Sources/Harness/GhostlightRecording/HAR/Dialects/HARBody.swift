import GhostlightCore

/// Bytes as the text of a JSON string, and back.
enum HARBody {
  /// Text where the bytes are UTF-8, else base64, which a member named by `encodingKey` says.
  static func write(_ body: [UInt8], into json: inout JSONObject, encodingKey: String) {
    if let text = String(validating: body, as: UTF8.self) {
      json["text"] = .string(text)
    } else {
      json["text"] = .string(Base64Text.encode(body))
      json[encodingKey] = "base64"
    }
  }

  /// The bytes behind a text.
  ///
  /// - Throws: ``HARProblem`` for base64 that is none, and for an unknown encoding.
  static func read(
    _ text: String, encoding: String?, lengths: [Int], type: String?
  ) throws(HARProblem) -> [UInt8] {
    switch encoding?.lowercased() ?? "" {
    case "base64":
      guard let bytes = decode(text) else {
        throw HARProblem(at: "text", "is no base64; correct it, or remove the encoding")
      }
      return bytes
    case "", "utf-8", "utf8", "none", "plain", "identity":
      return bytes(of: text, lengths: lengths, type: type)
    default:
      throw HARProblem(
        at: "encoding",
        "is \(HARProblem.quote(encoding ?? "")), which is unknown; use base64, or remove it")
    }
  }

  /// Base64 with or without its padding and line breaks.
  private static func decode(_ text: String) -> [UInt8]? {
    let symbols = text.utf8.filter { $0 != 10 && $0 != 13 && $0 != 32 && $0 != 9 }
    return Base64Text.decode(symbols[...])
  }

  /// The bytes as UTF-8, or as ISO 8859-1 where only that gives the length that the tool noted.
  ///
  /// mitmproxy decodes bodies that name no charset as ISO 8859-1 before it writes them.
  private static func bytes(of text: String, lengths: [Int], type: String?) -> [UInt8] {
    let utf8 = Array(text.utf8)
    guard utf8.contains(where: { $0 >= 0x80 }), !lengths.contains(utf8.count),
      let narrow = latin1(text)
    else { return utf8 }
    if lengths.contains(narrow.count) { return narrow }
    let said = type?.lowercased() ?? ""
    return said.contains("iso-8859-1") || said.contains("latin1") ? narrow : utf8
  }

  /// A byte a character, where all are below U+0100.
  static func latin1(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// A character a byte.
  static func latin1(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}
