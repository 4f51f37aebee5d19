import GhostlightCore

/// A word, sign or literal of a query.
struct SQLToken: Sendable, Hashable {
  /// What kind of word it is.
  enum Kind: Sendable, Hashable {
    /// A keyword, in capitals.
    case keyword(String)
    /// A name that is no keyword.
    case name
    /// `@name`.
    case parameter
    /// A number or text, decoded.
    case literal(JSON)
    /// An operator or bracket: `<=`, `??`, `(`.
    case sign
    /// The end of the text.
    case end
  }

  let kind: Kind
  /// The text as written.
  let text: String
  let span: SQLSpan

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

  func isKeyword(_ word: String) -> Bool { kind == .keyword(word) }
}
