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
    for body in try bodies(call, target) {
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
  ///
  /// A document without an id changes the first stored document with all of its members.
  ///
  /// - Source: crud-service 7.2.5, lib/CrudService.js, `upsertMany`, and
  ///   tests/httpInterface.patchImport.test.js.
  static func patchImport(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    var collection = state.crud.collections[target.slot]
    let stamp = DocumentStamp(call, moment)
    for body in try bodies(call, target) {
      let problem: DuplicateKey?
      if var known = try collection.equal(to: body, within: call.budget) {
        known["__STATE__"] = .string(target.definition.defaultState.rawValue)
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
  ///
  /// Members that are not fields are left out.
  private static func bodies(
    _ call: Call, _ target: CRUDTarget
  ) throws(Fault) -> [JSONObject] {
    let definition = target.definition
    let file = try ImportFile(call, target.line)
    var schema = definition.start
    schema.allowsOthers = true
    var result: [JSONObject] = []
    for (index, document) in try file.documents(within: call.budget).enumerated() {
      do throws(Fault) {
        let checked = try schema.validated(document, at: "", within: call.budget)
        var body = checked.object ?? [:]
        for member in body.members where definition.field(member.key) == nil {
          body[member.key] = nil
        }
        for name in ["updaterId", "updatedAt", "creatorId", "createdAt"] where body[name] != nil {
          throw .database("\(name) cannot be specified")
        }
        result.append(try definition.stored(body, target.line))
      } catch {
        guard error.status == .badRequest, !error.isWorkLimit else { throw error }
        throw ImportFile.refused(index, error.message)
      }
    }
    return result
  }
}

extension CRUDCollection {
  /// Returns the document that a document of an import changes, or `nil` if there is none.
  fileprivate func equal(
    to body: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> JSONObject? {
    if let id = body["_id"]?.string { return try document(id, within: budget) }
    let conditions = body.members.map { member in
      FilterCondition.equals(member.value).predicate(at: FilterPath(member.key))
    }
    return try documents.page(Query(alive(.and(conditions)), limit: 1), within: budget)
      .first?.document
  }
}

/// The uploaded file of an import, with the options of its form (A4).
///
/// - Source: crud-service 7.2.5, lib/httpInterface.js, `handleCollectionImport`.
struct ImportFile {
  private let format: ExportFormat
  private let content: [UInt8]
  private var delimiter = ","
  private var escape = "\\"
  /// Whether a byte order mark at the start is not part of the first name, as from 7.2 on.
  private let skipsMark: Bool

  /// Reads the form of a request.
  ///
  /// - Throws: ``Fault/crudImportForm`` if the body is not a form, has no file or an unknown
  ///   option, ``Fault/crudImportType`` for a file of another type, or ``Fault/crudMultipart`` if
  ///   the body is damaged.
  init(_ call: Call, _ line: CRUDCompatibility) throws(Fault) {
    skipsMark = line == .seven
    let type = call.request.value(of: .contentType) ?? ""
    guard type.lowercased().hasPrefix("multipart/form-data") else {
      throw .crudImportForm.filled(["message": "Request is not multipart"])
    }
    guard let parts = try MultipartBody.parts(of: call.request, within: call.budget) else {
      throw .crudMultipart.filled(["message": "Boundary not found or part malformed"])
    }
    guard let position = parts.firstIndex(where: { $0.fileName != nil }) else {
      throw .crudImportForm.filled(["message": "Missing file"])
    }
    content = parts[position].content
    let name = parts[position].contentType ?? "text/plain"
    let known = ExportFormat(rawValue: name.prefix { $0 != ";" }.lowercased())
    format = known ?? .lines
    for index in parts.indices where index != position { try read(parts[index]) }
    guard known != nil else { throw .crudImportType.filled(["type": name]) }
  }

  private static let encodings = ["utf8", "ucs2", "utf16le", "latin1", "ascii", "base64", "hex"]

  /// Reads an option of the form.
  private mutating func read(_ part: MultipartPart) throws(Fault) {
    let text = String(decoding: part.content, as: UTF8.self)
    let isShort = (1...10).contains(text.unicodeScalars.count)
    switch part.name {
    case "delimiter" where isShort: delimiter = text
    case "escape" where isShort: escape = text
    case "encoding" where Self.encodings.contains(text): break
    default: throw .crudImportForm.filled(["message": "Invalid options"])
    }
  }

  /// Returns the documents of the file, whose format is lines of JSON, one array, or
  /// comma-separated values.
  ///
  /// - Throws: ``Fault/crudImport`` if the file is invalid.
  func documents(within budget: WorkBudget) throws(Fault) -> [JSON] {
    switch format {
    case .array:
      try budget.spend(bytes: content.count)
      guard case .array(let documents) = try Self.parse(content, 0) else {
        throw Self.refused(0, "the file must be an array")
      }
      return documents
    case .lines: return try lines(budget)
    case .values: return try table(budget)
    }
  }

  private func lines(_ budget: WorkBudget) throws(Fault) -> [JSON] {
    var documents: [JSON] = []
    for line in content.split(separator: UInt8(ascii: "\n")) {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !text.isEmpty else { continue }
      try budget.spend(bytes: text.count)
      documents.append(try Self.parse(Array(text), documents.count))
    }
    return documents
  }

  /// Returns the lines of a table as objects; the first line contains the member names.
  ///
  /// A cell that is valid JSON has the value of that JSON; any other cell is a string.
  private func table(_ budget: WorkBudget) throws(Fault) -> [JSON] {
    guard
      let lines = try CSVReader.lines(
        of: content, delimiter: delimiter, escape: escape, skipsMark: skipsMark, within: budget)
    else { throw Self.refused(0, "a quote is not closed") }
    guard let names = lines.first else { return [] }
    // For each cell, its name is looked up among the document's members.
    let width = names.count >> 4 + 1
    var documents: [JSON] = []
    for (index, cells) in lines.dropFirst().enumerated() {
      guard cells.count == names.count else {
        throw Self.refused(
          index, "the line has \(cells.count) cells, the first one \(names.count)")
      }
      var document = JSONObject()
      try budget.spend(cells.count, times: width)
      for (name, cell) in zip(names, cells) {
        do throws(JSONError) { document[name] = try JSON.parse(cell) } catch {
          document[name] = .string(cell)
        }
      }
      documents.append(.object(document))
    }
    return documents
  }

  private static func parse(_ bytes: [UInt8], _ index: Int) throws(Fault) -> JSON {
    do throws(JSONError) { return try JSON.parse(bytes) } catch {
      throw refused(index, error.description)
    }
  }

  /// Returns the refusal for the document at `index` in the file.
  ///
  /// A path at the start of the message comes after the index.
  static func refused(_ index: Int, _ message: String) -> Fault {
    // Several problems of one value are joined; the service names the first one.
    let text = message.split(separator: ", /").first.map(String.init) ?? message
    guard text.hasPrefix("/"), let end = text.firstIndex(of: " ") else {
      return .crudImport.filled([
        "index": String(index), "message": String(text.drop { $0 == " " }),
      ])
    }
    return .crudImport.filled([
      "index": "\(index), \(text[..<end])", "message": String(text[end...].dropFirst()),
    ])
  }
}
