import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Selection of requests by fault plans` {
  /// A change that limits a plan to some requests, and the numbers of the requests in ``sent`` to
  /// which the changed plan applies.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let hits: [Int]
    let narrow: @Sendable (inout FaultPlan) -> Void

    init(_ name: String, _ hits: [Int], _ narrow: @escaping @Sendable (inout FaultPlan) -> Void) {
      testDescription = name
      self.hits = hits
      self.narrow = narrow
    }
  }

  private static let sent: [(emulator: String, request: Request)] = [
    ("notes", .note(.post, "/note", "x")),
    ("other", .note(.post, "/note?a=b", "x")),
    ("notes", .note(.get, "/note")),
    ("notes", .note(.get, "/time")),
    ("other", .note(.delete, "/none/1")),
    ("notes", .note(.get, "/none/2")),
  ]

  private static let rows = [
    Row("everything", [1, 2, 3, 4, 5, 6]) { _ in },
    Row("an emulator", [2, 5]) { $0.emulator = "other" },
    Row("no emulator", []) { $0.emulator = "nobody" },
    Row("a method", [3, 4, 6]) { $0.method = .get },
    Row("a path without its query", [1, 2, 3]) { $0.path = "/note" },
    Row("a path with a star", [5, 6]) { $0.path = "/none/*" },
    Row("a route", [1, 2]) { $0.route = "Add" },
    Row("no route", []) { $0.route = "add" },
    Row("all at once", [2]) {
      ($0.emulator, $0.method, $0.path, $0.route) = ("other", .post, "/n*", "Add")
    },
    Row("a contradiction", []) { ($0.method, $0.route) = (.get, "Add") },
    Row("the second", [2]) { $0.occurrence = .call(2) },
    Row("the seventh", []) { $0.occurrence = .call(7) },
    Row("the second of a method", [4]) { ($0.method, $0.occurrence) = (.get, .call(2)) },
    Row("every second", [2, 4, 6]) { $0.occurrence = .every(2) },
    Row("every fourth", [4]) { $0.occurrence = .every(4) },
    Row("every none", []) { $0.occurrence = .every(0) },
    Row("three times", [1, 2, 3]) { $0.times = 3 },
    Row("no times", []) { $0.times = 0 },
    Row("every second, twice", [2, 4]) { ($0.occurrence, $0.times) = (.every(2), 2) },
    Row("never by chance", []) { $0.occurrence = .probability(0) },
    Row("always by chance", [1, 2, 3, 4, 5, 6]) { $0.occurrence = .probability(1) },
  ]

  @Test(arguments: rows)
  func `a plan applies to the requests that it selects, as often as it allows`(_ row: Row) throws {
    var plan = FaultPlan(.deliver(.empty))
    row.narrow(&plan)
    // A configuration may have plans that never apply; `addFault` refuses them.
    let stage = Stage.notes { [plan] in $0.faults = [plan] }
    let space = try stage.namespace()
    for (emulator, request) in Self.sent { _ = stage.respond(to: request, by: emulator) }
    let hits = space.journal.filter { $0.fault == 1 }
    #expect(hits.map(\.number) == row.hits)
    #expect(space.faults.map(\.hitCount) == [row.hits.count])
    #expect(space.faults.map(\.plan) == [plan])
  }

  /// Returns, for each of a thousand requests, the number of the fault plan that applied to it.
  private func drawn(
    seed: UInt64 = 1, in namespace: String = "one", _ plans: [FaultPlan]
  ) throws -> [Int?] {
    let stage = Stage.notes(seed: seed) { $0.faults = plans }
    for _ in 0..<1000 { _ = stage.time(in: namespace) }
    return try stage.namespace(namespace).journal.map(\.fault)
  }

  private func plan(_ share: Double) -> FaultPlan {
    var plan = FaultPlan(.deliver(.empty))
    plan.occurrence = .probability(share)
    return plan
  }

  @Test(arguments: [0.1, 0.5, 0.9])
  func `a random plan has its share, repeated with the seed`(share: Double) throws {
    let first = try drawn([plan(share)])
    let share = Int(share * 1000)
    #expect((share - 60...share + 60).contains(first.count { $0 != nil }))
    #expect(try drawn([plan(Double(share) / 1000)]) == first)
  }

  @Test func `a different seed, namespace or plan selects different requests`() throws {
    let first = try drawn([plan(0.5)])
    #expect(try drawn(seed: 2, [plan(0.5)]) != first)
    #expect(try drawn(in: "two", [plan(0.5)]) != first)
    let two = try drawn([plan(0.5), plan(0.5)])
    let numbers = [1, 2, nil].map { number in two.count { $0 == number } }
    #expect((440...560).contains(numbers[0]))
    #expect((190...310).contains(numbers[1]))
    #expect((190...310).contains(numbers[2]))
  }

  @Test func `the same requests fail after a reset, a restored snapshot and a drop`() throws {
    let stage = Stage.notes { $0.faults = [plan(0.5)] }
    let run = {
      for _ in 0..<200 { _ = stage.time() }
      return try stage.namespace().journal.suffix(200).map(\.fault)
    }
    let start = try stage.namespace().snapshot()
    let first = try run()
    try stage.namespace().restore(start)
    #expect(try run() == first)
    try stage.namespace().reset()
    #expect(try run() == first)
    try stage.drop(Stage.defaultNamespace)
    #expect(try run() == first)
  }

  @Test func `the first plan that applies is used`() throws {
    let stage = Stage.notes()
    let space = try stage.namespace()
    var second = FaultPlan(.answer(Response(.gone)))
    second.occurrence = .call(2)
    let numbers = [
      try space.addFault(second), try space.addFault(FaultPlan(.answer(Response(.conflict)))),
    ]
    #expect(numbers == [1, 2])
    let codes = (0..<3).map { _ in stage.add("x").status.code }
    #expect(codes == [409, 410, 409])
    #expect(space.journal.map(\.fault) == [2, 1, 2])
    #expect(space.faults.map(\.matchCount) == [3, 2])
    #expect(space.faults.map(\.hitCount) == [1, 2])
  }

  @Test func `plans are removed by number or all at once, and numbers are never used again`() throws
  {
    let space = try Stage.notes().namespace()
    for _ in 1...3 { try space.addFault(FaultPlan(.deliver(.reset))) }
    #expect(space.removeFault(2))
    #expect(!space.removeFault(2))
    #expect(space.faults.map(\.number) == [1, 3])
    #expect(try space.addFault(FaultPlan(.deliver(.empty))) == 4)
    #expect(space.removeFault())
    #expect(!space.removeFault())
    #expect(space.faults == [])
  }

  @Test func `each namespace has its own plans, and a fork has those of the stage`() throws {
    let stage = Stage.notes { $0.faults = [FaultPlan(.answer(Response(.gone)))] }
    let space = try stage.namespace("one")
    space.removeFault()
    #expect(stage.add("x", in: "one").status == .created)
    #expect(stage.add("x", in: "two").status == .gone)
    #expect(try stage.fork("one", as: "three").faults.map(\.number) == [1])
    try space.reset()
    #expect(stage.add("x", in: "one").status == .gone)
  }
}
