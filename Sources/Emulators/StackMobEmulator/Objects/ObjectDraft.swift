import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The contents of a body that has been checked against its schema, so that storing them cannot
/// fail.
struct ObjectDraft: Sendable {
  /// An integer field and the amount by which an update increments it (A11.1).
  struct Increment: Sendable {
    let field: String
    let amount: Int64
  }

  /// The kind of write, which determines some of the refusals (A6.2).
  enum Purpose {
    case create
    case update
  }

  /// The schema, including new fields that were inferred from the body.
  private(set) var schema: Schema
  /// The values to store, except passwords and counters.
  private(set) var values = JSONObject()
  private(set) var increments: [Increment] = []
  /// A user's new password; `nil` if the body does not contain one.
  private(set) var password: String?
  /// The files in the body, keyed by the name of their binary field (A17).
  private(set) var files: [String: BinaryFile] = [:]

  private let purpose: Purpose
  private let context: WriteContext

  /// Creates a draft from a body, whose members are checked one by one.
  ///
  /// - Throws: The refusals of A6.1 and A6.2.
  init(
    _ body: JSONObject, for purpose: Purpose, in schema: borrowing Schema,
    _ context: borrowing WriteContext
  ) throws(Fault) {
    self.schema = copy schema
    self.purpose = purpose
    self.context = copy context
    try context.budget.spend(2 * body.count + 2)
    values.reserveCapacity(body.count)
    for member in body {
      if member.key.outerBytes?.last == UInt8(ascii: "]"),
        member.key.utf8.suffix(5).elementsEqual("[inc]".utf8)
      {
        let field = String(decoding: member.key.utf8.dropLast(5), as: UTF8.self)
        try addIncrement(of: field, member.value)
      } else {
        try add(member)
      }
    }
  }

  private mutating func add(_ member: JSONObject.Member) throws(Fault) {
    let field = member.key
    // Only the server sets the owner (A6), but clients send the field back with the rest of the
    // object.
    // - Source: assumption: the value that the client sends is ignored.
    guard field != "sm_owner" else { return }
    let type = try type(of: field, for: member.value)
    guard TypeChecking.fits(member.value, type) else {
      let problem = type == .geopoint ? member.value.object.flatMap(GeoPoint.problem) : nil
      throw wrongType(field, type, problem)
    }
    switch type {
    case .password: password = member.value.string
    case .geopoint: values.append(field, Self.withoutDistance(member.value))
    case .binary: try addFile(of: field, member.value)
    default: values.append(field, member.value)
    }
  }

  /// Returns the type of a field; if the field or its element type is unknown, the type is inferred
  /// from the value.
  private mutating func type(of field: String, for value: JSON) throws(Fault) -> FieldType {
    guard let known = schema[field] else {
      guard Schema.isName(field) else {
        let name = field.lowercased()
        let refusal = Fault.badName.filled(["name": field])
        throw Schema.isName(name) ? refusal.withReason("send \(name)", section: "D55") : refusal
      }
      guard context.infersFields else {
        throw .unknownFieldInProduction.filled(["field": field, "schema": schema.name])
      }
      try context.budget.spend(8)
      let inferred = try inferredType(of: field, for: value)
      schema[field] = inferred
      return inferred
    }
    guard case .array(let elements) = value, known == .array(nil),
      let element = try Inference.elementType(of: elements, field: field)
    else { return known }
    schema[field] = .array(element)
    return schema[field] ?? known
  }

  /// Returns the type that the header fields define for `field`, otherwise the type of `value`
  /// (A6.1).
  private func inferredType(of field: String, for value: JSON) throws(Fault) -> FieldType {
    if let type = context.type(of: field) { return type }
    if let target = context.relation(of: field), value != .null {
      return .relationship(schema: target, isToMany: value.array != nil)
    }
    return try Inference.type(of: value, field: field, infersBinary: context.infersBinary)
  }

  /// Adds the value of a binary field, decoded if it is a file.
  ///
  /// Any other string, such as the URL of a file, is stored unchanged (A17).
  private mutating func addFile(of field: String, _ value: JSON) throws(Fault) {
    guard let text = value.string, BinaryText.isMeant(text) else {
      values.append(field, value)
      return
    }
    // The Base64 is decoded twice: first to detect a file, then to store it.
    try context.budget.spend(text.utf8.count &>> 2)
    guard let file = BinaryText.parse(text) else { throw .badBinary.filled(["field": field]) }
    files[field] = file
  }

