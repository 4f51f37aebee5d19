/// A string for a terminal, in which only Ghostlight's own styles can control the terminal.
///
/// Recordings, contracts and responses may contain escape sequences. Printed unchanged, these move
/// the cursor, hide lines or set the window's title. Each piece of the text is therefore escaped
/// when it is rendered, and styles are added around the pieces.
///
/// A literal such as `"\("✗", .red) \(interaction.description)"` has one piece for each
/// interpolated value and one for each literal part.
package struct TerminalText: Sendable, Hashable {
  /// The style of a piece; the raw value is its code in a `Select Graphic Rendition` sequence.
  package enum Style: String, Sendable {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  private struct Piece: Sendable, Hashable {
    let text: String
    let style: Style?
  }

  private var pieces: [Piece]

  package init(_ text: String, _ style: Style? = nil) { pieces = [Piece(text: text, style: style)] }

  /// Returns the text with control characters escaped, and with styles if `isColored` is `true`.
  package func rendered(isColored: Bool) -> String {
    pieces.map { piece in
      let text = Self.escape(piece.text)
      guard isColored, let style = piece.style else { return text }
      return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }.joined()
  }

  package static func += (text: inout TerminalText, more: TerminalText) {
    text.pieces += more.pieces
  }
}

extension TerminalText: ExpressibleByStringInterpolation {
  /// Collects the pieces of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text: TerminalText

    package init(literalCapacity: Int, interpolationCount: Int) { text = TerminalText("") }

    package mutating func appendLiteral(_ literal: String) { text += TerminalText(literal) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += TerminalText(value.description)
    }

    package mutating func appendInterpolation(_ value: String, _ style: Style) {
      text += TerminalText(value, style)
    }

    package mutating func appendInterpolation(_ value: TerminalText) { text += value }
  }

  package init(stringLiteral: String) { self.init(stringLiteral) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
}

extension [TerminalText] {
  package func joined(separator: String) -> TerminalText {
    var joined = TerminalText("")
    for (position, text) in enumerated() {
      if position > 0 { joined += TerminalText(separator) }
      joined += text
    }
    return joined
  }
}

extension TerminalText {
  /// Returns a string with control characters escaped like `\u001b`, which JSON parsers accept,
  /// too.
  ///
  /// Tabs and line feeds are kept, unless `isOneLine` is `true`. Characters that override or
  /// isolate the direction of text are escaped, too, because they display a string in an order that
  /// differs from the order of its bytes.
  ///
  /// - Source: Unicode Standard Annex 9, section 2; "Trojan Source", CVE-2021-42574.
  package static func escape(_ text: String, isOneLine: Bool = false) -> String {
    guard text.utf8.contains(where: { mayControl($0, isOneLine) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar, isOneLine) {
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns whether a character controls a terminal or the direction of text.
  package static func isControl(_ scalar: Unicode.Scalar, _ isOneLine: Bool = false) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: isOneLine
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns whether `byte` may begin a character for which `isControl` is `true`; most strings
  /// have no such byte.
  private static func mayControl(_ byte: UInt8, _ isOneLine: Bool) -> Bool {
    switch byte {
    case 0x09, 0x0A: isOneLine
    case 0...0x1F, 0x7F, 0xC2, 0xE2: true
    default: false
    }
  }
}
