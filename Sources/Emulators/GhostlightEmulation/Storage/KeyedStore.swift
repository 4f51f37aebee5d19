internal import HashTreeCollections

/// Values by text key, sharing structure between copies: a fork is free, a write costs what it
/// touches.
package struct KeyedStore<Value: Sendable>: Sendable {
  private var values: TreeDictionary<String, Value> = [:]

  package init() {}

  package var count: Int { values.count }

  /// The keys, in no order.
  package var keys: [String] { Array(values.keys) }

  /// The value of a key; `nil` removes it.
  package subscript(key: String) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }
}