  private mutating func addIncrement(of field: String, _ value: JSON) throws(Fault) {
    guard case .integer(let amount) = value else { throw wrongType(field, .scalar(.integer)) }
    let type = try type(of: field, for: .integer(amount))
    guard type == .scalar(.integer) || type == .scalar(.float) else { throw wrongType(field, type) }
    increments.append(Increment(field: field, amount: amount))
  }

  private func wrongType(
    _ field: String, _ type: FieldType, _ problem: String? = nil
  ) -> Fault {
    let row: Fault = purpose == .create ? .wrongTypeOnCreate : .wrongTypeOnUpdate
    let reason = "its type is \(type.name)" + (problem.map { ", and " + $0 } ?? "")
    return row.filled(["field": field]).withReason(reason)
  }

  private static func withoutDistance(_ value: JSON) -> JSON {
    guard case .object(let place) = value, let latitude = place["lat"], let longitude = place["lon"]
    else { return value }
    return ["lat": latitude, "lon": longitude]
  }
}

extension ObjectDraft {
  /// Returns `object` with the draft's values, incremented counters and file URLs.
  ///
  /// - Throws: The refusal of a wrong type if a counter overflows.
  func applied(to object: JSONObject, id: String) throws(Fault) -> JSONObject {
    var result = MemberTable(
      object, setting: values.count + files.count + increments.count)
    for member in values { result.set(member.key, member.value) }
    for entry in fileEntries(id: id) {
      result.set(entry.field, .string(context.address.url(of: entry)))
    }
    for increment in increments {
      switch result[increment.field] ?? .null {
      case .integer(let value):
        let (sum, overflows) = value.addingReportingOverflow(increment.amount)
        guard !overflows else { throw wrongType(increment.field, .scalar(.integer)) }
        result.set(increment.field, .integer(sum))
      case .null: result.set(increment.field, .integer(increment.amount))
      case let value:
        // The current value is not a 64-bit integer, so the field must have type float.
        guard schema[increment.field] == .scalar(.float) else {
          throw wrongType(increment.field, .scalar(.integer))
        }
        let sum = (value.number ?? 0) + Double(increment.amount)
        guard sum.isFinite else { throw wrongType(increment.field, .scalar(.float)) }
        result.set(increment.field, .double(sum))
      }
    }
    return result.object
  }

  /// Returns the draft's files as entries for the object with this id.
  func fileEntries(id: String) -> [FileStore.Entry] {
    files.keys.sorted().compactMap { field in
      files[field].map {
        FileStore.Entry(schema: schema.name, id: id, field: field, file: $0)
      }
    }
  }
}

/// Functions that check whether values have the type of their field (A6.2).
enum TypeChecking {
  /// Returns whether a value has a type.
  ///
  /// Null has every type, and an integer is also a float.
  static func fits(_ value: JSON, _ type: FieldType) -> Bool {
    if value == .null { return true }
    switch type {
    case .scalar(let scalar): return fits(value, scalar)
    case .array(let element):
      guard case .array(let values) = value else { return false }
      guard let element = element ?? values.first.flatMap(scalarType) else { return values.isEmpty }
      return values.allSatisfy { fits($0, element) }
    case .relationship(_, let isToMany):
      guard isToMany else { return value.string != nil }
      return value.array?.allSatisfy { $0.string != nil } ?? false
    case .geopoint:
      guard case .object(let object) = value else { return false }
      return GeoPoint(object) != nil
    case .forgotPassword, .binary, .password: return value.string != nil
    }
  }

  /// Returns whether `value` is valid for the scalar type `type`.
  private static func fits(_ value: JSON, _ type: ScalarType) -> Bool {
    switch (value, type) {
    case (.string, .string), (.bool, .boolean), (.integer, .integer), (.integer, .float),
      (.double, .float):
      true
    case (.decimal(let decimal), .float): decimal.double.isFinite
    case (.decimal(let decimal), .integer): decimal.isInteger
    default: false
    }
  }

