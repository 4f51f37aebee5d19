import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The format of an export.
enum ExportFormat: String, Sendable {
  /// One document a line.
  case lines = "application/x-ndjson"
  /// One array.
  case array = "application/json"

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
      if let format = ExportFormat(rawValue: name) {
        self = format
        return
      }
    }
    throw .crudNotAcceptable.filled(["type": accepted])
  }

  func response(_ documents: [JSONObject]) -> Response {
    var body: [UInt8] = []
    switch self {
    case .array: body = JSON.array(documents.map(JSON.object)).bytes
    case .lines:
      for document in documents {
        JSON.object(document).print(into: &body)
        body.append(UInt8(ascii: "\n"))
      }
    }
    return Response(.ok, headers: [.contentType: rawValue], body: body)
  }
}
