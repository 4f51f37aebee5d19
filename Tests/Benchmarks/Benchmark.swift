/// A benchmark that the command line selects by its name.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  /// Measures one or more figures, each in several rounds.
  let measure: @Sendable () throws(BenchmarkError) -> [Measurement]

  /// The benchmarks in the order of the design.
  ///
  /// Memory is first, before the others allocate any.
  static let all: [Benchmark] =
    [
      .memory, .stageGet, .transportGet, .forkWrite, .reset, .replay, .recording,
      .cosmos, .mia, .egf2, .scans,
    ] + ofServer

  #if Server
    private static let ofServer: [Benchmark] = [.contracts, .starts, .managedObjects, .sync]
  #else
    // A build for `instructions.sh --check`, which leaves the server out, takes a quarter of the time.
    private static let ofServer: [Benchmark] = []
  #endif
}
