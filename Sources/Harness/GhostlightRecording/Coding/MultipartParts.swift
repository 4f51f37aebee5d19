/// Splits a multipart body into its parts.
///
/// - Source: RFC 2046, section 5.1; RFC 7578.
package enum MultipartParts {
  /// Returns two hyphens and the boundary that a `Content-Type` names; `nil` if it has no boundary.
  package static func boundary(in type: String) -> [UInt8]? {
    parameter("boundary", in: type).map { Array("--\($0)".utf8) }
  }

  /// Returns the parts in order; the last part may be cut off.
  package static func find(in bytes: [UInt8], boundary: [UInt8]) -> [MultipartPart] {
    let marks = positions(of: boundary, in: bytes)
    return marks.indices.compactMap { number in
      let start = marks[number] + boundary.count
      let end = number + 1 < marks.count ? marks[number + 1] : bytes.count
      return start < end ? part(of: bytes, start..<end) : nil
    }
  }

  private static func part(of bytes: [UInt8], _ range: Range<Int>) -> MultipartPart? {
    guard let blank = firstBlankLine(in: bytes, range) else { return nil }
    let head = String(decoding: bytes[range.lowerBound..<blank.lowerBound], as: UTF8.self)
    var end = range.upperBound
    if range.upperBound < bytes.count {
      if end > blank.upperBound, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
      if end > blank.upperBound, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    var part = MultipartPart(content: blank.upperBound..<end)
    for line in head.split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2 else { continue }
      let value = String(pair[1].drop { $0 == " " })
      part.fields.append((pair[0].lowercased(), value))
      switch pair[0].lowercased() {
      case "content-disposition":
        part.name = parameter("name", in: value)
        part.fileName = parameter("filename", in: value)
      case "content-type": part.type = value
      default: break
      }
    }
    return part
  }

  /// Returns the range of the blank line after a part's header fields: CR LF twice, or LF twice.
  private static func firstBlankLine(in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    var index = range.lowerBound
    while index < range.upperBound {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "\n") else { continue }
      var next = index + 1
      if next < range.upperBound, bytes[next] == UInt8(ascii: "\r") { next += 1 }
      if next < range.upperBound, bytes[next] == UInt8(ascii: "\n") { return index..<(next + 1) }
    }
    return nil
  }

  private static func positions(of mark: [UInt8], in bytes: [UInt8]) -> [Int] {
    var positions: [Int] = []
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        positions.append(index)
        index += mark.count
      } else {
        index += 1
      }
    }
    return positions
  }

  /// Returns a parameter of a header field, without quotes; `name` must be lower case.
  private static func parameter(_ name: String, in field: String) -> String? {
    for piece in field.split(separator: ";").dropFirst() {
      let pair = piece.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == name else { continue }
      return pair[1].filter { $0 != "\"" && $0 != "\r" && $0 != "\n" }
    }
    return nil
  }
}

/// One part of a multipart body.
package struct MultipartPart {
  /// The header fields of the part, with names in lower case.
  package var fields: [(name: String, value: String)] = []
  /// The `name` parameter of the part's `Content-Disposition` field.
  package var name: String?
  /// The `filename` parameter of the part's `Content-Disposition` field; `nil` unless the part is a
  /// file.
  package var fileName: String?
  /// The value of the part's `Content-Type` field.
  package var type: String?
  /// The byte range of the part's content in the multipart body.
  package var content: Range<Int>
}
