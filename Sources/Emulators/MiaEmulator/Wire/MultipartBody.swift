import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Parses bodies of the type `multipart/form-data`, which uploads use in both generations.
enum MultipartBody {
  /// Returns the parts of a request's body, or `nil` if it is of another type or damaged.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  /// - Source: RFC 7578, RFC 2046 section 5.1.1.
  static func parts(
    of request: Request, within budget: WorkBudget
  ) throws(Fault) -> [MultipartPart]? {
    try budget.spend(bytes: request.body.count)
    guard let type = request.value(of: .contentType),
      type.lowercased().hasPrefix("multipart/form-data"),
      let boundary = parameter("boundary", of: type), !boundary.isEmpty
    else { return nil }
    // Each delimiter except the first starts with a line break, so a line break is added before the
    // first one to make them equal.
    let body = Array("\r\n".utf8) + request.body
    let delimiter = Array("\r\n--\(boundary)".utf8)
    guard var start = position(of: delimiter, in: body, from: 0) else { return nil }
    var parts: [MultipartPart] = []
    while true {
      start += delimiter.count
      if body[start...].starts(with: Array("--".utf8)) { return parts }
      guard let line = position(of: lineBreak, in: body, from: start),
        let end = position(of: delimiter, in: body, from: start),
        let part = part(body[line..<max(line, end)])
      else { return nil }
      try budget.spend(16)
      parts.append(part)
      start = end
    }
  }

  private static let lineBreak = Array("\r\n".utf8)

  /// Parses the bytes between two delimiters, which start with the line break after the first
  /// delimiter.
  private static func part(_ bytes: ArraySlice<UInt8>) -> MultipartPart? {
    let whole = Array(bytes)
    guard let blank = position(of: Array("\r\n\r\n".utf8), in: whole, from: 0) else { return nil }
    var part = MultipartPart(name: "", content: Array(whole[(blank + 4)...]))
    var isNamed = false
    for line in String(decoding: whole[..<blank], as: UTF8.self).split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      switch line[..<colon].lowercased() {
      case "content-disposition":
        guard let name = parameter("name", of: value) else { return nil }
        part.name = name
        part.fileName = parameter("filename", of: value)
        isNamed = true
      case "content-type": part.contentType = value
      default: break
      }
    }
    return isNamed ? part : nil
  }

  /// Returns the value of a header field's parameter, without quotes, or `nil` if there is none.
  private static func parameter(_ name: String, of value: String) -> String? {
    for piece in value.split(separator: ";").dropFirst() {
      let trimmed = piece.drop { $0 == " " }
      guard let equals = trimmed.firstIndex(of: "="),
        trimmed[..<equals].lowercased() == name
      else { continue }
      let text = trimmed[trimmed.index(after: equals)...]
      guard text.first == "\"" else { return String(text) }
      let inner = text.dropFirst()
      return String(inner[..<(inner.firstIndex(of: "\"") ?? inner.endIndex)])
    }
    return nil
  }

  private static func position(of needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let first = needle.first, start <= bytes.count else { return nil }
    var position = start
    while position + needle.count <= bytes.count {
      if bytes[position] == first, bytes[position..<position + needle.count].elementsEqual(needle) {
        return position
      }
      position += 1
    }
    return nil
  }
}

/// A part of a `multipart/form-data` body.
struct MultipartPart: Sendable, Equatable {
  /// The name of the form field.
  var name: String
  /// The name of the file; `nil` if the part is not a file.
  var fileName: String?
  /// The content type in the part's header; `nil` if there is none.
  var contentType: String?
  var content: [UInt8]
}
