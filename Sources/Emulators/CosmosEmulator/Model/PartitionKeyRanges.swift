import GhostlightCore
import GhostlightEmulation

/// The physical ranges that a container's keys are spread over, in the order of their hashes (B10).
///
/// One, unless more are asked for: by `ranges` of a configuration or provider state, or by more
/// throughput than a range has in the service.
struct PartitionKeyRanges: Sendable, Hashable {
  /// A range of hashes; ids are never used twice.
  struct Element: Sendable, Hashable {
    let id: Int64
    /// The ranges that it was split from, oldest first.
    let parents: [Int64]
    fileprivate let lower: UInt128
    fileprivate let upper: UInt128
    /// The first place, `""` in the first range.
    let start: String
    /// The place behind the last, `FF` in the last range.
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

  /// The most ranges that a container may have.
  static let limit = 200

  private(set) var elements: [Element]
  /// The id of the next range.
  private(set) var next: Int64
  private let hashing: EffectivePartitionKey.Hashing

  /// Spreads the keys evenly.
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

  /// How many ranges a container begins with that has so many request units a second: one up to
  /// 10,000, else one for each 6,000.
  ///
  /// - Source: Microsoft's page on partitioning; the suite of azure-cosmos 4.17.1 counts 5 of 30,000.
  static func count(for throughput: Throughput) -> Int {
    let units = throughput.maximum ?? throughput.units
    return units <= 10_000 ? 1 : min(limit, Int((units + 5_999) / 6_000))
  }

  /// Splits a range in the middle; its id is gone from then on.
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

  /// Splits the widest ranges until there are so many.
  mutating func grow(to count: Int) {
    while elements.count < min(count, Self.limit) {
      let widths = elements.map { $0.upper - $0.lower }
      guard let widest = widths.max(), let position = widths.firstIndex(of: widest) else { return }
      split(at: position)
    }
  }

  /// The range that a place is in.
  func element(at place: String) -> Element {
    elements.last { $0.start <= place } ?? elements[0]
  }

  /// The range of an id as requests write it, perhaps behind the container's and a comma.
  ///
  /// - Throws: That there is none: it was split, or never was.
  func element(named text: String) throws(Fault) -> Element {
    let id = text.split(separator: ",").last.flatMap { Int64($0) }
    guard let found = elements.first(where: { $0.id == id }) else { throw .rangeGone }
    return found
  }
}

extension PartitionKeyRanges {
  /// What differs from the one range of a new container; `nil` where nothing does.
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
        throw end.error("is no end of a range")
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
