import GhostlightEmulation

/// The links of one edge of one object.
///
/// The time for reading a page does not depend on the number of links.
struct EdgeList: Sendable {
  /// The sequence number of each link, keyed by destination; newer links have greater numbers.
  private var numbers = KeyedNumbers()
  /// The destinations that have a record, in creation order of their links.
  private var shown = OrderedIndex()

  init() {}

  /// The number of links that pages show.
  var count: Int { shown.count }

  /// Whether there are no links, not even hidden ones.
  var isEmpty: Bool { numbers.count == 0 }

  /// Returns the sequence number of the link to a destination; `nil` if there is no such link.
  func number(of destination: String) -> Int? { numbers[destination] }

  /// All destinations with the sequence numbers of their links, oldest first, including hidden
  /// links.
  var all: [(destination: String, number: Int)] {
    numbers.keys.map { ($0, numbers[$0] ?? 0) }.sorted { $0.1 < $1.1 }
  }

  /// Adds a link; returns `false` and changes nothing if the link already exists.
  mutating func add(_ destination: String, number: Int, isShown: Bool) -> Bool {
    guard numbers.insert(number, forKey: destination) else { return false }
    if isShown { shown.insert(Self.entry(destination, number)) }
    return true
  }

  mutating func remove(_ destination: String) {
    hide(destination)
    numbers[destination] = nil
  }

  /// Shows a link on pages, in the order of its creation.
  mutating func show(_ destination: String) {
    guard let number = numbers[destination] else { return }
    shown.insert(Self.entry(destination, number))
  }

  /// Hides a link from pages.
  mutating func hide(_ destination: String) {
    guard let number = numbers[destination] else { return }
    shown.remove(value: Self.value(number), sequence: number)
  }

  /// Returns up to `limit` destinations, starting with the one at the index `offset`; the newest
  /// link has index 0.
  func newest(from offset: Int, limit: Int) -> [String] {
    let end = max(0, count - max(0, offset))
    return shown.lastKeys(max(0, end - max(0, limit))..<end)
  }

  /// Returns the index of a destination on pages; `nil` if it is hidden or not linked.
  ///
  /// The destination of the newest link has index 0.
  func offset(of destination: String) -> Int? {
    guard let number = numbers[destination] else { return nil }
    let offsets = shown.offsets(in: .only(Self.value(number)))
    return offsets.isEmpty ? nil : count - 1 - offsets.lowerBound
  }

  private static func entry(_ destination: String, _ number: Int) -> IndexEntry {
    IndexEntry(value: value(number), sequence: number, key: destination)
  }

  private static func value(_ number: Int) -> IndexValue { .number(.integer(Int64(number))) }
}
