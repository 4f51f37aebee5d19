import GhostlightEmulation

/// One field of an index (A13): where its value stands and how texts of it compare.
struct SearchField: Sendable, Hashable {
  /// What a field's values are.
  enum Kind: String, Sendable {
    case string
    case integer
    case boolean
    case date
  }

  let name: String
  let path: FieldPath
  let kind: Kind
  /// Whether texts count word by word.
  var isAnalyzed = true
  /// Whether texts count as a whole as well.
  var isWhole = false

  init(_ name: String, _ path: FieldPath, _ kind: Kind) {
    self.name = name
    self.path = path
    self.kind = kind
  }
}
