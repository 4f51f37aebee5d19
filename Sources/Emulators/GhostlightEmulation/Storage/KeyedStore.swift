import GhostlightCore
import HashTreeCollections

/// Values by text key, sharing structure between copies: a fork is free, a write costs what it
/// touches.
///
/// Keys are told apart by their bytes.
package struct KeyedStore<Value: Sendable>: Sendable {
  // Not `[:]`, which makes a dictionary of an array: each start would look up what arrays of each type of values are.
  private var values = TreeDictionary<BytewiseString, Value>()

  package init() {}

  package var count: Int { values.count }

  /// The keys, in no order.
  package var keys: [String] { values.keys.map(\.text) }

  /// The value of a key; `nil` removes it.
  package subscript(key: String) -> Value? {
    get { values[BytewiseString(key)] }
    set { values[BytewiseString(key)] = newValue }
  }

  /// Adds a value, or does nothing and answers `false` where its key is taken.
  package mutating func insert(_ value: Value, forKey key: String) -> Bool {
    let before = count
    update(key, default: value) { _ in }
    return count > before
  }

  /// Changes the value of a key in its place, which is `absent` first where there is none.
  package mutating func update<Result>(
    _ key: String, default absent: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    // Not by the function that takes optional values: in debug builds it looks at a node of the tree
    // once more after giving it up, which another thread that drops a copy may have freed by then
    // (swift-collections 1.6.0, `_prepareValueUpdate`).
    values.updateValue(forKey: BytewiseString(key), default: absent(), with: change)
  }

  /// Takes a key out and answers the value it had.
  package mutating func removeValue(forKey key: String) -> Value? {
    values.removeValue(forKey: BytewiseString(key))
  }
}

/// Numbers by text key, as a ``KeyedStore`` has them.
///
/// Other modules cannot specialise a generic type for what they store; this one is compiled for numbers.
package struct KeyedNumbers: Sendable {
  private var numbers = KeyedStore<Int>()

  package init() {}

  package var count: Int { numbers.count }

  /// The keys, in no order.
  package var keys: [String] { numbers.keys }

  /// The number of a key; `nil` removes it.
  package subscript(key: String) -> Int? {
    get { numbers[key] }
    set { numbers[key] = newValue }
  }

  /// Adds the number of a key, or does nothing and answers `false` where the key has one.
  package mutating func insert(_ number: Int, forKey key: String) -> Bool {
    numbers.insert(number, forKey: key)
  }
}
