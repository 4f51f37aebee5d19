internal import GhostlightCore
internal import HashTreeCollections

/// Values by text key, sharing structure between copies: a fork is free, a write costs what it
/// touches.
///
/// Keys are told apart by their bytes.
package struct KeyedStore<Value: Sendable>: Sendable {
  private var values: TreeDictionary<ExactText, Value> = [:]

  package init() {}

  package var count: Int { values.count }

  /// The keys, in no order.
  package var keys: [String] { values.keys.map(\.text) }

  /// The value of a key; `nil` removes it.
  package subscript(key: String) -> Value? {
    get { values[ExactText(key)] }
    set { values[ExactText(key)] = newValue }
  }

  /// Takes a key out and answers the value it had.
  package mutating func removeValue(forKey key: String) -> Value? {
    values.removeValue(forKey: ExactText(key))
  }
}
