import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The file of an import (A4).
enum ImportFile {
  /// The documents of the uploaded file: lines of JSON, or one array.
  ///
  /// - Throws: ``Fault/crudMediaType``, ``Fault/crudMultipart`` and ``Fault/crudImport``.
  static func documents(_ request: Request) throws(Fault) -> [JSON] {
    let type = request.headers.value(of: .contentType) ?? "undefined"
    guard type.lowercased().hasPrefix("multipart/form-data") else {
      throw .crudMediaType.filled(["type": type])
    }
    guard let parts = MultipartBody.parts(of: request) else {
      throw .crudMultipart.filled(["message": "Boundary not found or part malformed"])
    }
    guard let file = parts.first(where: { $0.fileName != nil }) else {
      throw .crudMultipart.filled(["message": "there is no file among the parts"])
    }
    let kind = file.contentType ?? "application/x-ndjson"
    switch kind.prefix(while: { $0 != ";" }).lowercased() {
    case "application/json": return try array(file.content)
    case "application/x-ndjson", "application/octet-stream": return try lines(file.content)
    default: throw .crudMediaType.filled(["type": kind])
    }
  }

  private static func array(_ bytes: [UInt8]) throws(Fault) -> [JSON] {
    guard case .array(let documents) = try parse(bytes, 0) else {
      throw refused(0, "the file must be an array")
    }
    return documents
  }

  private static func lines(_ bytes: [UInt8]) throws(Fault) -> [JSON] {
    var documents: [JSON] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !text.isEmpty else { continue }
      documents.append(try parse(Array(text), documents.count))
    }
    return documents
  }

  private static func parse(_ bytes: [UInt8], _ index: Int) throws(Fault) -> JSON {
    do throws(JSONError) { return try JSON.parse(bytes) } catch {
      throw refused(index, error.description)
    }
  }

  /// The refusal of a document.
  static func refused(_ index: Int, _ message: String) -> Fault {
    .crudImport.filled(["index": String(index), "message": message])
  }
}
