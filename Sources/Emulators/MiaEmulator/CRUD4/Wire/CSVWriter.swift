import GhostlightCore

/// Writes lines of comma-separated values.
///
/// - Source: RFC 4180, with line feeds alone.
struct CSVWriter: Sendable {
  let delimiter: Character

  /// A line of cells; what is missing or null is empty, arrays and objects are JSON.
  func line(_ cells: [JSON?]) -> [UInt8] {
    let texts = cells.map { cell in
      switch cell {
      case nil, .null?: ""
      case .string(let text)?: quoted(text)
      case let value?: quoted(value.text())
      }
    }
    return Array(texts.joined(separator: String(delimiter)).utf8) + [UInt8(ascii: "\n")]
  }

  private func quoted(_ text: String) -> String {
    let needsQuotes = text.contains { $0 == delimiter || $0 == "\"" || $0.isNewline }
    guard needsQuotes else { return text }
    var result = "\""
    for character in text {
      if character == "\"" { result += "\"" }
      result.append(character)
    }
    return result + "\""
  }
}
