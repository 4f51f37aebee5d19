import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The file of an import (A4).
enum ImportFile {
  /// The documents of the uploaded file: lines of JSON, one array, or comma-separated values.
  ///
  /// - Throws: ``Fault/crudMediaType``, ``Fault/crudMultipart`` and ``Fault/crudImport``.
  static func documents(
    _ call: Call, _ definition: CRUDDefinition
  ) throws(Fault) -> [JSON] {
    let type = call.request.headers.value(of: .contentType) ?? "undefined"
    guard type.lowercased().hasPrefix("multipart/form-data") else {
      throw .crudMediaType.filled(["type": type])
    }
    guard let parts = try MultipartBody.parts(of: call.request, within: call.budget) else {
      throw .crudMultipart.filled(["message": "Boundary not found or part malformed"])
    }
    guard let file = parts.first(where: { $0.fileName != nil }) else {
      throw .crudMultipart.filled(["message": "there is no file among the parts"])
    }
    switch try kind(of: file) {
    case .array:
      try call.budget.spend(bytes: file.content.count)
      return try array(file.content)
    case .lines: return try lines(file.content, call.budget)
    case .values:
      return try table(file.content, try delimiter(parts), definition, call.budget)
    }
  }

  /// What a file says it is or, where it says nothing, what its name says.
  private static func kind(of file: MultipartPart) throws(Fault) -> ExportFormat {
    let type = file.contentType ?? "application/octet-stream"
    let name = type.prefix { $0 != ";" }.lowercased()
    if let format = ExportFormat(rawValue: name) { return format }
    guard name == "application/octet-stream" else { throw .crudMediaType.filled(["type": type]) }
    switch file.fileName?.split(separator: ".").last?.lowercased() {
    case "json": return .array
    case "csv": return .values
    default: return .lines
    }
  }

  private static func array(_ bytes: [UInt8]) throws(Fault) -> [JSON] {
    guard case .array(let documents) = try parse(bytes, 0) else {
      throw refused(0, "the file must be an array")
    }
    return documents
  }

  private static func lines(
    _ bytes: [UInt8], _ budget: WorkBudget
  ) throws(Fault) -> [JSON] {
    var documents: [JSON] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !text.isEmpty else { continue }
      try budget.spend(bytes: text.count)
      documents.append(try parse(Array(text), documents.count))
    }
    return documents
  }

  /// What stands between cells: the part named so, or a comma.
  ///
  /// - Source: assumption: the name of the part.
  private static func delimiter(_ parts: [MultipartPart]) throws(Fault) -> UInt8 {
    guard let part = parts.first(where: { $0.name == "delimiter" }) else {
      return UInt8(ascii: ",")
    }
    let text = String(decoding: part.content, as: UTF8.self)
    guard let delimiter = ExportOptions.delimiter(text) else {
      throw .validation("body/delimiter must be one character")
    }
    return delimiter
  }

  /// The lines of a table, by the names of its first line; empty cells are left out.
  private static func table(
    _ bytes: [UInt8], _ delimiter: UInt8, _ definition: CRUDDefinition, _ budget: WorkBudget
  ) throws(Fault) -> [JSON] {
    guard let lines = try CSVReader.lines(of: bytes, delimiter: delimiter, within: budget) else {
      throw refused(0, "a quote is not closed")
    }
    guard let names = lines.first else { return [] }
    // Each cell's field is looked for among the fields, each name among those of its line.
    let width = (names.count + definition.fields.count) >> 4 + 1
    var documents: [JSON] = []
    for (index, cells) in lines.dropFirst().enumerated() {
      guard cells.count == names.count else {
        throw refused(index, "the line has \(cells.count) cells, the first one \(names.count)")
      }
      var document = JSONObject()
      try budget.spend(cells.count, times: width)
      for (name, cell) in zip(names, cells) where !cell.isEmpty {
        document[name] = try value(cell, definition.field(name)?.kind, index)
      }
      documents.append(.object(document))
    }
    return documents
  }

  /// A cell's value: JSON where the field is no scalar, else text that validation converts.
  private static func value(
    _ cell: String, _ kind: FieldKind?, _ index: Int
  ) throws(Fault) -> JSON {
    switch kind {
    case .geoPoint, .rawObject, .array: try parse(Array(cell.utf8), index)
    default: .string(cell)
    }
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
