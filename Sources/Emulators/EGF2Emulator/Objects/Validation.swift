import GhostlightCore
import GhostlightEmulation

/// The checks of every stored object (A8, "Validation").
struct Validation: Sendable {
  let schema: GraphSchema
  let budget: WorkBudget

  init(_ schema: GraphSchema, within budget: WorkBudget) {
    self.schema = schema
    self.budget = budget
  }

  /// An object with its defaults filled in.
  ///
  /// - Throws: The first thing wrong with it.
  func checked(_ object: JSONObject, as type: ObjectType) throws(Fault) -> JSONObject {
    try checked(object, type.fields)
  }

  private func checked(
    _ object: JSONObject, _ fields: [FieldDefinition]
  ) throws(Fault) -> JSONObject {
    // Each field is looked for among the members, and each member among the fields.
    try budget.spend(object.count >> 3 + 1, times: fields.count)
    for member in object where !fields.contains(where: { $0.name.isExactly(member.key) }) {
      throw .extraField.filled(["field": member.key])
    }
    var result = object
    for field in fields {
      guard let value = object[field.name] else {
        if let value = field.defaultValue {
          result[field.name] = value
        } else if field.isRequired {
          throw .requiredField.filled(["field": field.name])
        }
        continue
      }
      guard !value.isNull else { throw .nullField.filled(["field": field.name]) }
      let valid = try checked(value, field, field.kind)
      try checkChoices(value, field)
      if field.holdsStructures { result[field.name] = valid }
    }
    return result
  }

  private func checked(
    _ value: JSON, _ field: FieldDefinition, _ kind: FieldKind
  ) throws(Fault) -> JSON {
    switch kind {
    case .string:
      try checkString(value, field)
    case .integer, .number:
      try checkNumber(value, field, kind)
    case .boolean:
      guard value.bool != nil else { throw .mustBe("boolean", field) }
    case .date:
      guard let text = value.string, Self.isDate(text) else { throw .mustBe("date", field) }
    case .objectID(let types):
      guard let text = value.string, isID(text, of: types) else {
        throw .mustBe(types.joined(separator: ",") + " id", field)
      }
    case .structure(let structure):
      guard let object = value.object else { throw .mustBe("struct", field) }
      guard let fields = schema.fields(of: structure) else { return value }
      return .object(try checked(object, fields))
    case .array(let element):
      return try checkedArray(value, field, element)
    case .unknown(let name):
      throw .unknownFieldType.filled(["type": name])
    }
    return value
  }

  private func checkedArray(
    _ value: JSON, _ field: FieldDefinition, _ element: FieldKind
  ) throws(Fault) -> JSON {
    guard let elements = value.array else { throw .mustBe("array", field) }
    try checkLength(elements.count, field)
    try budget.spend(elements.count, times: 2)
    var inner = FieldDefinition(field.name, element)
    inner.validator = field.validator
    var valid: [JSON] = []
    valid.reserveCapacity(elements.count)
    for one in elements { valid.append(try checked(one, inner, element)) }
    return .array(valid)
  }

  private func checkString(_ value: JSON, _ field: FieldDefinition) throws(Fault) {
    guard let text = value.string else { throw .mustBe("string", field) }
    if field.minimum != nil || field.maximum != nil { try checkLength(text.utf16.count, field) }
    guard let validator = field.validator else { return }
    guard validator == "email" else { throw .noValidator.filled(["validator": validator]) }
    guard EmailAddress.isValid(text) else { throw .invalidEmail.filled(["value": text]) }
  }

  private func checkNumber(
    _ value: JSON, _ field: FieldDefinition, _ kind: FieldKind
  ) throws(Fault) {
    let isWhole = if case .integer = kind { true } else { false }
    guard let number = value.number, !isWhole || number.rounded() == number, number.isFinite else {
      throw .mustBe(isWhole ? "integer" : "number", field)
    }
    if let minimum = field.minimum, number < minimum {
      throw .tooSmall.filled(["field": field.name, "limit": Self.print(minimum)])
    }
    if let maximum = field.maximum, number > maximum {
      throw .tooGreat.filled(["field": field.name, "limit": Self.print(maximum)])
    }
  }

  private func checkLength(_ count: Int, _ field: FieldDefinition) throws(Fault) {
    if let minimum = field.minimum, Double(count) < minimum {
      throw .tooShort.filled(["field": field.name, "limit": Self.print(minimum)])
    }
    if let maximum = field.maximum, Double(count) > maximum {
      throw .tooLong.filled(["field": field.name, "limit": Self.print(maximum)])
    }
  }

  /// Of an array each element has to be one of the choices.
  private func checkChoices(_ value: JSON, _ field: FieldDefinition) throws(Fault) {
    guard let choices = field.choices else { return }
    try budget.spend(value.array?.count ?? 1, times: choices.count >> 3 + 1)
    for one in value.array ?? [value] where !choices.contains(one) {
      let list = choices.map { $0.string ?? $0.text() }.joined(separator: ",")
      throw .notAChoice.filled(["field": field.name, "values": list])
    }
  }

  private func isID(_ text: String, of types: [String]) -> Bool {
    guard ObjectID.isWellFormed(text), let type = schema.type(ofID: text) else { return false }
    return types.contains(type.name) || types.contains("any")
  }

  /// Whether a text is an ISO 8601 date, or date and time with or without a zone.
  static func isDate(_ text: String) -> Bool {
    ISODate.milliseconds(text) != nil
      || text.utf8.contains(UInt8(ascii: "T")) && ISODate.milliseconds(text + "Z") != nil
  }

  private static func print(_ limit: Double) -> String { JSON.simplest(limit).text() }
}

extension FieldDefinition {
  /// Whether a value may have members, and so defaults inside.
  fileprivate var holdsStructures: Bool {
    switch kind {
    case .structure, .array(.structure): true
    default: false
    }
  }
}

extension Fault {
  fileprivate static func mustBe(_ what: String, _ field: FieldDefinition) -> Fault {
    mustBe.filled(["field": field.name, "what": what])
  }
}
