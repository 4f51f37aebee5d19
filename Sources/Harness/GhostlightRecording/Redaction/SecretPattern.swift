/// What secrets of one issuer look like: a prefix, and a number of token characters behind it.
public struct SecretPattern: Sendable, Hashable {
  /// What placeholders call it.
  public var name: String
  /// What every such secret begins with.
  public var prefix: String
  /// How many letters, digits, `-`, `_`, `.` follow the prefix at least.
  public var length: Int

  /// Makes a pattern.
  public init(name: String, prefix: String, length: Int) {
    self.name = name
    self.prefix = prefix
    self.length = length
  }

  func matches(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= prefix.utf8.count + length && word.starts(with: prefix.utf8)
  }
}
