extension Substring {
  /// The text without spaces and tabs at its ends.
  var trimmed: String {
    var rest = self
    while let first = rest.utf8.first, first == 32 || first == 9 { rest = rest.dropFirst() }
    while let last = rest.utf8.last, last == 32 || last == 9 { rest = rest.dropLast() }
    return String(rest)
  }
}
