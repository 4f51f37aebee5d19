/// A benchmark that the command line selects by its name.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  /// Measures one or more figures, each in several rounds.
  let measure: @Sendable () throws(BenchmarkError) -> [Measurement]

  /// The benchmarks in the order of the design.
  ///
  /// Memory is first, before the others allocate any.
  static let all: [Benchmark] = [
    .memory, .stageGet, .transportGet, .forkWrite, .reset, .replay, .recording, .contracts,
    .cosmos, .mia, .egf2, .scans, .starts, .managedObjects, .sync,
  ]
}
