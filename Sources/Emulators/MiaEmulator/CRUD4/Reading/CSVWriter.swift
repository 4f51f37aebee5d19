import GhostlightCore
import GhostlightEmulation

/// Appends lines of comma-separated values to a body.
///
/// - Source: crud-service 6.10.4 and 7.2.5, lib/transformers/csv.js, and csv-stringify 6,
///   lib/api/index.js, which it calls.
struct CSVWriter: Sendable {
  private let options: CSVOptions

  init(_ options: CSVOptions) { self.options = options }

  /// Whether the columns are the members of the first document.
  var findsColumns: Bool { options.findsColumns }

  /// Appends the names of the columns, if the options require them.
  func writeHeader(_ names: [String], into body: inout [UInt8]) {
    guard options.hasHeader else { return }
    write(names.map(JSON.string), into: &body)
  }

  /// Appends a line of cells.
  ///
  /// Missing values, null and `false` are empty cells, and `true` is 1. Arrays and objects are
  /// printed as JSON; their quote is always `"`.
  func write(_ cells: [JSON?], into body: inout [UInt8]) {
    let quote = options.quote
    for (position, cell) in cells.enumerated() {
      if position > 0 { body += options.delimiter.utf8 }
      switch cell {
      case nil, .null?, .bool(false)?:
        if options.quotesEmpty == true { body += (quote + quote).utf8 }
      case .bool(true)?: add("1", isQuoted: false, quote, to: &body)
      case .string("")?:
        if options.quotesEmpty ?? options.quotesText { body += (quote + quote).utf8 }
      case .string(let text)?: add(text, isQuoted: options.quotesText, quote, to: &body)
      case .array?, .object?: add(cell?.text() ?? "", isQuoted: false, "\"", to: &body)
      case let value?: add(value.text(), isQuoted: false, quote, to: &body)
      }
    }
    body += options.lineBreak.utf8
  }

  private func add(_ text: String, isQuoted: Bool, _ quote: String, to body: inout [UInt8]) {
    let hasQuote = !quote.isEmpty && text.contains(quote)
    let isQuoted =
      isQuoted || options.quotesAll || hasQuote || text.contains(options.delimiter)
      || text.contains(options.lineBreak)
    guard isQuoted else { return body += text.utf8 }
    var text = text
    let escape = options.escape
    // Escapes are doubled even if there is no quote.
    if escape != quote { text = text.replacing(escape, with: escape + escape) }
    if hasQuote { text = text.replacing(quote, with: escape + quote) }
    body += quote.utf8
    body += text.utf8
    body += quote.utf8
  }
}

/// The options in `_exportOpts` for an export of comma-separated values (A5).
///
/// The service passes them on to csv-stringify; these are the options that have an effect here.
///
/// - Source: crud-service 7.2.5, lib/httpInterface.js, `EXPORT_OPTIONS`; csv-stringify 6.
struct CSVOptions: Sendable {
  private(set) var delimiter = ","
  /// The string around a cell; empty for none.
  private(set) var quote = "\""
  /// The string before a quote inside a cell.
  private(set) var escape = "\""
  private(set) var lineBreak = "\n"
  /// Whether the first line contains the field names.
  private(set) var hasHeader = true
  /// Whether all cells that are not empty are in quotes.
  private(set) var quotesAll = false
  /// Whether missing values and empty strings are in quotes; `nil` if empty strings depend on
  /// ``quotesText``.
  private(set) var quotesEmpty: Bool?
  /// Whether strings are in quotes.
  private(set) var quotesText = true
  /// Whether the columns are the members of the first document.
  private(set) var findsColumns = false

  /// Creates the options of a version of the service for requests without options.
  init(_ line: CRUDCompatibility) {
    guard line == .six else { return }
    (quote, escape, quotesText, findsColumns) = ("", "\\", false, true)
  }

  /// Creates the options from the text of a JSON object.
  ///
  /// Unknown members, and members of the wrong type, have no effect.
  ///
  /// - Throws: ``Fault/crudText`` if the string is not valid JSON.
  init(
    _ text: String?, _ line: CRUDCompatibility, within budget: WorkBudget
  ) throws(Fault) {
    self.init(line)
    guard let text, !text.isEmpty else { return }
    let value = try CRUDFilterText.json(text, within: budget)
    delimiter = Self.text(value["delimiter"]) ?? delimiter
    escape = Self.text(value["escape"]) ?? escape
    lineBreak = Self.lineBreak(value["record_delimiter"]) ?? lineBreak
    if let given = value["quote"] {
      quote = given == false || given == "" ? "" : Self.text(given) ?? quote
    }
    hasHeader = value["header"]?.bool ?? hasHeader
    quotesAll = value["quoted"]?.bool ?? quotesAll
    quotesEmpty = value["quoted_empty"]?.bool
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
