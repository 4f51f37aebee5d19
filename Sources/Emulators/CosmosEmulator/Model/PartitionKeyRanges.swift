import GhostlightCore
import GhostlightEmulation

/// The physical ranges of a container's partition keys, in the order of their hashes (B10).
///
/// There is one range by default. A configuration or provider state can ask for more with `ranges`.
/// A container also gets more ranges if its throughput is higher than one range of the service
/// provides.
struct PartitionKeyRanges: Sendable, Hashable {
  /// A range of hashes, with an id that no other range of the container ever gets.
  struct Element: Sendable, Hashable {
    let id: Int64
    /// The ids of the ranges that were split to create this range, oldest first.
    let parents: [Int64]
    fileprivate let lower: UInt128
    fileprivate let upper: UInt128
    /// The first hash in the range; `""` in the first range.
    let start: String
    /// The first hash after the range; `FF` in the last range.
    let end: String

    fileprivate init(
      id: Int64, parents: [Int64] = [], _ lower: UInt128, _ upper: UInt128,
      by hashing: EffectivePartitionKey.Hashing
    ) {
      self.id = id
      self.parents = parents
      self.lower = lower
      self.upper = upper
      start = lower == 0 ? "" : EffectivePartitionKey.boundary(lower, by: hashing)
      end =
        upper == EffectivePartitionKey.greatest(hashing)
        ? "FF" : EffectivePartitionKey.boundary(upper, by: hashing)
    }
  }

  /// The maximum number of ranges of a container.
  static let limit = 200

  private(set) var elements: [Element]
  /// The id for the next range that a split creates.
  private(set) var next: Int64
  private let hashing: EffectivePartitionKey.Hashing

  /// Creates `count` ranges of equal width.
  init(_ count: Int = 1, by hashing: EffectivePartitionKey.Hashing) {
    let greatest = EffectivePartitionKey.greatest(hashing)
    let width = greatest / UInt128(count)
    elements = (0..<count).map { number in
      Element(
        id: Int64(number), width * UInt128(number),
        number == count - 1 ? greatest : width * UInt128(number + 1), by: hashing)
    }
    next = Int64(count)
    self.hashing = hashing
  }

  /// Returns the initial number of ranges for a throughput.
  ///
  /// It is one range for up to 10,000 request units a second, and otherwise one for each 6,000.
  ///
  /// - Source: Microsoft's page on partitioning; the suite of azure-cosmos 4.17.1 counts 5 of
  ///   30,000.
  static func count(for throughput: Throughput) -> Int {
    let units = throughput.maximum ?? throughput.units
    return units <= 10_000 ? 1 : min(limit, Int((units + 5_999) / 6_000))
  }

  /// Splits a range in the middle into two new ranges; the old range's id becomes invalid.
  mutating func split(at position: Int) {
    let old = elements[position]
    let middle = (old.lower + old.upper) / 2
    let parents = old.parents + [old.id]
    elements.replaceSubrange(
      position...position,
      with: [
        Element(id: next, parents: parents, old.lower, middle, by: hashing),
        Element(id: next + 1, parents: parents, middle, old.upper, by: hashing),
      ])
    next += 2
  }

  /// Splits the widest range repeatedly, until there are `count` ranges.
  mutating func grow(to count: Int) {
    while elements.count < min(count, Self.limit) {
      let widths = elements.map { $0.upper - $0.lower }
      guard let widest = widths.max(), let position = widths.firstIndex(of: widest) else { return }
      split(at: position)
    }
  }

  /// Returns the range that contains a hash.
  func element(at place: String) -> Element {
    elements.last { $0.start <= place } ?? elements[0]
  }

  /// Returns the range whose id a request contains, optionally after the container's RID and a
  /// comma.
  ///
  /// - Throws: A refusal if there is no such range, or if the range has been split.
  func element(named text: String) throws(Fault) -> Element {
    let id = text.split(separator: ",").last.flatMap { Int64($0) }
    guard let found = elements.first(where: { $0.id == id }) else { throw .rangeGone }
    return found
  }
}

extension PartitionKeyRanges {
  /// The ranges as JSON; `nil` if a new container's only range has never been split.
  var snapshot: JSON? {
    guard next > 1 else { return nil }
    return [
      "next": .integer(next),
      "elements": .array(
        elements.map { element in
          [
            "id": .integer(element.id), "parents": .array(element.parents.map { .integer($0) }),
            "upper": .string(String(element.upper)),
          ]
        }),
    ]
  }

  init(
    _ reader: SnapshotReader, by hashing: EffectivePartitionKey.Hashing
  ) throws(SnapshotError) {
    self.init(by: hashing)
    elements = []
    var lower: UInt128 = 0
    let greatest = EffectivePartitionKey.greatest(hashing)
    for element in try reader.member("elements").elements() {
      let end = try element.member("upper")
      guard let upper = UInt128(try end.string()), upper > lower, upper <= greatest else {
        throw end.error("is not a valid end of a range")
      }
      var parents: [Int64] = []
      for parent in try element.member("parents").elements() {
        parents.append(try parent.integer())
      }
      elements.append(
        Element(
          id: try element.member("id").integer(), parents: parents, lower, upper, by: hashing))
      lower = upper
    }
    guard lower == greatest, elements.count <= Self.limit else {
      throw reader.error("has ranges that do not cover all keys")
    }
    next = try reader.member("next").integer()
    guard elements.allSatisfy({ $0.id < next }), next <= 1 << 53 else {
      throw reader.error("has a range that comes later than the next one")
    }
  }
}
