import GhostlightCore
package import GhostlightEmulation

/// The data that StackMob gave its customers, from the dashboard's page for exports.
///
/// An export has one file for each schema, as JSON or CSV. In the file, the primary key of each
/// object is called `_id`, whatever the name of its field. Other files contain the tokens of devices,
/// and the users' accounts of Facebook and Twitter.
///
/// A row that cannot be stored is left out and reported, because the owner of the data cannot export
/// them again.
///
/// - Source: protocol reference A13, after StackMob's page and an importer of February 2014.
package struct StackMobExport: Sendable {
  /// A file of the export, such as `9339/todo.json`.
  package struct File: Sendable {
    package let path: String
    /// Calls a function with the bytes of the file, piece by piece.
    package let read: Reader

    /// Creates a file of the export, with the path that it has in the archive or folder.
    ///
    /// `read` passes the bytes to its argument piece by piece. It can be called several times.
    package init(path: String, read: @escaping Reader) { (self.path, self.read) = (path, read) }

    /// Creates a file of the export from its bytes.
    package init(path: String, bytes: [UInt8]) {
      self.init(path: path) { body throws(ConfigurationError) in body(bytes[...]) }
    }
  }

  /// A function that reads a file, and throws an error if it cannot be read.
  package typealias Reader =
    @Sendable (_ body: (ArraySlice<UInt8>) -> Void) throws(ConfigurationError) -> Void

  /// A row that was left out.
  package struct SkippedRow: Sendable, Hashable, CustomStringConvertible {
    package let file: String
    /// The number of the row's first line, from 1.
    package let line: Int
    package let reason: String

    package var description: String { "\(file):\(line): \(reason)" }
  }

  private let files: [File]
  private let onSkipped: @Sendable (SkippedRow) -> Void

  /// Creates an export from its files; `onSkipped` is called with each row that is left out.
  package init(_ files: [File], onSkipped: @escaping @Sendable (SkippedRow) -> Void = { _ in }) {
    // For each file, an archive that was created on a Mac contains a second file with metadata,
    // which is skipped.
    self.files = files.filter { file in
      Self.isNamed(file.path)
        && !file.path.split(separator: "/").contains { name in
          name == "__MACOSX" || name.hasPrefix(".") && name != "." && name != ".."
        }
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    self.onSkipped = onSkipped
  }

  /// The endings of the names of an export's files.
  package static let suffixes = [".json", ".csv"]

  /// Returns whether a path has one of the ``suffixes``.
  package static func isNamed(_ path: String) -> Bool { suffixes.contains { path.hasSuffix($0) } }

  fileprivate static func error(_ what: String) -> ConfigurationError {
    ConfigurationError(path: "$.stackmob.export", what)
  }
}

/// The member `export` of the configuration, or an element of it.
package struct ExportDescription: Sendable {
  /// The path of the archive or folder, relative to the configuration.
  package let path: String
  /// The password of all users; `nil` if they have none, because an export does not contain
  /// passwords.
  package let password: String?
  package let version: DataVersion

  /// Reads the member: a path, an object, or an array of them.
  ///
  /// - Throws: `ConfigurationError` with the place of the invalid value.
  package static func all(
    in reader: ConfigurationReader?
  ) throws(ConfigurationError) -> [ExportDescription] {
    guard let reader else { return [] }
    guard reader.value.array != nil else { return [try ExportDescription(reader)] }
    var all: [ExportDescription] = []
    for element in try reader.elements() { all.append(try ExportDescription(element)) }
    return all
  }

  private init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    guard let name = reader.value.string ?? reader["path"]?.value.string, !name.isEmpty else {
      throw reader.error(
        "must be the path of a ZIP or a folder, or an object of path, password and version")
    }
    path = name
    guard reader.value.object != nil else {
      (password, version) = (nil, .one(0))
      return
    }
    try reader.allowOnly("path", "password", "version")
    password = try reader["password"].map { password throws(ConfigurationError) in
      try password.string()
    }
    version = try DataVersion(reader["version"])
  }
}

extension StackMobExport {
  /// Stores the objects of the export, and then the devices and accounts of its users.
  ///
  /// - Throws: `ConfigurationError` with the path `$.stackmob.export` if there is no file, if two
  ///   files are for the same schema, or if a file cannot be read.
  func load(
    _ description: ExportDescription, into state: inout StackMobState, _ moment: inout Moment,
    onRow: () -> Void
  ) throws(ConfigurationError) {
    guard !files.isEmpty else { throw Self.error("holds no file such as 9339/todo.json") }
    let defined = state.schemas
    var schemas: [(file: File, name: String)] = []
    var others: [(file: File, kind: ExportServiceRow.Kind)] = []
    for file in files {
      let name = Self.schemaName(of: file.path)
      if defined[name] == nil, let kind = ExportServiceRow.Kind(fileName: name) {
        others.append((file, kind))
        continue
      }
      guard Schema.isName(name) else {
        throw Self.error("\(file.path): \"\(name)\" is not a valid schema name")
      }
      guard !schemas.contains(where: { $0.name == name }) else {
        throw Self.error("\(file.path): another file is of the schema \(name) too")
      }
      schemas.append((file, name))
    }
    for (file, name) in schemas {
      let loader = SchemaLoader(name, defined: defined[name], password: description.password)
      if state.schemas[name] == nil { state.schemas[name] = Schema(name) }
      try rows(of: file, loader.schema(in: state)) { row throws(ExportRowError) in
        try loader.store(row, in: &state, &moment)
        onRow()
      }
    }
    for (file, kind) in others {
      try rows(of: file, Schema(kind.rawValue)) { row throws(ExportRowError) in
        try ExportServiceRow(row, kind).store(in: &state, &moment)
        onRow()
      }
    }
  }