  private static func scalarType(_ value: JSON) -> ScalarType? {
    [.string, .boolean, .integer, .float].first { fits(value, $0) }
  }
}

/// Functions that infer a field's type from the field's first value, in development (A6.1).
enum Inference {
  /// Returns the type of a new field, given its first value.
  ///
  /// - Throws: ``Fault/nullForUnknownField`` for null, or ``Fault/embeddedObject`` for an object.
  static func type(
    of value: JSON, field: String, infersBinary: Bool
  ) throws(Fault) -> FieldType {
    switch value {
    case .string(let text) where infersBinary && BinaryText.parse(text) != nil: return .binary
    case .null: throw .nullForUnknownField.filled(["field": field])
    case .object(let object):
      guard GeoPoint(exactly: object) != nil else {
        throw .embeddedObject.filled(["field": field])
      }
      return .geopoint
    case .array(let elements): return .array(try elementType(of: elements, field: field))
    default:
      guard let scalar = scalar(of: value) else { throw .embeddedObject.filled(["field": field]) }
      return .scalar(scalar)
    }
  }

  /// Returns the type of an array's first element, or `nil` if the array is empty.
  ///
  /// - Throws: ``Fault/nullForUnknownField`` if the element is null, or ``Fault/embeddedObject`` if
  ///   it is an object or an array.
  static func elementType(of elements: [JSON], field: String) throws(Fault) -> ScalarType? {
    guard let first = elements.first else { return nil }
    if first == .null { throw .nullForUnknownField.filled(["field": field]) }
    guard let type = scalar(of: first) else { throw .embeddedObject.filled(["field": field]) }
    return type
  }

  private static func scalar(of value: JSON) -> ScalarType? {
    switch value {
    case .string: .string
    case .bool: .boolean
    case .integer: .integer
    case .double: .float
    case .decimal(let decimal): decimal.isInteger ? .integer : .float
    default: nil
    }
  }
}

/// The form of a file in a binary field, as clients send it (A17).
///
/// It is a string with three header lines, an empty line, and the bytes in Base64:
///
/// ```
/// Content-Type: image/png
/// Content-Disposition: attachment; filename=profile_pic.png
/// Content-Transfer-Encoding: base64
///
/// iVBORw0KGgo=
/// ```
enum BinaryText {
  /// Returns whether a string starts like a file; other strings, such as a URL, are stored
  /// unchanged.
  static func isMeant(_ text: String) -> Bool { text.utf8.starts(with: "Content-Type:".utf8) }

  /// Parses the file in a string, or returns `nil` if a line is missing or malformed.
  ///
  /// Lines may end with CRLF, and white space in the Base64 is ignored.
  static func parse(_ text: String) -> BinaryFile? {
    guard isMeant(text) else { return nil }
    var rest = Array(text.utf8)[...]
    var fields: [String: String] = [:]
    while true {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      var line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      fields[name] = String(decoding: line[(colon + 1)...], as: UTF8.self)[...].trimmed
    }
    guard let contentType = fields["content-type"], isMediaType(contentType),
      fields["content-transfer-encoding"]?.lowercased() == "base64",
      let name = fields["content-disposition"].flatMap(fileName), !name.isEmpty,
      let bytes = Base64.decode(String(decoding: rest.filter { !isSpace($0) }, as: UTF8.self))
    else { return nil }
    return BinaryFile(name: name, contentType: contentType, bytes: bytes)
  }

  /// Returns the file name in `attachment; filename=a.png`, with or without quotes, or `nil`.
  private static func fileName(_ disposition: String) -> String? {
    for part in disposition.parts(at: ";") {
      let pair = part.parts(at: "=", maxSplits: 1).map { $0[...].trimmed }
      guard pair.count == 2, pair[0].lowercased() == "filename" else { continue }
      let name = pair[1].utf8
      let quote = UInt8(ascii: "\"")
      let isQuoted = name.count > 1 && name.first == quote && name.last == quote
      return isQuoted ? String(decoding: name.dropFirst().dropLast(), as: UTF8.self) : pair[1]
    }
    return nil
  }

  /// Returns whether a string can be the value of a `Content-Type` header field.
  private static func isMediaType(_ text: String) -> Bool {
    text.contains("/") && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }
}
