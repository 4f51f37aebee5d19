import GhostlightCore
import GhostlightEmulation

/// One operation of a patch (B16).
struct PatchOperation: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case add, set, replace, remove, incr, move
  }

  let kind: Kind
  let path: [String]
  /// The operand of `add`, `set`, `replace` and `incr`.
  let value: JSON
  /// The path of the value that `move` moves.
  let source: [String]

  /// Creates an operation from an element of the body.
  init(_ json: JSON) throws(Fault) {
    guard let kind = json["op"]?.string.flatMap({ Kind(rawValue: $0.lowercased()) }) else {
      throw Self.error("'op' is not one of add, set, replace, remove, incr, move")
    }
    self.kind = kind
    path = try Self.path(json["path"], "path")
    source = kind == .move ? try Self.path(json["from"], "from") : []
    switch kind {
    case .remove, .move: value = .null
    case .incr:
      guard let number = json["value"], number.number != nil else {
        throw Self.error("incr needs a number as its value")
      }
      value = number
    case .add, .set, .replace:
      guard let given = json["value"] else { throw Self.error("\(kind.rawValue) needs a value") }
      value = given
    }
    if kind == .move, path.starts(with: source, by: { BytewiseString($0) == BytewiseString($1) }) {
      throw Self.error("the path of a move is inside 'from'")
    }
  }

  /// Returns the names in a JSON Pointer.
  private static func path(_ json: JSON?, _ name: String) throws(Fault) -> [String] {
    guard let text = json?.string, text.hasPrefix("/"), text.utf8.count > 1 else {
      throw error("'\(name)' is not a path that starts with /")
    }
    return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }

  static func error(_ text: String) -> Fault { .badPatch.filled(["problem": text]) }
}

/// A document that the operations of a patch change step by step.
struct PatchedValue {
  private(set) var value: JSON

  init(_ document: JSONObject) { value = .object(document) }

  mutating func apply(_ operation: PatchOperation) throws(Fault) {
    switch operation.kind {
    case .add: try put(operation.value, at: operation.path, isInsert: true)
    case .set: try put(operation.value, at: operation.path, isInsert: false)
    case .replace:
      guard Self.read(value, operation.path) != nil else { throw missing(operation.path) }
      try put(operation.value, at: operation.path, isInsert: false)
    case .remove: try remove(operation.path)
    case .incr: try increment(operation)
    case .move:
      guard let moved = Self.read(value, operation.source) else { throw missing(operation.source) }
      try remove(operation.source)
      try put(moved, at: operation.path, isInsert: true)
    }
  }

  private func missing(_ path: [String]) -> Fault {
    PatchOperation.error("there is nothing at /\(path.joined(separator: "/"))")
  }

  private mutating func increment(_ operation: PatchOperation) throws(Fault) {
    guard let old = Self.read(value, operation.path) else {
      let parent = Self.read(value, Array(operation.path.dropLast()))
      guard parent?.object != nil else { throw missing(operation.path) }
      try put(operation.value, at: operation.path, isInsert: false)
      return
    }
    try put(
      try Self.sum(old, operation.value), at: operation.path, isInsert: false)
  }

  private static func sum(_ old: JSON, _ step: JSON) throws(Fault) -> JSON {
    if let first = old.integer, let second = step.integer {
      let (sum, overflows) = first.addingReportingOverflow(second)
      if !overflows { return .integer(sum) }
    }
    guard let first = old.number, let second = step.number, (first + second).isFinite else {
      throw PatchOperation.error("incr needs a number to add to")
    }
    return .double(first + second)
  }

  private static func read(_ value: JSON, _ path: [String]) -> JSON? {
    var value = value
    for name in path {
      switch value {
      case .object(let object):
        guard let member = object[name] else { return nil }
        value = member
      case .array(let array):
        guard let index = index(name), array.indices.contains(index) else { return nil }
        value = array[index]
      default: return nil
      }
    }
    return value
  }

  /// Returns the array index in a path component, or `nil` if the component does not consist of
  /// digits.
  private static func index(_ name: String) -> Int? {
    guard !name.isEmpty, name.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(name)
  }

  private mutating func put(
    _ new: JSON, at path: [String], isInsert: Bool
  ) throws(Fault) {
    let fault = missing(path)
    try Self.change(&value, path[...], fault) { container, name throws(Fault) in
      switch container {
      case .object(var object):
        object[name] = new
        container = .object(object)
      case .array(var array):
        guard let index = name == "-" ? array.count : Self.index(name), index <= array.count else {
          throw fault
        }
        if isInsert || index == array.count {
          array.insert(new, at: index)
        } else {
          array[index] = new
        }
        container = .array(array)
      default: throw fault
      }
    }
  }

  private mutating func remove(_ path: [String]) throws(Fault) {
    let fault = missing(path)
    try Self.change(&value, path[...], fault) { container, name throws(Fault) in
      switch container {
      case .object(var object):
        guard object.removeValue(forKey: name) != nil else { throw fault }
        container = .object(object)
      case .array(var array):
        guard let index = Self.index(name), array.indices.contains(index) else { throw fault }
        array.remove(at: index)
        container = .array(array)
      default: throw fault
      }
    }
  }

  /// Calls `body` to change the parent of the value at `path`; the arguments of `body` are the
  /// parent and the last component of `path`.
  private static func change(
    _ value: inout JSON, _ path: ArraySlice<String>, _ fault: Fault,
    _ body: (inout JSON, String) throws(Fault) -> Void
  ) throws(Fault) {
    guard let name = path.first else { throw fault }
    guard path.count > 1 else { return try body(&value, name) }
    switch value {
    case .object(var object):
      guard var inner = object[name] else { throw fault }
      try change(&inner, path.dropFirst(), fault, body)
      object[name] = inner
      value = .object(object)
    case .array(var array):
      guard let index = index(name), array.indices.contains(index) else { throw fault }
      try change(&array[index], path.dropFirst(), fault, body)
      value = .array(array)
    default: throw fault
    }
  }
}
