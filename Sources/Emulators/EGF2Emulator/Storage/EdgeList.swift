import GhostlightEmulation

/// The links of one edge of one object; pages cost the same however many there are.
struct EdgeList: Sendable {
  /// When each destination was linked, as a number that only grows.
  private var numbers = KeyedNumbers()
  /// The destinations that have a record, in the order of their links.
  private var shown = OrderedIndex()

  init() {}

  /// The number of links that pages show.
  var count: Int { shown.count }

  /// Whether there is no link at all.
  var isEmpty: Bool { numbers.count == 0 }

  /// When a destination was linked; `nil` where it is not.
  func number(of destination: String) -> Int? { numbers[destination] }

  /// Links with their numbers, also those that pages leave out, oldest first.
  var all: [(destination: String, number: Int)] {
    numbers.keys.map { ($0, numbers[$0] ?? 0) }.sorted { $0.1 < $1.1 }
  }

  /// Links a destination, and answers `false` where it is linked already.
  mutating func add(_ destination: String, number: Int, isShown: Bool) -> Bool {
    guard numbers.insert(number, forKey: destination) else { return false }
    if isShown { shown.insert(Self.entry(destination, number)) }
    return true
  }

  mutating func remove(_ destination: String) {
    hide(destination)
    numbers[destination] = nil
  }

  /// Lets pages show a link from now on, at the place that it was made at.
  mutating func show(_ destination: String) {
    guard let number = numbers[destination] else { return }
    shown.insert(Self.entry(destination, number))
  }

  /// Leaves a link out of pages.
  mutating func hide(_ destination: String) {
    guard let number = numbers[destination] else { return }
    shown.remove(value: Self.value(number), sequence: number)
  }

  /// Destinations, newest link first, from a position on.
  func newest(from offset: Int, limit: Int) -> [String] {
    let end = max(0, count - max(0, offset))
    return shown.lastKeys(max(0, end - max(0, limit))..<end)
  }

  /// The position of a destination, the newest link being 0; `nil` where pages do not show it.
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
