/// A place in a JSON value, or a pattern of such places.
///
/// `$.items[0].id` is a place; `$.items[*].id`, `$.*` and `$..id` are patterns. Names that are no
/// identifiers stand in brackets and quotes: `$['no name']`.
public struct JSONPath: Sendable, Hashable {
  /// One step down.
  public enum Step: Sendable, Hashable {
    /// Into the member of a name.
    case member(String)
    /// To the element at an index.
    case element(Int)
    /// To any member or element: `[*]` or `.*`.
    case any
    /// Down any number of levels, none included: the second dot of `..`.
    case anywhere
  }

  /// The steps from the root.
  public var steps: [Step]

  /// Makes a path; the root without any steps.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The path with a step more.
  func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }

  /// The pattern of this place in all elements of the arrays above it.
  public var generalised: JSONPath {
    JSONPath(
      steps.map { step in
        if case .element = step { return .any }
        return step
      })
  }

  /// Whether a place is one that this pattern means.
  public func covers(_ place: JSONPath) -> Bool { Self.covers(steps[...], place.steps[...]) }

  private static func covers(_ pattern: ArraySlice<Step>, _ place: ArraySlice<Step>) -> Bool {
    var (pattern, place) = (pattern, place)
    while let wanted = pattern.first {
      if wanted == .anywhere {
        let rest = pattern.dropFirst()
        return (place.startIndex...place.endIndex).contains { covers(rest, place[$0...]) }
      }
      guard let step = place.first, wanted == .any || wanted == step else { return false }
      pattern = pattern.dropFirst()
      place = place.dropFirst()
    }
    return place.isEmpty
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path as it is written: `$.items[0]['no name']`.
  public var description: String {
    var text = "$"
    for (position, step) in steps.enumerated() {
      switch step {
      case .element(let index): text += "[\(index)]"
      case .any: text += "[*]"
      case .member(let name): text += Self.isPlain(name) ? ".\(name)" : "['\(Self.quoted(name))']"
      case .anywhere:
        // The second dot is that of the name behind it, where there is one.
        if case .member(let name)? = steps.dropFirst(position + 1).first, Self.isPlain(name) {
          text += "."
        } else {
          text += ".."
        }
      }
    }
    return text
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "'"),
          UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "\\"), 0...0x20, 0x7F:
          false
        default: true
        }
      }
  }

  private static func quoted(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      if scalar == "'" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
