/// Texts by key.
package protocol MSKeyValueStore: Sendable {
  /// The text of a key, or `nil`.
  func string(forKey key: String) -> String?
  /// Keeps a text, or forgets it.
  func setString(_ string: String?, forKey key: String)
}
