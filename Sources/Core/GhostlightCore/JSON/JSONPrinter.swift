/// Prints one JSON value to bytes.
struct JSONPrinter: ~Copyable {
  /// What has been printed.
  var output = JSONOutput()
  /// Whether each member and element has a line of its own.
  let isPretty: Bool
  /// Whether members are printed by their names' bytes and not in their order.
  let sortsKeys: Bool
  /// How many arrays and objects are open.
  private var depth = 0

  init(isPretty: Bool = false, sortsKeys: Bool = false) {
    self.isPretty = isPretty
    self.sortsKeys = sortsKeys
  }

  /// Prints `value`.
  mutating func print(_ value: JSON) {
    switch value {
    case .null: output.append("null")
    case .bool(let bool): output.append(bool ? "true" : "false")
    case .integer(let integer): print(integer)
    case .double(let double): print(double)
    case .decimal(let decimal): output.append(ascii: decimal.digits)
    case .string(let string): print(string)
    case .array(let elements): print(elements)
    case .object(let object): print(sortsKeys ? object.membersByName : object.members)
    }
  }

  private mutating func print(_ elements: [JSON]) {
    output.append(UInt8(ascii: "["))
    depth += 1
    for index in elements.indices {
      separate(index == 0)
      print(elements[index])
    }
    close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
  }

  private mutating func print(_ members: [JSONObject.Member]) {
    output.append(UInt8(ascii: "{"))
    depth += 1
    for index in members.indices {
      separate(index == 0)
      print(members[index].key)
      output.append(UInt8(ascii: ":"))
      if isPretty { output.append(0x20) }
      print(members[index].value)
    }
    close(UInt8(ascii: "}"), isEmpty: members.isEmpty)
  }

  /// Prints what stands before an element or member.
  private mutating func separate(_ isFirst: Bool) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    if isPretty { breakLine() }
  }

  private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if isPretty, !isEmpty { breakLine() }
    output.append(bracket)
  }

  private mutating func breakLine() {
    output.append(0x0A)
    for _ in 0..<depth { output.append("  ") }
  }
}
