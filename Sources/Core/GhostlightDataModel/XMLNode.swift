/// An element of a small XML document, with its attributes and children.
///
/// Only the parts of XML that data models use are supported: no namespaces and no document types.
package struct XMLNode: Sendable, Hashable {
  package let name: String
  package let attributes: [String: String]
  /// The child elements, in order.
  package fileprivate(set) var children: [XMLNode] = []

  /// Returns the child elements with this name.
  package func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }
}

/// The reason why a document is not valid XML.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem and the number of the line with it.
  package let description: String
}

/// A parser that reads an XML document in one pass.
package struct XMLReader {
  private let bytes: [UInt8]
  private var position = 0

  private static let deepest = 100

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// Parses a document and returns its root element.
  ///
  /// - Throws: ``XMLError`` with the line of the problem.
  package static func root(of text: String) throws(XMLError) -> XMLNode {
    var reader = XMLReader(text)
    var open: [XMLNode] = []
    while true {
      guard reader.skipToTag() else { throw reader.error("the root element is missing") }
      if reader.consume("!--") {
        try reader.skip(behind: "-->")
      } else if reader.consume("?") {
        try reader.skip(behind: "?>")
      } else if reader.consume("!") {
        throw reader.error("declarations are not read")
      } else if reader.consume("/") {
        guard let last = open.popLast(), reader.consume(last.name) else {
          throw reader.error("an end does not match")
        }
        reader.skipBlanks()
        guard reader.consume(">") else { throw reader.error("'>' is missing") }
        guard !open.isEmpty else { return last }
        open[open.count - 1].children.append(last)
      } else {
        let (node, isClosed) = try reader.tag()
        if !isClosed {
          guard open.count < deepest else { throw reader.error("the elements nest too deep") }
          open.append(node)
        } else if open.isEmpty {
          return node
        } else {
          open[open.count - 1].children.append(node)
        }
      }
    }
  }

  private func error(_ text: String) -> XMLError {
    let line = bytes[..<min(position, bytes.count)].reduce(1) { $1 == 10 ? $0 + 1 : $0 }
    return XMLError(description: "line \(line): \(text)")
  }

  private mutating func skipToTag() -> Bool {
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    position += 1
    return position < bytes.count
  }

  private mutating func consume(_ text: String) -> Bool {
    guard bytes[min(position, bytes.count)...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skip(behind text: String) throws(XMLError) {
    while position < bytes.count {
      if consume(text) { return }
      position += 1
    }
    throw error("'\(text)' is missing")
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [9, 10, 13, 32].contains(bytes[position]) { position += 1 }
  }

  private mutating func name() throws(XMLError) -> String {
    let start = position
    while position < bytes.count, !#"<>/="' "#.utf8.contains(bytes[position]),
      ![9, 10, 13].contains(bytes[position])
    {
      position += 1
    }
    guard position > start else { throw error("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func tag() throws(XMLError) -> (XMLNode, isClosed: Bool) {
    let title = try name()
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      if consume("/>") { return (XMLNode(name: title, attributes: attributes), true) }
      if consume(">") { return (XMLNode(name: title, attributes: attributes), false) }
      let key = try name()
      skipBlanks()
      guard consume("=") else { throw error("'=' is missing behind '\(key)'") }
      skipBlanks()
      attributes[key] = try value()
    }
  }

  private mutating func value() throws(XMLError) -> String {
    guard position < bytes.count, [34, 39].contains(bytes[position]) else {
      throw error("a quotation mark is missing")
    }
    let quote = bytes[position]
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != quote { position += 1 }
    guard position < bytes.count else { throw error("a value has no end") }
    defer { position += 1 }
    return try unescaped(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private func unescaped(_ text: String) throws(XMLError) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let known: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ";") else {
        throw error("'&' has no ';'")
      }
      let name = String(rest[rest.index(after: start)..<end])
      if let character = known[name] {
        result.append(character)
      } else if name.hasPrefix("#"), let scalar = Self.scalar(name.dropFirst()) {
        result.unicodeScalars.append(scalar)
      } else {
        throw error("'&\(name);' means nothing")
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func scalar(_ digits: Substring) -> Unicode.Scalar? {
    let value =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init)
  }
}
