/// A benchmark that can be selected by name on the command line.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  /// Measures one or more figures, each in several rounds.
  let measure: @Sendable () throws(BenchmarkError) -> [Measurement]

  /// All benchmarks, in the order of the design document.
  ///
  /// The memory benchmark comes first, before other benchmarks have allocated memory.
  static let all: [Benchmark] =
    [
      .memory, .stageGet, .transportGet, .forkWrite, .reset, .replay, .recording,
      .cosmos, .mia, .egf2, .scans,
    ]
}
