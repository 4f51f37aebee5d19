public import GhostlightCore

/// An example with the rule that says how far an answer may differ from it.
///
/// Written as literals it stands for itself: `["title": "x", "done": false]` must be equal. Rules
/// come by name: `.integer(1371040000000)`, `.regex("^[0-9a-f]{32}$", "0a…")`.
public indirect enum Example: Sendable, Hashable {
  /// A value that must be equal.
  case value(JSON)
  /// An object; its members have rules of their own.
  case object([Member])
  /// An array; its elements have rules of their own.
  case array([Example])
  /// An example with matchers.
  case matched(Example, [PactMatcher])
  /// An array whose elements all are like one example, which stands there some times.
  case elements(Example, min: Int?, max: Int?, count: Int)
  /// An array that has an element for each of these.
  case containing([Example])
  /// An example that is replaced before a request is sent.
  case generated(Example, PactGenerator)

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: Example

    /// Makes a member.
    public init(_ name: String, _ value: Example) {
      self.name = name
      self.value = value
    }
  }
}
