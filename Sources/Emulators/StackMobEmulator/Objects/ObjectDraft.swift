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

  private let purpose: Purpose
  private let infersFields: Bool

  /// Checks a body member by member.
  ///
  /// - Throws: The refusals of A6.1 and A6.2.
  init(
    _ body: JSONObject, for purpose: Purpose, in schema: Schema, infersFields: Bool
  ) throws(Fault) {
    self.schema = schema
    self.purpose = purpose
    self.infersFields = infersFields
    for member in body {
      if member.key.hasSuffix("[inc]") {
        try addIncrement(of: String(member.key.dropLast(5)), member.value)
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
    case .geopoint: values[field] = Self.withoutDistance(member.value)
    default: values[field] = member.value
    }
  }

  /// The field's type, inferred where the field is new or the element type still open.
  private mutating func type(of field: String, for value: JSON) throws(Fault) -> FieldType {
    guard let known = schema[field] else {
      guard Schema.isName(field) else { throw .badName.filled(["name": field]) }
      guard infersFields else {
        throw .unknownFieldInProduction.filled(["field": field, "schema": schema.name])
      }
      let inferred = try Inference.type(of: value, field: field)
      schema[field] = inferred
      return inferred
    }
    if known == .array(nil), case .array(let elements) = value,
      let element = try Inference.elementType(of: elements, field: field)
    {
      schema[field] = .array(element)
    }
    return schema[field] ?? known
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
  /// `object` with the draft's values and counters.
  ///
  /// - Throws: The wrong-type refusal where a counter overflows.
  func applied(to object: JSONObject) throws(Fault) -> JSONObject {
    var result = object
    for member in values { result[member.key] = member.value }
    for increment in increments {
      switch result[increment.field] ?? .null {
      case .integer(let value):
        let (sum, overflows) = value.addingReportingOverflow(increment.amount)
        guard !overflows else { throw wrongType(increment.field, .scalar(.integer)) }
        result[increment.field] = .integer(sum)
      case .null: result[increment.field] = .integer(increment.amount)
      case let value:
        // Digits beyond 64 bits, in a field whose counter could only grow further.
        guard schema[increment.field] == .scalar(.float) else {
          throw wrongType(increment.field, .scalar(.integer))
        }
        result[increment.field] = .double((value.number ?? 0) + Double(increment.amount))
      }
    }
    return result
  }
}
