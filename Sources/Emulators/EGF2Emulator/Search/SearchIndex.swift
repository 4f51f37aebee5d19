import GhostlightCore
import GhostlightEmulation

/// The searchable fields of a type's objects (A13).
struct SearchIndex: Sendable {
  let name: String
  let typeName: String
  /// The fields; several of the same name are the words of one field, from several members.
  let fields: [SearchField]
  /// The indexes of the types whose objects this index contains; empty if it contains those of
  /// ``typeName``.
  private(set) var parts: [SearchIndex] = []

  func fields(named name: String) -> [SearchField] {
    fields.filter { $0.name.isExactly(name) }
  }

  /// Returns the index of a type for which the configuration does not define one: that of the sync
  /// service's own configuration or, for a type that it does not know, an automatic one.
  static func standard(for type: ObjectType, in schema: GraphSchema) -> SearchIndex {
    ofSync.first { $0.name.isExactly(type.name) } ?? SearchIndex(automaticFor: type, in: schema)
  }

  /// The indexes of the sync service's own configuration.
  ///
  /// - Source: EGF2/sync config.json, commit c322189.
  private static let ofSync: [SearchIndex] = [
    SearchIndex(
      "user",
      [
        whole("id"), SearchField("first_name", FieldPath(["name", "given"]), .string),
        SearchField("last_name", FieldPath(["name", "family"]), .string), whole("email"),
      ]),
    SearchIndex(
      "file",
      [
        whole("id"), SearchField("standalone", FieldPath("standalone"), .boolean),
        SearchField("created_at", FieldPath("created_at"), .date),
      ]),
    SearchIndex("schedule", [whole("id")]),
  ]

  private init(_ name: String, of typeName: String? = nil, _ fields: [SearchField]) {
    (self.name, self.typeName, self.fields) = (name, typeName ?? name, fields)
  }

  /// Returns a field whose strings are compared as a whole.
  private static func whole(_ name: String) -> SearchField {
    var field = SearchField(name, FieldPath(name), .string)
    (field.isAnalyzed, field.isWhole) = (false, true)
    return field
  }

  /// Creates an index with all scalar fields of a type, and those of its structs as
  /// `struct.member`.
  private init(automaticFor type: ObjectType, in schema: GraphSchema) {
    name = type.name
    typeName = type.name
    var fields: [SearchField] = []
    for field in type.fields {
      if case .structure(let structure) = field.kind {
        for member in schema.fields(of: structure) ?? [] {
          guard let kind = Self.kind(member.kind) else { continue }
          let path = FieldPath([field.name, member.name])
          fields.append(SearchField("\(field.name).\(member.name)", path, kind))
        }
      } else if let kind = Self.kind(field.kind) {
        fields.append(SearchField(field.name, FieldPath(field.name), kind))
      }
    }
    for slot in fields.indices { fields[slot].isWhole = true }
    self.fields = fields
  }

