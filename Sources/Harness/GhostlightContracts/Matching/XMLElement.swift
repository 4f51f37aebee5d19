import GhostlightCore

/// An element of an XML document, as far as contracts compare it.
struct XMLElement {
  /// The name as in the document: `p:note`.
  let written: String
  /// The name with its namespace in place of the prefix: `urn:notes:note`.
  var name: String
  /// The attributes without namespace declarations; names have their namespaces, too.
  var attributes: [(name: String, value: String)] = []
  var children: [XMLElement] = []
  /// The trimmed texts between the children, joined.
  var text = ""

  init(written: String) { (self.written, name) = (written, written) }

  /// Parses a document; returns `nil` if it is not well-formed, or declares its own entities.
  init?(document: [UInt8]) {
    var reader = XMLReader(document)
    guard let root = reader.document() else { return nil }
    self = root
  }
}

/// A parser for XML documents, without document types.
private struct XMLReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The maximum depth of nested elements.
  private static let deepest = 200

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    _ = consume("\u{FEFF}")
  }

  mutating func document() -> XMLElement? {
    guard skipMisc(), consume("<"), let root = element([:], depth: 0), skipMisc() else {
      return nil
    }
    return position == bytes.count ? root : nil
  }

  private mutating func consume(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Skips to the end of a string; returns the bytes before it, or `nil` if it does not occur.
  private mutating func text(upTo end: String) -> String? {
    let start = position
    while position < bytes.count {
      let here = position
      if consume(end) { return String(validating: bytes[start..<here], as: UTF8.self) }
      position += 1
    }
    return nil
  }

  private mutating func skipSpace() {
    while position < bytes.count, [9, 10, 13, 32].contains(bytes[position]) { position += 1 }
  }

  /// Skips declarations, comments and white space outside the root element.
  private mutating func skipMisc() -> Bool {
    while true {
      skipSpace()
      if consume("<?") {
        guard text(upTo: "?>") != nil else { return false }
      } else if consume("<!--") {
        guard text(upTo: "-->") != nil else { return false }
      } else if consume("<!DOCTYPE") {
        guard let type = text(upTo: ">"), !type.contains("[") else { return false }
      } else {
        return true
      }
    }
  }

  private mutating func name() -> String? {
    let start = position
    while position < bytes.count, !Self.delimiters.contains(bytes[position]) { position += 1 }
    guard position > start, ![45, 46].contains(bytes[start]),
      !(48...57).contains(bytes[start])
    else { return nil }
    return String(validating: bytes[start..<position], as: UTF8.self)
  }

  private static let delimiters = Set("<>/=?!&'\"`;,()[]{} \t\r\n".utf8)

  /// Parses an element after its `<`; `scope` has the namespace of each prefix.
  private mutating func element(_ scope: [String: String], depth: Int) -> XMLElement? {
    guard depth < Self.deepest, let written = name() else { return nil }
    var element = XMLElement(written: written)
    var scope = scope
    var names: Set<String> = []
    while true {
      let before = position
      skipSpace()
      if consume("/>") || consume(">") { break }
      guard position > before, let attribute = attribute(),
        names.insert(attribute.name).inserted
      else { return nil }
      if attribute.name == "xmlns" {
        scope[""] = attribute.value
      } else if attribute.name.hasPrefix("xmlns:") {
        scope[String(attribute.name.dropFirst(6))] = attribute.value
      } else {
        element.attributes.append(attribute)
      }
    }
    element.name = Self.resolved(written, scope, isElement: true)
    for index in element.attributes.indices {
      element.attributes[index].name = Self.resolved(
        element.attributes[index].name, scope, isElement: false)
    }
    if bytes[position - 2] == UInt8(ascii: "/") { return element }
    return content(of: element, scope, depth: depth)
  }

  private mutating func attribute() -> (name: String, value: String)? {
    guard let name = name() else { return nil }
    skipSpace()
    guard consume("=") else { return nil }
    skipSpace()
    let quote = consume("\"") ? "\"" : consume("'") ? "'" : nil
    guard let quote, let raw = text(upTo: quote), !raw.contains("<"), let value = Self.decoded(raw)
    else { return nil }
    return (name, value)
  }

  /// Parses the content of an element and its end tag.
  private mutating func content(
    of element: XMLElement, _ scope: [String: String], depth: Int
  ) -> XMLElement? {
    var element = element
    while position < bytes.count {
      if consume("</") {
        guard name() == element.written else { return nil }
        skipSpace()
        return consume(">") ? element : nil
      } else if consume("<![CDATA[") {
        guard let text = text(upTo: "]]>") else { return nil }
        element.text += Self.trimmed(text)
      } else if consume("<!--") {
        guard text(upTo: "-->") != nil else { return nil }
      } else if consume("<?") {
        guard text(upTo: "?>") != nil else { return nil }
      } else if consume("<") {
        guard let child = self.element(scope, depth: depth + 1) else { return nil }
        element.children.append(child)
      } else {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        guard let raw = String(validating: bytes[start..<position], as: UTF8.self),
          let text = Self.decoded(raw)
        else { return nil }
        element.text += Self.trimmed(text)
      }
    }
    return nil
  }

  private static func trimmed(_ text: String) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    return start.dropLast(start.reversed().prefix(while: \.isWhitespace).count)
  }

  private static func resolved(
    _ name: String, _ scope: [String: String], isElement: Bool
  ) -> String {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2 { return scope[parts[0]].map { "\($0):\(parts[1])" } ?? name }
    guard isElement, let space = scope[""], !space.isEmpty else { return name }
    return "\(space):\(name)"
  }

  /// Returns a text with its references replaced; `nil` if one is unknown.
  private static func decoded(_ raw: String) -> String? {
    guard raw.contains("&") else { return raw }
    var pieces = raw.split(separator: "&", omittingEmptySubsequences: false)
    var text = String(pieces.removeFirst())
    for piece in pieces {
      guard let end = piece.firstIndex(of: ";") else { return nil }
      let name = piece[..<end]
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      if let known = entities[String(name)] {
        text += known
      } else if let scalar = number.flatMap(Unicode.Scalar.init) {
        text.unicodeScalars.append(scalar)
      } else {
        return nil
      }
      text += piece[piece.index(after: end)...]
    }
    return text
  }

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
}
