import GhostlightCore
import HashTreeCollections

/// A dictionary with string keys, whose copies share their structure.
///
/// A copy takes no time, and a write copies only the changed parts. Keys are compared by their
/// bytes.
package struct KeyedStore<Value: Sendable>: Sendable {
  // The initializer is used because the literal `[:]` goes through an array, whose type metadata
  // would be looked up at each start.
  private var values = TreeDictionary<BytewiseString, Value>()

  package init() {}

  package var count: Int { values.count }

  /// The keys, in no particular order.
  package var keys: [String] { values.keys.map(\.text) }

  /// The value of a key; setting `nil` removes the key.
  package subscript(key: String) -> Value? {
    get { values[BytewiseString(key)] }
    set { values[BytewiseString(key)] = newValue }
  }

  /// Adds a value, or does nothing and returns `false` if the store already contains the key.
  package mutating func insert(_ value: Value, forKey key: String) -> Bool {
    let before = count
    update(key, default: value) { _ in }
    return count > before
  }

  /// Changes the value of a key in place; a missing value is first set to `absent`.
  package mutating func update<Result>(
    _ key: String, default absent: @autoclosure () -> Value, _ change: (inout Value) -> Result
  ) -> Result {
    // This does not call the variant with an optional value: in debug builds, that variant reads a
    // tree node after releasing the node. Another thread that releases a copy may have freed the
    // node by then (swift-collections 1.6.0, `_prepareValueUpdate`).
    values.updateValue(forKey: BytewiseString(key), default: absent(), with: change)
  }

  /// Removes a key and returns its value, or returns `nil` if there is none.
  package mutating func removeValue(forKey key: String) -> Value? {
    values.removeValue(forKey: BytewiseString(key))
  }
}

/// A dictionary of integers with string keys, like a ``KeyedStore`` of `Int`.
///
/// Other modules cannot specialise the generic type, which makes it slow there; this type is
/// compiled for `Int`.
package struct KeyedNumbers: Sendable {
  private var numbers = KeyedStore<Int>()

  package init() {}

  package var count: Int { numbers.count }

  /// The keys, in no particular order.
  package var keys: [String] { numbers.keys }

  /// The integer of a key; setting `nil` removes the key.
  package subscript(key: String) -> Int? {
    get { numbers[key] }
    set { numbers[key] = newValue }
  }

  /// Adds the integer of a key, or does nothing and returns `false` if the key already has one.
  package mutating func insert(_ number: Int, forKey key: String) -> Bool {
    numbers.insert(number, forKey: key)
  }
}
