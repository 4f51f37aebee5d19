import GhostlightCore
import GhostlightEmulation

/// A body checked against its schema: what a write will store, once nothing can refuse it any more.
struct ObjectDraft: Sendable {
  /// A counter to add to (A11.1).
  struct Increment: Sendable {
    let field: String
    let amount: Int64
  }

  /// Whether the draft makes an object or changes one; the refusals differ (A6.2).
  enum Purpose {
    case create
    case update
  }

  /// The schema with the fields that the body made known.
  private(set) var schema: Schema
  /// The values to store, passwords and counters left out.
  private(set) var values = JSONObject()
  private(set) var increments: [Increment] = []
  /// A user's new password.
  private(set) var password: String?
  /// The files of binary fields, by field (A17).
  private(set) var files: [String: BinaryFile] = [:]

  private let purpose: Purpose
  private let context: WriteContext

  /// Checks a body member by member.
  ///
  /// - Throws: The refusals of A6.1 and A6.2.
  init(
    _ body: JSONObject, for purpose: Purpose, in schema: Schema, _ context: WriteContext
  ) throws(Fault) {
    self.schema = schema
    self.purpose = purpose
    self.context = context
    try context.budget.spend(2 * body.count + 2)
    values.reserveCapacity(body.count)
    for member in body {
      if member.key.utf8.last == UInt8(ascii: "]"),
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
    // The owner is set by the server (A6); clients send back what they were given.
    // - Source: assumption: the value sent is ignored.
    guard field != "sm_owner" else { return }
    let type = try type(of: field, for: member.value)
    guard TypeChecking.fits(member.value, type) else { throw wrongType(field, type) }
    switch type {
    case .password: password = member.value.string
    case .geopoint: values.append(field, Self.withoutDistance(member.value))
    case .binary: try addFile(of: field, member.value)
    default: values.append(field, member.value)
    }
  }

  /// The field's type, inferred where the field is new or the element type still open.
  private mutating func type(of field: String, for value: JSON) throws(Fault) -> FieldType {
    guard let known = schema[field] else {
      guard Schema.isName(field) else { throw .badName.filled(["name": field]) }
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

  /// What the header fields say, else what the value looks like (A6.1).
  private func inferredType(of field: String, for value: JSON) throws(Fault) -> FieldType {
    if let type = context.type(of: field) { return type }
    if let target = context.relation(of: field), value != .null {
      return .relationship(schema: target, isToMany: value.array != nil)
    }
    return try Inference.type(of: value, field: field, infersBinary: context.infersBinary)
  }

  /// Decodes a file; any other text, such as the URL of one, is stored as it is (A17).
  private mutating func addFile(of field: String, _ value: JSON) throws(Fault) {
    guard let text = value.string, BinaryText.isMeant(text) else {
      values.append(field, value)
      return
    }
    // Base64 is read once to see what it is, and once more to be kept.
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

  private func wrongType(_ field: String, _ type: FieldType) -> Fault {
    let row: Fault = purpose == .create ? .wrongTypeOnCreate : .wrongTypeOnUpdate
    return row.filled(["field": field]).because("its type is \(type.name)")
  }

  private static func withoutDistance(_ value: JSON) -> JSON {
    guard case .object(let place) = value, let latitude = place["lat"], let longitude = place["lon"]
    else { return value }
    return ["lat": latitude, "lon": longitude]
  }
}

extension ObjectDraft {
  /// `object` with the draft's values, counters and URLs of files.
  ///
  /// - Throws: The wrong-type refusal where a counter overflows.
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
        // Digits beyond 64 bits, in a field whose counter could only grow further.
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

  /// The files with their places, once the object's id is known.
  func fileEntries(id: String) -> [FileStore.Entry] {
    files.keys.sorted().compactMap { field in
      files[field].map {
        FileStore.Entry(schema: schema.name, id: id, field: field, file: $0)
      }
    }
  }
}
