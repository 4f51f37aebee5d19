/// Something that happened in a backend, as its conversations tell it.
public struct News: Sendable, Hashable {
  /// What it is about; conversations compare it with what their clients asked for.
  public var topic: String
  /// What those clients are told, printed once for all.
  public var text: String

  /// Makes an item.
  public init(topic: String, text: String) {
    self.topic = topic
    self.text = text
  }
}
