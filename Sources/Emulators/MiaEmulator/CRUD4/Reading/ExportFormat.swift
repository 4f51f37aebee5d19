import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The format of an exported or imported file.
enum ExportFormat: String, Sendable {
  /// JSON documents, one on each line.
  case lines = "application/x-ndjson"
  /// A JSON array of all documents.
  case array = "application/json"
  /// Comma-separated values: a line of field names, then one line for each document.
  case values = "text/csv"

  /// Determines the format from a request's `Accept` header field; ``lines`` without that field.
  ///
  /// - Throws: ``Fault/crudNotAcceptable`` if the field contains none of the formats.
  init(_ request: Request) throws(Fault) {
    guard let accepted = request.value(of: .accept) else {
      self = .lines
      return
    }
    for piece in accepted.split(separator: ",") {
      let name = piece.prefix { $0 != ";" }.drop { $0 == " " }.lowercased()
      if name == "*/*" || name == "application/*" {
        self = .lines
        return
      }
      if name == "text/*" {
        self = .values
        return
      }
      if let format = ExportFormat(rawValue: name) {
        self = format
        return
      }
    }
    throw .crudNotAcceptable.filled(["type": accepted])
  }

  /// Returns a response with the documents in this format.
  ///
  /// `names` are the fields that documents may have.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func response(
    _ documents: [JSONObject], names: [String], _ options: ExportOptions,
    within budget: WorkBudget
  ) throws(Fault) -> Response {
    let printer = ExportPrinter(self, names: names, options)
    var body = printer.start
    for (position, document) in documents.enumerated() {
      try printer.add(document, isFirst: position == 0, to: &body, within: budget)
    }
    body += printer.end
    return Response(.ok, headers: [.contentType: rawValue], body: body)
  }
}

/// Prints documents one after another in an export format.
struct ExportPrinter: Sendable {
  let format: ExportFormat
  /// The names of the fields that documents may have, in the order of columns.
  private let names: [String]
  private let options: ExportOptions

  init(_ format: ExportFormat, names: [String], _ options: ExportOptions) {
    self.format = format
    self.names = names
    self.options = options
  }

  /// The bytes before the first document.
  var start: [UInt8] {
    switch format {
    case .lines: return []
    case .array: return [UInt8(ascii: "[")]
    case .values:
      var line: [UInt8] = []
      if options.hasHeader { writer.write(names.map(JSON.string), into: &line) }
      return line
    }
  }

  /// The bytes after the last document.
  var end: [UInt8] { format == .array ? [UInt8(ascii: "]")] : [] }

  /// Appends a document to a body.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func add(
    _ document: JSONObject, isFirst: Bool, to body: inout [UInt8], within budget: WorkBudget
  ) throws(Fault) {
    if format == .values { try budget.spend(names.count) }
    try ListPrinter.add(to: &body, within: budget) { body in
      switch format {
      case .values: writer.write(names.map { document[$0] }, into: &body)
      case .lines:
        JSON.object(document).print(into: &body)
        body.append(UInt8(ascii: "\n"))
      case .array:
        if !isFirst { body.append(UInt8(ascii: ",")) }
        JSON.object(document).print(into: &body)
      }
    }
  }

  private var writer: CSVWriter { CSVWriter(delimiter: options.delimiter) }
}

/// Appends lines of comma-separated values to a body.
///
/// - Source: RFC 4180, with line feeds only.
struct CSVWriter: Sendable {
  /// The ASCII character between cells.
  let delimiter: UInt8

  private static let quote = UInt8(ascii: "\"")

  /// Appends a line of cells.
  ///
  /// Missing values and null are empty cells; arrays and objects are printed as JSON.
  func write(_ cells: [JSON?], into body: inout [UInt8]) {
    for (position, cell) in cells.enumerated() {
      if position > 0 { body.append(delimiter) }
      switch cell {
      case nil, .null?: break
      case .string(let text)?: write(text, into: &body)
      case let value?: write(value.text(), into: &body)
      }
    }
    body.append(UInt8(ascii: "\n"))
  }

  private func write(_ text: String, into body: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      guard needsQuotes(bytes) else { return body += bytes }
      body.append(Self.quote)
      for byte in bytes {
        if byte == Self.quote { body.append(byte) }
        body.append(byte)
      }
      body.append(Self.quote)
    }
  }

  /// Returns whether a cell contains the delimiter, a quote or a line break.
  ///
  /// Line breaks are the ASCII line breaks, and Unicode's next line, line separator and paragraph
  /// separator.
  private func needsQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for (position, byte) in bytes.enumerated() {
      if byte == delimiter || byte == Self.quote || (0x0A...0x0D).contains(byte) { return true }
      guard byte == 0xC2 || byte == 0xE2 else { continue }
      let rest = bytes[position...]
      if rest.starts(with: [0xC2, 0x85]) || rest.starts(with: [0xE2, 0x80, 0xA8])
        || rest.starts(with: [0xE2, 0x80, 0xA9])
      {
        return true
      }
    }
    return false
  }
}

/// The options in `_exportOpts` for an export of comma-separated values (A5).
///
/// - Source: assumption: the members; the reference only names the parameter.
struct ExportOptions: Sendable {
  /// The ASCII character between cells.
  private(set) var delimiter = UInt8(ascii: ",")
  /// Whether the first line contains the field names.
  private(set) var hasHeader = true

  /// Creates the options from a JSON object with the optional members `delimiter`, one ASCII
  /// character, and `header`.
  ///
  /// - Throws: ``Fault/crudValidation`` if the string is not an object or a member is invalid, or
  ///   ``Fault/crudUnknownProperty`` for an unknown member.
  init(_ text: String?) throws(Fault) {
    guard let text else { return }
    let value: JSON
    do throws(JSONError) { value = try JSON.parse(text) } catch {
      throw .validation("querystring/_exportOpts must be object")
    }
    guard case .object(let members) = value else {
      throw .validation("querystring/_exportOpts must be object")
    }
    for member in members {
      let place = "querystring/_exportOpts/\(member.key)"
      switch member.key {
      case "delimiter":
        guard let delimiter = member.value.string.flatMap(Self.delimiter) else {
          throw .validation("\(place) must be one character")
        }
        self.delimiter = delimiter
      case "header":
        guard let flag = member.value.bool else { throw .validation("\(place) must be boolean") }
        hasHeader = flag
      default: throw .unknownProperty(member.key, at: "querystring/_exportOpts")
      }
    }
  }

  /// Returns the delimiter in a string, or `nil` if it is not a single ASCII character that can
  /// separate cells.
  static func delimiter(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""),
      !(0x0A...0x0D).contains(byte)
    else { return nil }
    return byte
  }
}
