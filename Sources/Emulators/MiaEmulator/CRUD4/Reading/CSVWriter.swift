import GhostlightCore
import GhostlightEmulation

/// Appends lines of comma-separated values to a body.
///
/// - Source: crud-service 7.1.0, lib/transformers/csv.js, and csv-stringify 6, which it calls.
struct CSVWriter: Sendable {
  private let options: CSVOptions

  init(_ options: CSVOptions) { self.options = options }

  /// Appends the names of the columns, if the options require them.
  func writeHeader(_ names: [String], into body: inout [UInt8]) {
    guard options.hasHeader else { return }
    write(names.map(JSON.string), into: &body)
  }

  /// Appends a line of cells.
  ///
  /// Missing values, null and `false` are empty cells, and `true` is 1. Arrays and objects are
  /// printed as JSON, always in quotes.
  func write(_ cells: [JSON?], into body: inout [UInt8]) {
    for (position, cell) in cells.enumerated() {
      if position > 0 { body += options.delimiter.utf8 }
      switch cell {
      case nil, .null?, .bool(false)?: add("", isQuoted: options.quotesEmpty, to: &body)
      case .bool(true)?: add("1", isQuoted: false, to: &body)
      case .string(let text)?:
        add(text, isQuoted: text.isEmpty ? quotesEmptyText : options.quotesText, to: &body)
      case .array?, .object?: add(cell?.text() ?? "", isQuoted: true, to: &body)
      case let value?: add(value.text(), isQuoted: false, to: &body)
      }
    }
    body += options.lineBreak.utf8
  }

  /// Whether empty strings, unlike missing values, are in quotes.
  private var quotesEmptyText: Bool { options.quotesEmpty || options.quotesText }

  private func add(_ text: String, isQuoted: Bool, to body: inout [UInt8]) {
    guard let quote = options.quote else { return body += text.utf8 }
    let isQuoted =
      isQuoted || (options.quotesAll && !text.isEmpty) || text.contains(quote)
      || text.contains(options.delimiter) || text.contains(options.lineBreak)
    guard isQuoted else { return body += text.utf8 }
    body += quote.utf8
    body += escaped(text, quote).utf8
    body += quote.utf8
  }
}

extension CSVWriter {
  /// Returns the text of a cell in quotes.
  private func escaped(_ text: String, _ quote: String) -> String {
    guard options.escape == quote else {
      return text.replacing(options.escape, with: options.escape + options.escape)
        .replacing(quote, with: options.escape + quote)
    }
    // Most texts have no quote, and the search for a byte is fast.
    guard let byte = quote.utf8.first, text.utf8.contains(byte) else { return text }
    return text.replacing(quote, with: quote + quote)
  }
}

/// The options in `_exportOpts` for an export of comma-separated values (A5).
///
/// The service passes them on to csv-stringify; these are the options that have an effect here.
///
/// - Source: crud-service 7.2.5, lib/httpInterface.js, `EXPORT_OPTIONS`; csv-stringify 6.
struct CSVOptions: Sendable {
  private(set) var delimiter = ","
  /// The string around a cell; `nil` for none.
  private(set) var quote: String? = "\""
  /// The string before a quote inside a cell.
  private(set) var escape = "\""
  private(set) var lineBreak = "\n"
  /// Whether the first line contains the field names.
  private(set) var hasHeader = true
  /// Whether all cells that are not empty are in quotes.
  private(set) var quotesAll = false
  /// Whether missing values are in quotes.
  private(set) var quotesEmpty = false
  /// Whether strings are in quotes.
  private(set) var quotesText = true

  init() {}

  /// Creates the options from the text of a JSON object.
  ///
  /// Unknown members, and members of the wrong type, have no effect.
  ///
  /// - Throws: ``Fault/crudText`` if the string is not valid JSON.
  init(_ text: String?, within budget: WorkBudget) throws(Fault) {
    guard let text, !text.isEmpty else { return }
    let value = try CRUDFilterText.json(text, within: budget)
    delimiter = Self.text(value["delimiter"]) ?? delimiter
    escape = Self.text(value["escape"]) ?? escape
    lineBreak = Self.lineBreak(value["record_delimiter"]) ?? lineBreak
    if let given = value["quote"] {
      quote = given == false || given == "" ? nil : Self.text(given) ?? quote
    }
    hasHeader = value["header"]?.bool ?? hasHeader
    quotesAll = value["quoted"]?.bool ?? quotesAll
    quotesEmpty = value["quoted_empty"]?.bool ?? quotesEmpty
    quotesText = value["quoted_string"]?.bool ?? quotesText
  }

  private static func text(_ value: JSON?) -> String? {
    value?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func lineBreak(_ value: JSON?) -> String? {
    switch value?.string {
    case "unix": "\n"
    case "mac": "\r"
    case "windows": "\r\n"
    default: text(value)
    }
  }
}
