import GhostlightCore

/// Names with values, such as header fields and the fields of a form, in the forms that tools write.
///
/// The specification has an array of objects with the members `name` and `value`. Some tools write
/// one object whose members are the names. Others write an array as a value, for a field that occurs
/// several times.
struct HARPairs {
  /// An object with the members `name` and `value` for each pair, in order.
  private(set) var elements: [JSONObject] = []
  /// Phrases about the pairs that cannot be read, such as `element 3 is a number`.
  private(set) var problems: [String] = []

  /// Reads the pairs of a member; `nil` and `null` have none.
  init(_ json: JSON?) {
    switch json {
    case nil, .null?: break
    case .array(let elements)?:
      for (index, element) in elements.enumerated() { read(element, at: index) }
    case .object(let object)?:
      for member in object.members { add(["name": .string(member.key), "value": member.value]) }
    case let other?: problems.append("it is \(HARMember.describe(other))")
    }
  }

  private mutating func read(_ element: JSON, at index: Int) {
    guard case .object(let pair) = element else {
      return problems.append("element \(index + 1) is \(HARMember.describe(element))")
    }
    guard pair["name"]?.string != nil else {
      return problems.append("element \(index + 1) has no name")
    }
    add(pair)
  }

  /// Adds a pair, or one for each element if the value is an array.
  private mutating func add(_ pair: JSONObject) {
    switch pair["value"] {
    case .array(let values)?:
      for value in values {
        var single = pair
        single["value"] = value
        if case .array = value { refuse(single) } else { add(single) }
      }
    case .object?: refuse(pair)
    default: elements.append(pair)
    }
  }

  private mutating func refuse(_ pair: JSONObject) {
    let value = pair["value"].map(HARMember.describe) ?? "missing"
    problems.append("the value of \(HARError.quote(pair["name"]?.string ?? "")) is \(value)")
  }
}
