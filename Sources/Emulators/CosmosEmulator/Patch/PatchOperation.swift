import GhostlightCore
import GhostlightEmulation

/// One operation of a patch (B16).
struct PatchOperation: Sendable, Hashable {
  /// What an operation does.
  enum Kind: String, Sendable, Hashable {
    case add, set, replace, remove, incr, move
  }

  let kind: Kind
  let path: [String]
  /// The value of add, set, replace and incr.
  let value: JSON
  /// Where a move takes its value from.
  let source: [String]

  /// Reads an operation.
  init(_ json: JSON) throws(Fault) {
    guard let kind = json["op"]?.string.flatMap({ Kind(rawValue: $0.lowercased()) }) else {
      throw Self.problem("'op' is none of add, set, replace, remove, incr, move")
    }
    self.kind = kind
    path = try Self.path(json["path"], "path")
    source = kind == .move ? try Self.path(json["from"], "from") : []
    switch kind {
    case .remove, .move: value = .null
    case .incr:
      guard let number = json["value"], number.number != nil else {
        throw Self.problem("incr needs a number as its value")
      }
      value = number
    case .add, .set, .replace:
      guard let given = json["value"] else { throw Self.problem("\(kind.rawValue) needs a value") }
      value = given
    }
    if kind == .move, path.starts(with: source, by: { ExactText($0) == ExactText($1) }) {
      throw Self.problem("the path of a move is inside 'from'")
    }
  }

  /// The names along a JSON pointer.
  private static func path(_ json: JSON?, _ name: String) throws(Fault) -> [String] {
    guard let text = json?.string, text.hasPrefix("/"), text.utf8.count > 1 else {
      throw problem("'\(name)' is no path that starts with /")
    }
    return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }

  static func problem(_ text: String) -> Fault { .badPatch.filled(["problem": text]) }
}
