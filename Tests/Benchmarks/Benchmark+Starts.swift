#if Server
  import CosmosEmulator
  import Foundation
  import Ghostlight
  import GhostlightCore
  import GhostlightPersistence
  import HTTPTypes
  import MiaEmulator

  extension Benchmark {
    static let starts = Benchmark(
      name: "starts",
      summary: "from a data folder with 100,000 documents in a snapshot, or in single writes"
    ) { () throws(BenchmarkError) in
      var measured: [Measurement] = []
      for start in SampleFolder.Content.allCases {
        let folder = try SampleFolder(start, count: 100_000)
        var values: [Double] = []
        for _ in 0...5 {
          let start = ContinuousClock.now
          // The stage is kept until the time has been measured, so that its deallocation is not
          // included.
          let stage = try folder.start()
          values.append(Rounds.seconds(since: start) * 1e3)
          withExtendedLifetime(stage) {}
        }
        measured.append(
          Measurement(
            title: "starts: \(start.title)", hold: .atMost(.greatestFiniteMagnitude),
            unit: .milliseconds, values: Array(values.dropFirst())))
      }
      return measured
    }
  }

  /// A data folder with the state of one emulator, from which stages can start repeatedly.
  final class SampleFolder {
    /// The contents of a data folder: a snapshot of documents, or single writes without a snapshot.
    enum Content: String, CaseIterable {
      case cosmosState = "cosmos-state"
      case stackMobState = "stackmob-state"
      case miaState = "mia-state"
      case egf2State = "egf2-state"
      case stackMobWrites = "stackmob-writes"
      case miaWrites = "mia-writes"

      var title: String {
        switch self {
        case .cosmosState: "Cosmos DB, state"
        case .stackMobState: "StackMob, state"
        case .miaState: "Mia, state of both generations"
        case .egf2State: "EGF2, state of objects and links"
        case .stackMobWrites: "StackMob, writes"
        case .miaWrites: "Mia CRUD, writes"
        }
      }
    }

    private let path = FileManager.default.temporaryDirectory
      .appending(path: "Starts-\(UUID().uuidString)").path
    private let configuration: StageConfiguration
    /// The sequence number of the last change in the folder's log.
    private let last: Int64

    /// Creates a data folder, writes its contents and closes it.
    init(_ content: Content, count: Int) throws(BenchmarkError) {
      let state: Snapshot?
      var requests: [Request] = []
      switch content {
      case .cosmosState:
        let account = try SampleAccount(documents: count)
        (configuration, state) = (account.stage.configuration, account.stage.snapshot())
      case .stackMobState:
        let app = try SampleApp(documents: count)
        configuration = app.stage.configuration
        do { state = try app.stage.namespace().snapshot() } catch {
          throw BenchmarkError("\(error)")
        }
      case .miaState:
        let project = try SampleProject(documents: count)
        (configuration, state) = (project.stage.configuration, project.stage.snapshot())
      case .egf2State:
        let graph = try SampleGraph.wall(count)
        (configuration, state) = (graph.stage.configuration, graph.stage.snapshot())
      case .stackMobWrites:
        let app = try SampleApp(documents: 0)
        (configuration, state) = (app.stage.configuration, nil)
        requests = (0..<count).map { app.post($0) }
      case .miaWrites:
        let project = try SampleProject(documents: 0)
        (configuration, state) = (project.stage.configuration, project.stage.snapshot())
        requests = (0..<count).map { project.insert($0) }
      }
      do {
        let folder = try DataFolder(at: path)
        let stage = Stage(configuration, log: folder.log)
        try folder.restore(into: stage)
        if let state { try stage.namespace().restore(state) }
        if content.rawValue.hasSuffix("state") {
          try SnapshotWriter(folder, stage, every: .max).writeSnapshot()
        }
        let emulator = content == .miaWrites ? "mia" : "stackmob"
        for request in requests { _ = stage.responder(for: emulator)?.ask(request, nil) }
        try folder.log.waitUntilDurable(folder.log.last)
        last = folder.log.last
        try folder.close()
      } catch {
        throw BenchmarkError("\(error)")
      }
      _ = try start()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns a new stage with the state that the folder contains.
    func start() throws(BenchmarkError) -> Stage {
      do {
        let folder = try DataFolder(at: path)
        let stage = Stage(configuration, log: folder.log)
        try folder.restore(into: stage)
        guard folder.log.last == last else { throw BenchmarkError("the log ends elsewhere") }
        try folder.close()
        return stage
      } catch {
        throw BenchmarkError("\(error)")
      }
    }
  }
#endif
