import GhostlightEmulation
import Testing

@testable import EGF2Emulator
import GhostlightCore

/// An `expand` parameter with the parsed items, or with the error code of its refusal.
struct ExpandCase: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: String

  init(_ text: String, _ expected: String) {
    self.text = text
    self.expected = expected
  }

  var testDescription: String { "\(text) → \(expected)" }

  /// Returns the parsed items in the form `name:count[items]`.
  static func read(_ text: String) -> String {
    do throws(Fault) {
      return print(try ExpandParser.parse(text, Pagination()))
    } catch { return error.details["code"]?.string ?? "" }
  }

  private static func print(_ items: [ExpandItem]) -> String {
    items.map { item in
      item.name + (item.count.map { ":\($0)" } ?? "")
        + (item.items.isEmpty ? "" : "[" + print(item.items) + "]")
    }.joined(separator: " ")
  }
}
