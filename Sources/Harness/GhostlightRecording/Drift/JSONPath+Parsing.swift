extension JSONPath {
  /// Reads a path such as `$.items[*].id`, `$..lastmoddate` or `$['no name'][0]`.
  ///
  /// - Throws: what is wrong with the text, in one line.
  public init(_ text: String) throws(JSONPathProblem) {
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "$") else {
      throw JSONPathProblem(text, "begin with \"$\", as in $.items[*].id")
    }
    var steps: [Step] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."):
        if rest.first == UInt8(ascii: ".") {
          rest.removeFirst()
          steps.append(.anywhere)
          if rest.first == UInt8(ascii: "[") { continue }
        }
        steps.append(try Self.name(&rest, of: text))
      case UInt8(ascii: "["):
        steps.append(try Self.bracket(&rest, of: text))
      default:
        throw JSONPathProblem(
          text, "\".\" or \"[\" belongs before byte \(text.utf8.count - rest.count - 1)")
      }
    }
    self.init(steps)
  }

  private static func name(
    _ rest: inout ArraySlice<UInt8>, of text: String
  ) throws(JSONPathProblem) -> Step {
    let end =
      rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? rest.endIndex
    let name = String(decoding: rest[..<end], as: UTF8.self)
    guard !name.isEmpty else { throw JSONPathProblem(text, "a name belongs behind the dot") }
    rest = rest[end...]
    return name == "*" ? .any : .member(name)
  }

  private static func bracket(
    _ rest: inout ArraySlice<UInt8>, of text: String
  ) throws(JSONPathProblem) -> Step {
    if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      rest.removeFirst()
      let name = try quoted(&rest, quote, of: text)
      guard rest.popFirst() == UInt8(ascii: "]") else {
        throw JSONPathProblem(text, "\"]\" belongs behind '\(name)'")
      }
      return .member(name)
    }
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
      throw JSONPathProblem(text, "a \"]\" is missing")
    }
    let content = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    if content == "*" { return .any }
    guard let index = Int(content), index >= 0 else {
      throw JSONPathProblem(text, "[\(content)] is neither an index, nor [*], nor a quoted name")
    }
    return .element(index)
  }

  private static func quoted(
    _ rest: inout ArraySlice<UInt8>, _ quote: UInt8, of text: String
  ) throws(JSONPathProblem) -> String {
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote { return String(decoding: name, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        name.append(escaped)
      } else {
        name.append(byte)
      }
    }
    throw JSONPathProblem(text, "a quoted name has no end")
  }
}
