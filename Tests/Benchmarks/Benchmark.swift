/// Something to measure, by its name on the command line.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  /// Measures one or more figures, each over several rounds.
  let measure: @Sendable () throws(BenchmarkError) -> [Measurement]

  /// In the order of the design; memory first, before others have used some.
  static let all: [Benchmark] = [
    .memory, .stageGet, .transportGet, .forkWrite, .reset, .replay, .recording, .contracts,
    .cosmos, .mia, .egf2, .scans, .starts, .managedObjects, .sync,
  ]
}
