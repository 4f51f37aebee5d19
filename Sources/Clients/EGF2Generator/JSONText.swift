import GhostlightCore

/// The bytes of an input file, `settings.json` or `config.json`.
struct JSONText {
  let bytes: [UInt8]
  let file: String

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  func object() throws(GeneratorError) -> JSONObject {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(bytes)
    } catch {
      let extras = Annotation.all(in: bytes)
      guard extras.isEmpty else {
        let list = extras.map { "\($0.text) at \(location($0.offset))" }.joined(separator: ", ")
        throw GeneratorError(
          file, "\(file) is not valid: JSON allows neither comments nor dots; remove \(list)")
      }
      throw GeneratorError(
        file, "\(file) is not valid: \(error.reason.rawValue) at \(location(error.offset))")
    }
    guard let object = json.object else {
      throw GeneratorError(file, "\(file) is not valid: it must be one JSON object")
    }
    return object
  }

  /// Returns the line and column of a byte offset, both counted from 1.
  ///
  /// Columns are counted in bytes.
  private func location(_ offset: Int) -> String {
    let newline = UInt8(ascii: "\n")
    let lines = bytes.prefix(offset)
      .split(separator: newline, omittingEmptySubsequences: false)
    return "line \(max(lines.count, 1)), column \((lines.last?.count ?? 0) + 1)"
  }
}

extension JSON {
  /// The elements of an array of strings; `nil` if the value is not such an array.
  var texts: [String]? {
    let texts = array?.compactMap(\.string)
    return texts?.count == array?.count ? texts : .none
  }
}

/// Text in the file that is not JSON: a comment, or dots as a placeholder for more elements.
private struct Annotation {
  /// The text of the annotation, in quotation marks.
  let text: String
  let offset: Int

  /// Finds all annotations outside strings.
  static func all(in bytes: [UInt8]) -> [Annotation] {
    var found: [Annotation] = []
    var position = 0
    while position < bytes.count {
      let length = length(in: bytes[position...])
      if length > 0, bytes[position] != UInt8(ascii: "\"") {
        // The comma before dots is part of the annotation.
        let text = String(decoding: bytes[position..<(position + length)], as: UTF8.self)
        found.append(Annotation(text: "\"\(text)\"", offset: position))
      }
      position += max(length, 1)
    }
    return found
  }

  /// Returns the number of bytes of a string, comment or dots at the beginning of `rest`.
  ///
  /// Returns 0 if `rest` begins with something else.
  private static func length(in rest: ArraySlice<UInt8>) -> Int {
    func span(_ opening: String, upTo closing: String, including: Bool) -> Int? {
      guard rest.starts(with: opening.utf8) else { return nil }
      let inner = rest.dropFirst(opening.utf8.count)
      guard let end = inner.firstRange(of: Array(closing.utf8)) else { return rest.count }
      return (including ? end.upperBound : end.lowerBound) - rest.startIndex
    }
    if rest.first == UInt8(ascii: "\"") { return string(rest) }
    if let length = span("//", upTo: "\n", including: false) { return length }
    if let length = span("/*", upTo: "*/", including: true) { return length }
    if rest.first == UInt8(ascii: ",") {
      let spaces = rest.dropFirst().prefix { $0 == 32 || (9...13).contains($0) }
      let dots = dots(rest[spaces.endIndex...])
      return dots == 0 ? 0 : 1 + spaces.count + dots
    }
    return dots(rest)
  }

  private static func dots(_ rest: ArraySlice<UInt8>) -> Int {
    for dots in ["...", "\u{2026}"] where rest.starts(with: dots.utf8) { return dots.utf8.count }
    return 0
  }

  private static func string(_ rest: ArraySlice<UInt8>) -> Int {
    var position = rest.startIndex + 1
    while position < rest.endIndex {
      switch rest[position] {
      case UInt8(ascii: "\""): return position + 1 - rest.startIndex
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return rest.count
  }
}
