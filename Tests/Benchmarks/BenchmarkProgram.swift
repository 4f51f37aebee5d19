/// The program `Benchmarks [name…]`, which measures the performance figures of the design document.
///
/// Without a name, it runs all benchmarks. `instructions.sh` runs it as `Benchmarks instructions`.
@main
enum BenchmarkProgram {
  static func main() {
    #if DEBUG
      complain("built for debugging, which is 11 times slower; use `swift run -c release`")
    #else
      let names = Array(CommandLine.arguments.dropFirst())
      if names.first == "instructions" { return count(Array(names.dropFirst())) }
      let known = Benchmark.all + [.profile]
      if let unknown = names.first(where: { name in !known.contains { $0.name == name } }) {
        print("Usage: Benchmarks [name…]", "\"\(unknown)\" is none of:", separator: "\n")
        for benchmark in known { print("  \(benchmark.name): \(benchmark.summary)") }
        complain("nothing was measured")
      }
      run(names.isEmpty ? Benchmark.all : known.filter { names.contains($0.name) })
    #endif
  }

  private static func run(_ benchmarks: [Benchmark]) {
    print(Measurement.heading)
    do throws(BenchmarkError) {
      for benchmark in benchmarks {
        for measurement in try benchmark.measure() { print(measurement.line) }
      }
    } catch {
      complain(error.description)
    }
  }

  private static func count(_ arguments: [String]) {
    do throws(BenchmarkError) { try CountedOperation.main(arguments) } catch {
      complain(error.description)
    }
  }

  private static func complain(_ text: String) -> Never {
    StandardError.print("Benchmarks: \(text)")
    StandardError.exit()
  }
}
