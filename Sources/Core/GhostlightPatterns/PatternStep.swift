/// A step of a compiled regular expression: plain numbers, so that running it counts no references.
struct PatternStep: Sendable {
  /// What a step does.
  enum Kind: UInt8, Sendable {
    /// Takes one scalar of the set `first` and goes on.
    case take
    /// Goes on at the place `first` only.
    case place
    /// Goes on if what the look `first` is about is there, or is not.
    case look
    /// Goes on at `first` and at `second`.
    case fork
    /// Goes on at `first`.
    case jump
    /// All is found.
    case found
  }

  var kind: Kind
  var first = 0
  var second = 0
}