  /// Calls `body` with each row of a file, and reports the rows for which it throws an error.
  private func rows(
    of file: File, _ schema: Schema, _ body: (JSONObject) throws(ExportRowError) -> Void
  ) throws(ConfigurationError) {
    func handle<Content>(
      _ row: ExportRow<Content>, _ read: (Content) throws(ExportRowError) -> JSONObject
    ) {
      do throws(ExportRowError) {
        try body(Self.plain(read(row.content.get())))
      } catch {
        onSkipped(SkippedRow(file: file.path, line: row.line, reason: error.reason))
      }
    }
    guard file.path.hasSuffix(".csv") else {
      var rows = JSONRows()
      try file.read { piece in
        rows.add(piece) { handle($0) { object throws(ExportRowError) in object } }
      }
      rows.finish { handle($0) { object throws(ExportRowError) in object } }
      return
    }
    // The first pass finds the types of the columns, which the file does not contain.
    var columns = CSVColumns(schema)
    for isFirst in [true, false] {
      var rows = CSVRows()
      columns.begin()
      func handleTexts(_ row: ExportRow<[String]>) {
        guard !isFirst else { return columns.look(at: row) }
        if columns.isHeader(row) { return }
        handle(row) { texts throws(ExportRowError) in try columns.object(texts) }
      }
      try file.read { piece in rows.add(piece) { handleTexts($0) } }
      rows.finish { handleTexts($0) }
    }
  }

  /// Returns an object without the forms that MongoDB's export has for identifiers, times and
  /// numbers.
  ///
  /// StackMob's times are integers in milliseconds.
  private static func plain(_ object: JSONObject) -> JSONObject {
    JSONObject(uniqueMembers: object.members.map { JSONObject.Member($0.key, plain($0.value)) })
  }

  private static func plain(_ value: JSON) -> JSON {
    switch value {
    case .array(let elements): .array(elements.map(plain))
    case .object(let object): scalar(object) ?? .object(plain(object))
    default: value
    }
  }

  /// Returns the value of `{"$oid": …}`, `{"$date": …}` or `{"$numberLong": …}`; `nil` for any other
  /// object.
  private static func scalar(_ object: JSONObject) -> JSON? {
    guard object.count == 1, let member = object.members.first else { return nil }
    switch (member.key, plain(member.value)) {
    case ("$oid", .string(let id)): return .string(id)
    case ("$date", .integer(let time)): return .integer(time)
    case ("$date", .string(let text)): return ISODate.milliseconds(text).map(JSON.integer)
    case ("$numberLong", .string(let digits)): return Int64(digits).map(JSON.integer)
    case ("$numberLong", .integer(let number)): return .integer(number)
    default: return nil
    }
  }

  private static func schemaName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return String(name.prefix { $0 != "." }).lowercased()
  }
}

/// Stores the rows of one schema.
private struct SchemaLoader {
  private let name: String
  /// The schema that the configuration defines; `nil` if there is none.
  private let defined: Schema?
  private let password: String?

  init(_ name: String, defined: Schema?, password: String?) {
    (self.name, self.defined, self.password) = (name, defined, password)
  }

  func schema(in state: StackMobState) -> Schema { state.schemas[name] ?? Schema(name) }

  /// Stores an object.
  ///
  /// - Throws: The reason why the schema refuses it.
  func store(
    _ row: JSONObject, in state: inout StackMobState, _ moment: inout Moment
  ) throws(ExportRowError) {
    var object = JSONObject()
    object.reserveCapacity(row.count + 1)
    let schema = schema(in: state)
    for member in row where member.key != "_id" {
      // The first value of a field must not be null, because a null does not show its type.
      if member.value == .null, schema[member.key] == nil { continue }
      object.append(member.key, member.value)
    }
    if let id = row["_id"] { object[schema.primaryKey] = id }
    if let password, let field = schema.passwordField, object[field] == nil {
      object[field] = .string(password)
    }
    widen(object, schema, &state)
    do throws(ProviderStateError) {
      let stored = try StackMobBackend.store(
        initial: object, of: name, from: .export, &state, &moment)
      guard stored.isNew else {
        throw ProviderStateError("another object has the id \"\(stored.creation.id)\"")
      }
    } catch {
      throw ExportRowError(error.description)
    }
  }

  /// Changes inferred fields of integers to fields of floats, if the object has a fraction in them.
  ///
  /// An export writes 2.0 as 2, so the first row of a field can look like an integer.
  private func widen(_ object: JSONObject, _ schema: Schema, _ state: inout StackMobState) {
    for member in object where defined?[member.key] == nil {
      guard (member.value.array ?? [member.value]).contains(where: hasFraction) else { continue }
      switch schema[member.key] {
      case .scalar(.integer): state.schemas[name]?[member.key] = .scalar(.float)
      case .array(.integer): state.schemas[name]?[member.key] = .array(.float)
      default: continue
      }
    }
  }

  private func hasFraction(_ value: JSON) -> Bool {
    switch value {
    case .double: true
    case .decimal(let decimal): !decimal.isInteger
    default: false
    }
  }
}
