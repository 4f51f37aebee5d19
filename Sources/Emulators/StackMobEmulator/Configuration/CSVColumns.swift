import GhostlightCore

/// The columns of a CSV file of an export, with the types of their values.
///
/// CSV has no types. A field that the configuration defines has its own; for any other field, all
/// values of the column determine the type.
struct CSVColumns {
  private enum Kind: Equatable {
    case bool, integer, float, json, text
  }

  private let schema: Schema
  private var names: [String] = []
  private var kinds: [Kind?] = []
  private var hasHeader = false

  init(_ schema: Schema) { self.schema = schema }

  /// Begins a pass over the file.
  mutating func begin() { hasHeader = false }

  /// Returns whether a row is the header, which is the first row.
  mutating func isHeader(_ row: ExportRow<[String]>) -> Bool {
    guard !hasHeader, case .success(let texts) = row.content else { return false }
    (names, hasHeader) = (texts, true)
    return true
  }

  /// Reads the types of a row's values.
  mutating func look(at row: ExportRow<[String]>) {
    guard !isHeader(row) else {
      kinds = names.map(kind)
      return
    }
    guard case .success(let texts) = row.content, texts.count == names.count else { return }
    for (position, text) in texts.enumerated() where !text.isEmpty {
      let kind = Self.kind(of: text)
      guard let before = kinds[position], before != kind else {
        kinds[position] = kind
        continue
      }
      let isNumber = [.integer, .float].contains(before) && [.integer, .float].contains(kind)
      if schema[names[position]] == nil { kinds[position] = isNumber ? .float : .text }
    }
  }

  /// Returns the object of a row; empty fields are left out.
  ///
  /// - Throws: The reason why the row does not fit the header.
  func object(_ texts: [String]) throws(ExportRowError) -> JSONObject {
    guard texts.count == names.count else {
      throw ExportRowError("the row has \(texts.count) values, and the header has \(names.count)")
    }
    var object = JSONObject()
    for (position, text) in texts.enumerated() where !text.isEmpty {
      object[names[position]] = Self.value(text, kinds[position], of: names[position])
    }
    return object
  }

  /// Returns the kind of a field that the configuration defines; `nil` for any other field.
  private func kind(of name: String) -> Kind? {
    switch schema[name] {
    case .scalar(.boolean): .bool
    case .scalar(.integer): .integer
    case .scalar(.float): .float
    case .array, .geopoint, .relationship(_, true): .json
    case .none: name == "_id" ? .text : nil
    case .some: .text
    }
  }

  private static func kind(of text: String) -> Kind {
    // Most values are texts, whose first byte shows it.
    guard let first = text.utf8.first, "{[tf-0123456789".utf8.contains(first),
      let value = try? JSON.parse(text)
    else { return .text }
    switch value {
    case .bool: return .bool
    case .integer: return .integer
    case .double, .decimal: return .float
    case .array, .object: return .json
    case .null, .string: return .text
    }
  }

  private static func value(_ text: String, _ kind: Kind?, of name: String) -> JSON {
    if name == "createddate" || name == "lastmoddate",
      let time = Int64(text) ?? ISODate.milliseconds(text)
    {
      return .integer(time)
    }
    // MongoDB writes an identifier like this; a value that is not of the type is refused later.
    // - Source: assumption: the service's exports were made by mongoexport, as `$oid` shows.
    for prefix in ["ObjectId(", "ObjectID("] where text.hasPrefix(prefix) && text.hasSuffix(")") {
      return .string(text.dropFirst(prefix.count).dropLast().filter { $0 != "\"" })
    }
    guard kind != .text, let parsed = try? JSON.parse(text) else { return .string(text) }
    return parsed
  }
}
