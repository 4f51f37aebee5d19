import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `POST C/import`: inserts the documents in a file; they may already have ids (A4).
  static func importDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    var collection = state.crud.collections[target.slot]
    let stamp = DocumentStamp(call, moment)
    for body in try bodies(call, target, needsID: false) {
      let document = stamp.document(body, of: target.definition, &moment)
      if let problem = try collection.insert(document, within: call.budget) {
        throw problem.fault(state.configuration)
      }
    }
    state.crud.collections[target.slot] = collection
    return .json(.created, ["message": "File uploaded successfully"])
  }

  /// Handles `PATCH C/import`: for each document in a file, changes the stored document with its
  /// id, or inserts the document if there is none.
  static func patchImport(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    var collection = state.crud.collections[target.slot]
    let stamp = DocumentStamp(call, moment)
    for body in try bodies(call, target, needsID: true) {
      let problem: DuplicateKey?
      if var known = collection.documents[body["_id"]?.string ?? ""] {
        for member in body.members { known[member.key] = member.value }
        stamp.renew(&known)
        problem = try collection.replace(known, within: call.budget)
      } else {
        problem = try collection.insert(
          stamp.document(body, of: target.definition, &moment), within: call.budget)
      }
      if let problem { throw problem.fault(state.configuration) }
    }
    state.crud.collections[target.slot] = collection
    return .json(.ok, ["message": "File uploaded successfully"])
  }

  /// Returns the validated documents of the uploaded file, in the form in which they are stored.
  private static func bodies(
    _ call: Call, _ target: CRUDTarget, needsID: Bool
  ) throws(Fault) -> [JSONObject] {
    var schema = target.definition.insertion
    schema.properties.append(
      .init(name: "_id", schema: target.definition.fields[0].valueSchema))
    if needsID { schema.required = ["_id"] }
    var result: [JSONObject] = []
    for (index, document) in try ImportFile.documents(call, target.definition).enumerated() {
      do throws(Fault) {
        let checked = try schema.validated(document, at: "record", within: call.budget)
        result.append(target.definition.stored(checked.object ?? [:]))
      } catch {
        throw error.isWorkLimit ? error : ImportFile.refused(index, error.message)
      }
    }
    return result
  }
}

/// Functions that read the uploaded file of an import (A4).
enum ImportFile {
  /// Returns the documents of the file, whose format is lines of JSON, one array, or
  /// comma-separated values.
  ///
  /// - Throws: ``Fault/crudMediaType`` if the body or the file is of another type,
  ///   ``Fault/crudMultipart`` if the body is damaged or has no file, or ``Fault/crudImport`` if
  ///   the file is invalid.
  static func documents(
    _ call: Call, _ definition: CRUDDefinition
  ) throws(Fault) -> [JSON] {
    let type = call.request.value(of: .contentType) ?? "undefined"
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

  /// Returns the format of a file, determined by its content type or else by its file name
  /// extension.
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

  /// Returns the delimiter of cells: the contents of the part `delimiter`, or a comma.
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

  /// Returns the lines of a table as objects; the first line contains the member names.
  ///
  /// An empty cell adds no member.
  private static func table(
    _ bytes: [UInt8], _ delimiter: UInt8, _ definition: CRUDDefinition, _ budget: WorkBudget
  ) throws(Fault) -> [JSON] {
    guard let lines = try CSVReader.lines(of: bytes, delimiter: delimiter, within: budget) else {
      throw refused(0, "a quote is not closed")
    }
    guard let names = lines.first else { return [] }
    // For each cell, its name is looked up in the definition's fields and among the document's
    // members, so a cell's cost grows with both.
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

  /// Returns a cell's value.
  ///
  /// If the field is an object, an array or a point, the cell contains JSON. Otherwise the value is
  /// a string, which validation converts.
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

  /// Returns the refusal for the document at `index` in the file.
  static func refused(_ index: Int, _ message: String) -> Fault {
    .crudImport.filled(["index": String(index), "message": message])
  }
}

/// Reads lines of comma-separated values, with optional quotes around cells.
///
/// - Source: RFC 4180; lines may end with a line feed alone.
struct CSVReader {
  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var position = 0

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates a reader of UTF-8 bytes with an ASCII delimiter between cells.
  ///
  /// A byte order mark at the start is skipped.
  init(_ bytes: [UInt8], delimiter: UInt8) {
    self.bytes = bytes
    self.delimiter = delimiter
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
  }

  /// Returns the cells of all nonempty lines, or `nil` if a quote is not closed.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  static func lines(
    of bytes: [UInt8], delimiter: UInt8, within budget: WorkBudget
  ) throws(Fault) -> [[String]]? {
    try budget.spend(bytes: bytes.count)
    var reader = CSVReader(bytes, delimiter: delimiter)
    var lines: [[String]] = []
    while reader.position < reader.bytes.count {
      guard let line = reader.line() else { return nil }
      try budget.spend(line.count + 1)
      if line != [""] { lines.append(line) }
    }
    return lines
  }

  private mutating func line() -> [String]? {
    var cells: [String] = []
    while true {
      guard let cell = cell() else { return nil }
      cells.append(cell)
      guard position < bytes.count, bytes[position] == delimiter else { break }
      position += 1
    }
    if position < bytes.count, bytes[position] == Self.carriageReturn { position += 1 }
    if position < bytes.count, bytes[position] == Self.lineFeed { position += 1 }
    return cells
  }

  private mutating func cell() -> String? {
    var content: [UInt8] = []
    if position < bytes.count, bytes[position] == Self.quote {
      guard let quoted = quotedCell() else { return nil }
      content = quoted
    }
    // Text after a closing quote belongs to the cell, as in other lenient readers.
    while position < bytes.count, !endsCell { content.append(next()) }
    return String(decoding: content, as: UTF8.self)
  }

  private var endsCell: Bool {
    let byte = bytes[position]
    guard byte != delimiter, byte != Self.lineFeed else { return true }
    return byte == Self.carriageReturn
      && (position + 1 == bytes.count || bytes[position + 1] == Self.lineFeed)
  }

  private mutating func quotedCell() -> [UInt8]? {
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = next()
      guard byte == Self.quote else {
        content.append(byte)
        continue
      }
      guard position < bytes.count, bytes[position] == Self.quote else { return content }
      content.append(next())
    }
    return nil
  }

  private mutating func next() -> UInt8 {
    defer { position += 1 }
    return bytes[position]
  }
}
