import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightEmulation

@Suite struct `Secondary indexes built by queries` {
  /// A collection with indexes, and a collection with the same documents but no indexes.
  private struct Pair {
    var indexed: DocumentCollection
    var plain = DocumentCollection()
  }

  @Test(arguments: [41, 42, 43, 44, 45, 46] as [UInt64])
  func `copies of a collection with indexes give the same results as without indexes`(
    _ seed: UInt64
  ) {
    var random = SeededNumbers(seed: seed)
    let definitions = RandomQueries.paths.map(IndexDefinition.init)
    var pairs = [Pair(indexed: DocumentCollection(indexes: [definitions[0]]))]
    for step in 0..<600 {
      let slot = random.below(pairs.count)
      let key = "k\(random.below(60))"
      let document = RandomQueries.document(&random)
      switch random.below(9) {
      case 0, 1, 2:
        pairs[slot].indexed.insert(document, forKey: key)
        pairs[slot].plain.insert(document, forKey: key)
      case 3:
        pairs[slot].indexed.replace(document, forKey: key)
        pairs[slot].plain.replace(document, forKey: key)
      case 4:
        pairs[slot].indexed.remove(key)
        pairs[slot].plain.remove(key)
      case 5:
        pairs[slot].indexed.rename(key, to: "r\(step)")
        pairs[slot].plain.rename(key, to: "r\(step)")
      case 6:
        let copy = pairs[slot]
        if pairs.count < 6 { pairs.append(copy) } else { pairs[random.below(6)] = copy }
      case 7:
        pairs[slot].indexed.addIndex(random.pick(definitions))
      default:
        let query = RandomQueries.query(&random)
        #expect(pairs[slot].indexed.find(query) == pairs[slot].plain.find(query), "\(query)")
      }
    }
    for pair in pairs {
      for path in RandomQueries.paths {
        let query = Query(order: [SortKey(path)])
        #expect(pair.indexed.find(query) == pair.plain.find(query), "\(path)")
      }
    }
  }

  private static let n = FieldPath("n")

  private static func notes(_ count: Int) -> DocumentCollection {
    var notes = DocumentCollection(indexes: [IndexDefinition(n)])
    for number in 0..<count { notes.insert(["n": .integer(Int64(number))], forKey: "k\(number)") }
    return notes
  }

  @Test func `two copies that define different indexes at the same position keep them apart`() {
    let origin = Self.notes(10)
    var (left, right) = (origin, origin)
    left.addIndex(IndexDefinition(FieldPath("left")))
    right.addIndex(IndexDefinition(FieldPath("right")))
    let ofLeft = Query(.field(FieldPath("left"), .equals(1)))
    let ofRight = Query(.field(FieldPath("right"), .equals(1)))
    #expect(left.find(ofLeft).total == 0)
    right.insert(["right": 1], forKey: "new")
    #expect(right.find(ofRight).documents.map(\.key) == ["new"])
    #expect(left.find(ofRight).total == 0)
  }

  @Test func `an index that one copy built is kept up to date by writes to all copies`() {
    let origin = Self.notes(3_000)
    let query = Query(.field(Self.n, .equals(7)))
    var first = origin
    first.insert(["n": 7], forKey: "first")
    #expect(!first.indexes.isMade(0), "nobody has asked")
    #expect(first.find(query).documents.map(\.key) == ["k7", "first"])
    first.remove("k9")
    #expect(first.indexes.isMade(0))
    var second = origin
    second.rename("k7", to: "renamed")
    #expect(second.indexes.isMade(0) && !origin.indexes.isMade(0))
    #expect(second.find(query).documents.map(\.key) == ["renamed"])
    #expect(origin.find(query).documents.map(\.key) == ["k7"])
  }

  @Test func `copies that differ in many documents build their own indexes, and keep both`() {
    let origin = Self.notes(10)
    let query = Query(.field(Self.n, .equals(7)))
    var (left, right) = (origin, origin)
    _ = left.insert(count: 1_000) { (key: "left\($0)", document: ["n": 7]) }
    _ = right.insert(count: 1_200) { (key: "right\($0)", document: ["n": 7]) }
    #expect(left.find(query).total == 1_001)
    #expect(right.find(query).total == 1_201)
    #expect(left.indexes.isMade(0) && right.indexes.isMade(0))
    #expect(left.find(query).total == 1_001)
    // A write starts from a shared index only if few documents differ, and tries that index only
    // once.
    var far = origin
    far.insert(["n": 7], forKey: "far")
    #expect(!far.indexes.isMade(0))
    far.remove("k7")
    #expect(far.find(query).documents.map(\.key) == ["far"])
    #expect(left.find(query).total == 1_001 && left.indexes.isMade(0))
  }

  @Test func `a provisional budget does not build an index of many documents`() throws {
    let notes = Self.notes(2_000)
    let query = Query(.field(Self.n, .equals(7)))
    let quick = WorkBudget(1_000, isProvisional: true)
    #expect(throws: Fault.self) { _ = try notes.plan(for: query, within: quick) }
    #expect(notes.find(query).total == 1)
    _ = try notes.plan(for: query, within: WorkBudget(1_000, isProvisional: true))
  }

  @Test func `building an index ends when the client has cancelled the request`() throws {
    let notes = Self.notes(2_000)
    let query = Query(.field(Self.n, .equals(7)))
    let budget = WorkBudget(1_000_000)
    budget.cancel()
    #expect(throws: Fault.self) { _ = try notes.plan(for: query, within: budget) }
    #expect(notes.find(query).documents.map(\.key) == ["k7"])
  }

  @Test func `many threads query while another copy is written to`() async {
    var notes = Self.notes(3_000)
    let query = Query(.field(Self.n, .greaterOrEqual(2_990)))
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        let copy = notes
        group.addTask { copy.find(query).total }
      }
      for number in 3_000..<3_020 {
        notes.insert(["n": .integer(Int64(number))], forKey: "k\(number)")
      }
      for await total in group { #expect(total == 10) }
    }
    #expect(notes.find(query).total == 30)
  }
}
