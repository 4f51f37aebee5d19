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
  func response(_ documents: [JSONObject], names: [String], _ options: ExportOptions) -> Response {
    var body: [UInt8] = []
    switch self {
    case .array: body = JSON.array(documents.map(JSON.object)).bytes
    case .lines:
      for document in documents {
        JSON.object(document).print(into: &body)
        body.append(UInt8(ascii: "\n"))
      }
    case .values:
      let writer = CSVWriter(delimiter: options.delimiter)
      if options.hasHeader { body += writer.line(names.map(JSON.string)) }
      for document in documents { body += writer.line(names.map { document[$0] }) }
    }
    return Response(.ok, headers: [.contentType: rawValue], body: body)
  }
}
