/// A regular expression, parsed.
indirect enum PatternNode: Sendable {
  /// One scalar of a set.
  case scalar(ScalarSet)
  /// A place in the text.
  case place(PatternPlace)
  /// One after the other; nothing where there are none.
  case sequence([PatternNode])
  /// One of these.
  case choice([PatternNode])
  /// As often as `minimum` says up to `maximum`, or without end.
  case repeated(PatternNode, minimum: Int, maximum: Int?)
  /// What stands ahead, or behind, without being part of what is found; no two have one number.
  case look(PatternNode, number: Int, isAhead: Bool, isNegated: Bool)
}
