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

  /// Determines the format from a request's `Accept` header field.
  ///
  /// The type with the greatest weight counts, and the first of several. Without a type, or for
  /// any type, the format is `usual`.
  ///
  /// - Throws: ``Fault/crudNotAcceptable`` if the type is not one of the formats.
  /// - Source: crud-service 7.2.5, lib/acceptHeaderParser.js and lib/mimeTypeTransform.js.
  init(_ request: Request, usual: ExportFormat = .lines) throws(Fault) {
    var best: (name: String, weight: Double)?
    for piece in (request.value(of: .accept) ?? "").split(separator: ",") {
      let parts = piece.split(separator: ";", omittingEmptySubsequences: false)
      let name = String(parts[0].trimmed)
      guard name.contains("/") else { continue }
      let weights = parts.dropFirst().compactMap { part -> Double? in
        let text = part.trimmed
        return text.hasPrefix("q=") ? Double(text.dropFirst(2)) : nil
      }
      let weight = weights.first ?? 1
      if best.map({ weight > $0.weight }) ?? true { best = (name, weight) }
    }
    guard let name = best?.name, name != "*/*" else {
      self = usual
      return
    }
    guard let format = ExportFormat(rawValue: name) else {
      throw .crudNotAcceptable.filled(["type": name])
    }
    self = format
  }

  /// Returns a response with the documents in this format.
  ///
  /// `names` are the fields that documents may have.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func response(
    _ documents: [JSONObject], names: [String], _ options: CSVOptions,
    within budget: WorkBudget
  ) throws(Fault) -> Response {
    var printer = ExportPrinter(self, names: names, options)
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
  /// The names of the columns, which may be dotted paths.
  private var names: [String]
  private var paths: [FilterPath]
  private let writer: CSVWriter

  init(_ format: ExportFormat, names: [String], _ options: CSVOptions) {
    self.format = format
    self.names = names
    paths = names.map(FilterPath.init)
    writer = CSVWriter(options)
  }

  /// The bytes before the first document.
  var start: [UInt8] {
    switch format {
    case .lines: return []
    case .array: return [UInt8(ascii: "[")]
    case .values:
      var line: [UInt8] = []
      if !writer.findsColumns { writer.writeHeader(names, into: &line) }
      return line
    }
  }

  /// The bytes after the last document.
  var end: [UInt8] { format == .array ? [UInt8(ascii: "]")] : [] }

  /// Appends a document to a body.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  mutating func add(
    _ document: JSONObject, isFirst: Bool, to body: inout [UInt8], within budget: WorkBudget
  ) throws(Fault) {
    if format == .values {
      if isFirst, writer.findsColumns {
        // The service adds `_id` to each document, even without a value.
        names = document.keys + (document["_id"] == nil ? ["_id"] : [])
        paths = names.map(FilterPath.init)
        writer.writeHeader(names, into: &body)
      }
      try budget.spend(names.count)
    }
    try ListPrinter.add(to: &body, within: budget) { body in
      switch format {
      case .values:
        writer.write(
          zip(names, paths).map { name, path in
            document[name] ?? DocumentPath.value(at: path.names[...], in: .object(document))
          }, into: &body)
      case .lines:
        JSON.object(document).print(into: &body)
        body.append(UInt8(ascii: "\n"))
      case .array:
        if !isFirst { body.append(UInt8(ascii: ",")) }
        JSON.object(document).print(into: &body)
      }
    }
  }
}