  /// Creates an index from `object_type` and `mapping` in the sync service's configuration.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  init(
    _ name: String, _ reader: ConfigurationReader, in schema: GraphSchema
  ) throws(ConfigurationError) {
    try reader.refuseMisspelled(["object_type", "mapping", "settings", "sources"])
    if reader["object_type"] == nil, let sources = reader["sources"] {
      self = try SearchIndex(name, reader, joining: sources, in: schema)
      return
    }
    guard let type = reader["object_type"] else {
      throw reader.error(
        "has no \"object_type\": name the type, or instead of a handler of the service add "
          + "\"sources\", such as {\"user\": {\"combo\": [\"name.given\", \"name.family\"]}}")
    }
    self.name = name
    typeName = try type.string()
    guard schema.type(named: typeName) != nil else {
      throw type.error("is not a type of \"graph\"; define it there")
    }
    var fields: [SearchField] = []
    for member in try reader.required("mapping").members() {
      fields.append(try Self.field(member.key, member.reader))
    }
    if !fields.contains(where: { $0.name == "id" }) { fields.append(Self.whole("id")) }
    self.fields = fields
  }

  /// Creates an index of several types, whose member `sources` has the members of each type's
  /// objects for each field.
  ///
  /// In the service, a handler fills such an index.
  ///
  /// - Source: EGF2/docs, _Guide.md, *Custom Index*, commit 3e4eaca; egf2-guide/sync
  ///   extra/post_user.js, commit 15db70e.
  private init(
    _ name: String, _ reader: ConfigurationReader, joining sources: ConfigurationReader,
    in schema: GraphSchema
  ) throws(ConfigurationError) {
    var mapping: [SearchField] = []
    for member in try reader.required("mapping").members() {
      mapping.append(try Self.field(member.key, member.reader))
    }
    if !mapping.contains(where: { $0.name == "id" }) { mapping.append(Self.whole("id")) }
    var parts: [SearchIndex] = []
    for member in try sources.members() {
      guard schema.type(named: member.key) != nil else {
        throw member.reader.error("is not a type of \"graph\"; define it there")
      }
      for source in try member.reader.members()
      where !mapping.contains(where: { $0.name.isExactly(source.key) }) {
        throw source.reader.error("is not a field of \"mapping\"; define it there")
      }
      var fields: [SearchField] = []
      for field in mapping {
        for path in try Self.paths(of: field, member.reader) {
          fields.append(field.at(.dotted(path)))
        }
      }
      parts.append(SearchIndex(name, of: member.key, fields))
    }
    guard !parts.isEmpty else { throw sources.error("names no type; add one, such as \"user\"") }
    self.init(name, mapping)
    self.parts = parts
  }

  /// Returns the paths from which a field of an index of several types is filled.
  private static func paths(
    of field: SearchField, _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [String] {
    guard let source = reader[field.name] else { return field.name == "id" ? ["id"] : [] }
    if let path = source.value.string { return [path] }
    var paths: [String] = []
    for element in try source.elements() { paths.append(try element.string()) }
    return paths
  }

  /// Returns the indexes in the configuration's member `elastic`.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  static func indexes(
    _ reader: ConfigurationReader, in schema: GraphSchema
  ) throws(ConfigurationError) -> [SearchIndex] {
    var indexes: [SearchIndex] = []
    for member in try reader["indices"]?.members() ?? [] {
      indexes.append(try SearchIndex(member.key, member.reader, in: schema))
    }
    return indexes
  }

  private static func field(
    _ name: String, _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> SearchField {
    try reader.refuseMisspelled(["type", "field_name", "index", "analyzer"])
    let type = try reader.required("type")
    guard let kind = SearchField.Kind(rawValue: try type.string()) else {
      throw type.error(expected: "\"string\", \"integer\", \"boolean\" or \"date\"")
    }
    let path = try reader["field_name"]?.string() ?? name
    var field = SearchField(name, .dotted(path), kind)
    if try reader["index"]?.string() == "not_analyzed" {
      (field.isAnalyzed, field.isWhole) = (false, true)
    }
    return field
  }

  private static func kind(_ kind: FieldKind) -> SearchField.Kind? {
    switch kind {
    case .string, .objectID: .string
    case .integer, .number: .integer
    case .boolean: .boolean
    case .date: .date
    case .array(let element): if case .structure = element { nil } else { self.kind(element) }
    case .structure, .unknown: nil
    }
  }
}

/// Splits a string into lower-case words, which consist of letters and digits (A13).
enum SearchWords {
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in text.utf8 {
      // A character that is not ASCII needs the slower function, which uses Unicode's properties.
      guard byte < 0x80 else { return unicodeWords(of: text) }
      if isLower(byte) || isDigit(byte) {
        word.append(byte)
      } else if isUpper(byte) {
        word.append(byte | 0x20)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func unicodeWords(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      if isPart(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word.removeAll()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Returns whether a scalar is a letter, a mark on a letter, or a digit.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
