#if Server
  import Foundation

  extension Benchmark {
    static let managedObjects = Benchmark(
      name: "managed-objects", summary: "managed objects beside plain record classes"
    ) { () throws(BenchmarkError) in
      do {
        return try ManagedObjectsFigures().measure()
      } catch let problem as BenchmarkError {
        throw problem
      } catch {
        throw BenchmarkError("\(error)")
      }
    }
  }

  /// Compares managed objects with record classes and with prepared statements, for the same tasks.
  private struct ManagedObjectsFigures {
    private let folder = FileManager.default.temporaryDirectory
      .appending(path: "ManagedObjects-\(UUID().uuidString)")

    func measure() throws -> [Measurement] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      return try saves() + reads() + updates() + memory()
    }

    private func file() -> URL { folder.appending(path: "\(UUID().uuidString).sqlite") }

    private func seconds(_ work: () throws -> Void) rethrows -> Double {
      let start = ContinuousClock.now
      try work()
      return Rounds.seconds(since: start)
    }

    /// Measures three implementations of a task in turn, once in each round.
    private func ratios(
      _ title: String, ours: (Int) throws -> Void, records: (Int) throws -> Void,
      prepared: (Int) throws -> Void
    ) throws -> [Measurement] {
      var toRecords: [Double] = []
      var toPrepared: [Double] = []
      for round in 0...Rounds.count {
        let mine = try seconds { try ours(round) }
        let record = try seconds { try records(round) }
        let statement = try seconds { try prepared(round) }
        guard round > 0 else { continue }
        toRecords.append(mine / record)
        toPrepared.append(mine / statement)
      }
      return [
        Measurement(
          title: "\(title): to record classes", hold: .atMost(2), unit: .times, values: toRecords),
        Measurement(
          title: "\(title): to prepared statements", hold: .atMost(.greatestFiniteMagnitude),
          unit: .times, values: toPrepared),
      ]
    }

    private func saves() throws -> [Measurement] {
      try ratios(
        "save of 10,000 new objects",
        ours: { _ in try PersonStore(file()).insert(0..<10_000) },
        records: { _ in try PersonDatabase(file()).insert(0..<10_000) },
        prepared: { _ in try PersonDatabase(file()).insertPrepared(0..<10_000) })
    }

    private func reads() throws -> [Measurement] {
      let store = try PersonStore(file())
      let database = try PersonDatabase(file())
      try store.insert(0..<100_000)
      try database.insert(0..<100_000)
      let context = store.context()
      func expect(_ found: Int, _ expected: Int) throws {
        guard found == expected else { throw BenchmarkError("\(found) instead of \(expected)") }
      }
      let sum = (0..<10_000).reduce(0) { $0 + $1 % 90 }
      return try ratios(
        "fetch of 10,000 with a property read",
        ours: { _ in try expect(store.read(10_000), sum) },
        records: { _ in try expect(database.read(10_000), sum) },
        prepared: { _ in try expect(database.readPrepared(10_000), sum) })
        + ratios(
          "indexed fetch of one among 100,000, × 1,000",
          ours: { round in
            for call in 0..<1_000 {
              let number = (round * 7_919 + call * 97) % 100_000
              try expect(store.find(number, context), number % 90)
            }
          },
          records: { round in
            for call in 0..<1_000 {
              let number = (round * 7_919 + call * 97) % 100_000
              try expect(database.find(number), number % 90)
            }
          },
          prepared: { round in
            for call in 0..<1_000 {
              let number = (round * 7_919 + call * 97) % 100_000
              try expect(database.findPrepared(number), number % 90)
            }
          })
    }

    private func updates() throws -> [Measurement] {
      let store = try PersonStore(file())
      let database = try PersonDatabase(file())
      try store.insert(0..<1_000)
      try database.insert(0..<1_000)
      let context = store.context()
      let people = try store.people(1_000, context)
      let records = try database.records(1_000)
      return try ratios(
        "update and save of 1,000",
        ours: { try store.update(people, Double($0), context) },
        records: { try database.update(records, Double($0)) },
        prepared: { try database.updatePrepared(records, Double($0)) })
    }

    private func memory() throws -> [Measurement] {
      let store = try PersonStore(file())
      let context = store.context()
      _ = store.passFaults(1...100_000, context)
      let before = try ResidentMemory.megabytes()
      guard store.passFaults(100_001...1_100_000, context) == 1_000_000 else {
        throw BenchmarkError("not all objects passed")
      }
      let grown = max(0, try ResidentMemory.megabytes() - before)
      return [
        Measurement(
          title: "memory after 1,000,000 faults: growth", hold: .atMost(5), unit: .megabytes,
          values: [grown])
      ]
    }
  }
#endif
