import GhostlightCore
package import GhostlightEmulation

/// A type whose values are compared by their content, because equal contents may be stored in
/// different ways.
package protocol ComparedByContent {
  /// The content, as keys with values in a defined order.
  var content: [(key: String, value: Any)] { get }
}

extension KeyedStore: ComparedByContent {
  package var content: [(key: String, value: Any)] {
    keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { ($0, self[$0] as Any) }
  }
}

extension DocumentCollection: ComparedByContent {
  package var content: [(key: String, value: Any)] {
    documents().map { ($0.key, JSON.object($0.document)) }
  }
}

extension OrderedKeys: ComparedByContent {
  package var content: [(key: String, value: Any)] {
    var (walk, found) = (walk(above: .min), [(key: String, value: Any)]())
    while let element = walk.next() { found.append((element.key, element.number)) }
    return found
  }
}

/// The stored properties of a state and of all values in it, which reflection finds.
///
/// A test that compares them also covers properties that are added later.
package struct StateProperties {
  /// A line for each value that does not contain others, with its path.
  private var lines: [String] = []
  /// The different values of each stored property, by type and name.
  private var values: [String: Set<String>] = [:]
  private let isIgnored: (String) -> Bool

  /// Finds the properties of `state`.
  ///
  /// - Parameters:
  ///   - state: The value whose properties are found.
  ///   - isIgnored: Returns whether to skip a property with this type and name, such as
  ///     `Session.signingKey`.
  package init(of state: Any, ignoring isIgnored: @escaping (String) -> Bool = { _ in false }) {
    self.isIgnored = isIgnored
    _ = add(state, at: "")
  }

  /// Returns the lines that only one of two states has.
  package func differences(from other: StateProperties) -> [String] {
    let (left, right) = (Set(lines), Set(other.lines))
    return lines.filter { !right.contains($0) }.map { "- " + $0 }
      + other.lines.filter { !left.contains($0) }.map { "+ " + $0 }
  }

  /// The properties that have the same value everywhere, so that no comparison would notice if the
  /// value is lost.
  package var constants: [String] {
    values.filter { $0.value.count == 1 }.keys.sorted()
  }

  private mutating func add(_ value: Any, at path: String) -> String {
    if let text = Self.text(of: value) {
      lines.append("\(path) = \(text)")
      return text
    }
    if let content = (value as? any ComparedByContent)?.content {
      return "["
        + content.map { "\($0.key): " + add($0.value, at: "\(path)[\($0.key)]") }
        .joined(separator: ", ") + "]"
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary, .set: return unordered(mirror, at: path)
    case .collection:
      let parts = mirror.children.enumerated().map { add($1.value, at: "\(path)[\($0)]") }
      return "[\(parts.joined(separator: ", "))]"
    case .optional:
      return mirror.children.first.map { add($0.value, at: path) } ?? "nil"
    case nil where mirror.children.isEmpty, .enum where mirror.children.isEmpty:
      lines.append("\(path) = \(value)")
      return "\(value)"
    default: return members(of: mirror, at: path)
    }
  }

  private mutating func members(of mirror: Mirror, at path: String) -> String {
    var parts: [String] = []
    for child in mirror.children {
      let label = child.label ?? ""
      let property = "\(mirror.subjectType).\(label)"
      guard !isIgnored(property) else { continue }
      let text = add(child.value, at: "\(path).\(label)")
      if mirror.displayStyle != .enum, mirror.displayStyle != .tuple {
        values[property, default: []].insert(text)
      }
      parts.append("\(label): \(text)")
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  private mutating func unordered(_ mirror: Mirror, at path: String) -> String {
    let children = mirror.children.map { child in
      var key = ""
      var value = child.value
      if mirror.displayStyle == .dictionary {
        let pair = Array(Mirror(reflecting: child.value).children)
        key = Self.text(of: pair[0].value) ?? "\(pair[0].value)"
        value = pair[1].value
      } else {
        key = Self.text(of: child.value) ?? "\(child.value)"
      }
      return (key: key, value: value)
    }
    let parts = children.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key): " + add($0.value, at: "\(path)[\($0.key)]") }
    return "[\(parts.joined(separator: ", "))]"
  }

  /// Returns the text of a value that is compared as one, or `nil` if its parts are compared.
  private static func text(of value: Any) -> String? {
    switch value {
    case let text as String: "\"\(text)\""
    case let text as BytewiseString: "\"\(text.text)\""
    case let json as JSON: json.text()
    case let object as JSONObject: JSON.object(object).text()
    case let bytes as [UInt8]: "\(bytes)"
    default: nil
    }
  }
}
