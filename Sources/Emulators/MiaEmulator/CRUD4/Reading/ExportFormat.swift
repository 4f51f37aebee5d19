import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The format of an export, or of the file of an import.
enum ExportFormat: String, Sendable {
  /// One document a line.
  case lines = "application/x-ndjson"
  /// One array.
  case array = "application/json"
  /// A line of names, then one document a line.
  case values = "text/csv"

  /// The format that a request accepts; lines unless it says so.
  ///
  /// - Throws: ``Fault/crudNotAcceptable``.
  init(_ request: Request) throws(Fault) {
    guard let accepted = request.headers.value(of: .accept) else {
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

  /// The documents in this format; `names` are the fields they may have.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func response(
    _ documents: [JSONObject], names: [String], _ options: ExportOptions,
    within budget: WorkBudget
  ) throws(Fault) -> Response {
    var body: [UInt8] = []
    switch self {
    case .array: body = try ListPrinter.array(documents, within: budget)
    case .lines:
      for document in documents {
        try ListPrinter.add(to: &body, within: budget) { body in
          JSON.object(document).print(into: &body)
          body.append(UInt8(ascii: "\n"))
        }
      }
    case .values:
      let writer = CSVWriter(delimiter: options.delimiter)
      if options.hasHeader { writer.write(names.map(JSON.string), into: &body) }
      for document in documents {
        try budget.spend(names.count)
        try ListPrinter.add(to: &body, within: budget) { body in
          writer.write(names.map { document[$0] }, into: &body)
        }
      }
    }
    return Response(.ok, headers: [.contentType: rawValue], body: body)
  }
}
