import GhostlightCore
import GhostlightEmulation

/// The checks that each object must pass before it is stored (A8, "Validation").
struct Validation: Sendable {
  let schema: GraphSchema
  let budget: WorkBudget

  init(_ schema: GraphSchema, within budget: WorkBudget) {
    self.schema = schema
    self.budget = budget
  }

  /// Checks an object, and returns it with the defaults of missing fields added.
  ///
  /// - Throws: The refusal of the first invalid field.
  func checked(_ object: JSONObject, as type: ObjectType) throws(Fault) -> JSONObject {
    try checked(object, type.fields)
  }

  private func checked(
    _ object: JSONObject, _ fields: [FieldDefinition]
  ) throws(Fault) -> JSONObject {
    // Each field is looked up among the object's members, and each member among the fields, so the
    // cost is the product of both counts.
    try budget.spend(object.count >> 3 + 1, times: fields.count)
    return try fields.withUnsafeBufferPointer { fields throws(Fault) in
      for member in object where !Self.isAmong(fields, member.key) {
        throw .extraField.filled(["field": member.key])
      }
      var result = object
      for slot in fields.indices { try check(fields[slot], of: object, &result) }
      return result
    }
  }

  /// Returns whether one of the fields has a name.
  ///
  /// The loop uses indexes, because iterating over the fields would copy each definition.
  private static func isAmong(
    _ fields: UnsafeBufferPointer<FieldDefinition>, _ name: String
  ) -> Bool {
    for slot in fields.indices where fields[slot].name.isExactly(name) { return true }
    return false
  }

  private func check(
    _ field: FieldDefinition, of object: JSONObject, _ result: inout JSONObject
  ) throws(Fault) {
    guard let value = object[field.name] else {
      if let value = field.defaultValue {
        result[field.name] = value
      } else if field.isRequired {
        throw .requiredField.filled(["field": field.name])
      }
      return
    }
    guard !value.isNull else { throw .nullField.filled(["field": field.name]) }
    let valid = try checked(value, field, field.kind)
    try checkChoices(value, field)
    if field.holdsStructures { result[field.name] = valid }
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

  /// Checks that the value, or each element of an array, is one of the field's allowed values.
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

  /// Returns whether a string is an ISO 8601 date, or a date and time with or without a time zone.
  static func isDate(_ text: String) -> Bool {
    ISODate.milliseconds(text) != nil
      || text.utf8.contains(UInt8(ascii: "T")) && ISODate.milliseconds(text + "Z") != nil
  }

  private static func print(_ limit: Double) -> String { JSON.canonical(limit).text() }
}

extension FieldDefinition {
  /// Whether values of the field can have members, which may have defaults.
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

/// The validator `email` (A8), which is stricter than the standard and does not accept upper-case
/// letters.
enum EmailAddress {
  /// Returns whether a string is an e-mail address.
  ///
  /// It must consist of groups, `@`, a host name or four numbers, and optionally a port.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    for group in split(Array(parts[0]), at: ".") {
      guard !group.isEmpty, group.allSatisfy(isLocal) else { return false }
    }
    let host = split(Array(parts[1]), at: ":")
    guard host.count <= 2 else { return false }
    if host.count == 2 {
      guard (1...5).contains(host[1].count), host[1].allSatisfy(isDigit) else { return false }
    }
    let labels = split(host[0], at: ".")
    return isAddress(labels) || isName(labels)
  }

  private static let endings = Set(
    "aero arpa biz com coop edu gov info int mil museum name net org pro travel mobi"
      .split(separator: " ").map { Array($0.utf8) })

  private static let localMarks = Set("-~!$%^&*_=+}{'?".utf8)

  private static func split(_ bytes: [UInt8], at separator: Unicode.Scalar) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// Returns whether labels form a host name; the last label must have two letters or be a known
  /// ending.
  private static func isName(_ labels: [[UInt8]]) -> Bool {
    guard labels.count > 1, let last = labels.last, labels[0].first != UInt8(ascii: "-") else {
      return false
    }
    for label in labels {
      guard !label.isEmpty, label.allSatisfy(isHost) else { return false }
    }
    return last.count == 2 && last.allSatisfy(isLetter) || endings.contains(last)
  }

  private static func isAddress(_ labels: [[UInt8]]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(isDigit) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || localMarks.contains(byte)
  }

  private static func isHost(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
