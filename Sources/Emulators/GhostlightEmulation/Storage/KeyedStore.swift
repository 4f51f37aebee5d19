import GhostlightCore
import HashTreeCollections

/// Values by text key, with structure shared between copies.
///
/// A copy is free, and a write copies only what it touches. Keys are compared by their bytes.
package struct KeyedStore<Value: Sendable>: Sendable {
  // Not `[:]`: that literal goes through an array, whose type metadata is looked up at each start.
  private var values = TreeDictionary<BytewiseString, Value>()

  package init() {}

  package var count: Int { values.count }

  /// The keys, in no particular order.
  package var keys: [String] { values.keys.map(\.text) }

  /// The value of a key; setting `nil` removes it.
  package subscript(key: String) -> Value? {
    get { values[BytewiseString(key)] }
    set { values[BytewiseString(key)] = newValue }
  }

  /// Adds a value, or does nothing and returns `false` if the key is taken.
  package mutating func insert(_ value: Value, forKey key: String) -> Bool {
    let before = count
    update(key, default: value) { _ in }
    return count > before
  }

  /// Changes the value of a key in place; a missing value starts as `absent`.
  package mutating func update<Result>(
    _ key: String, default absent: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    // Not the variant that takes an optional value: in debug builds it reads a tree node after it
    // has released it. Another thread that drops a copy may have freed the node by then
    // (swift-collections 1.6.0, `_prepareValueUpdate`).
    values.updateValue(forKey: BytewiseString(key), default: absent(), with: change)
  }

  /// Removes a key and returns its value.
  package mutating func removeValue(forKey key: String) -> Value? {
    values.removeValue(forKey: BytewiseString(key))
  }
}

/// Numbers by text key, like a ``KeyedStore`` of `Int`.
///
/// Other modules cannot specialise the generic type; this one is compiled for numbers.
package struct KeyedNumbers: Sendable {
  private var numbers = KeyedStore<Int>()

  package init() {}

  package var count: Int { numbers.count }

  /// The keys, in no particular order.
  package var keys: [String] { numbers.keys }

  /// The number of a key; setting `nil` removes it.
  package subscript(key: String) -> Int? {
    get { numbers[key] }
    set { numbers[key] = newValue }
  }

  /// Adds the number of a key, or does nothing and returns `false` if the key has one.
  package mutating func insert(_ number: Int, forKey key: String) -> Bool {
    numbers.insert(number, forKey: key)
  }
}
