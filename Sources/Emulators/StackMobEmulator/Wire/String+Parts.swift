extension String {
  /// The parts between separators, which are found byte by byte: to a `Character`, a comma and an
  /// accent behind it are one symbol, and the accent may begin the next part.
  func parts(
    at separator: Unicode.Scalar, maxSplits: Int = .max, keepingEmpty: Bool = false
  ) -> [String] {
    utf8.split(
      separator: UInt8(ascii: separator), maxSplits: maxSplits,
      omittingEmptySubsequences: !keepingEmpty
    ).map { String(decoding: $0, as: UTF8.self) }
  }
}
