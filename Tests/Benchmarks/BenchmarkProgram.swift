import Foundation

/// The program `Benchmarks [name…]`, which measures performance figures in process.
///
/// Without a name, it runs all benchmarks. `instructions.sh` runs it as `Benchmarks instructions`.
@main
enum BenchmarkProgram {
  static func main() {
    #if DEBUG
      complain("built for debugging, which is 11 times slower; use `swift run -c release`")
    #else
      do {
        let names = Array(CommandLine.arguments.dropFirst())
        if names.first == "instructions" {
          try CountedOperation.main(Array(names.dropFirst()))
        } else {
          try run(names)
        }
      } catch {
        complain("\(error)")
      }
    #endif
  }

  private static func run(_ names: [String]) throws {
    let known = Benchmark.all + [.profile]
    if let unknown = names.first(where: { name in !known.contains { $0.name == name } }) {
      let lines = known.map { "  \($0.name): \($0.summary)" }
      throw BenchmarkError(
        "no benchmark has the name \"\(unknown)\"; use:\n\(lines.joined(separator: "\n"))")
    }
    print(Measurement.heading)
    for benchmark in names.isEmpty ? Benchmark.all : known.filter({ names.contains($0.name) }) {
      for measurement in try benchmark.measure() { print(measurement.line) }
    }
  }

  private static func complain(_ text: String) -> Never {
    FileHandle.standardError.write(Data("Benchmarks: \(text)\n".utf8))
    exit(1)
  }
}

/// The reason why a benchmark failed.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A call that is repeated; it receives its number.
typealias Call = (Int) throws -> Void

/// The unit of a performance figure; the raw value is printed after the number.
enum Unit: String {
  case perSecond = "/s"
  case microseconds = " µs"
  case milliseconds = " ms"
  case megabytes = " MB"

  /// Returns a number with its unit.
  func text(_ value: Double) -> String {
    value.formatted(
      .number.precision(.significantDigits(1...4)).locale(Locale(identifier: "en_US"))) + rawValue
  }
}

/// A performance figure, measured in several rounds, optionally with a limit.
struct Measurement {
  /// The number of measured rounds, which follow one round that is not measured.
  static let rounds = 11

  let title: String
  let unit: Unit
  /// The values that the design document allows for the median.
  var hold: ClosedRange<Double>?
  /// The measured values, one for each round.
  let values: [Double]

  init(_ title: String, _ unit: Unit, hold: ClosedRange<Double>? = nil, values: [Double]) {
    (self.title, self.unit, self.hold, self.values) = (title, unit, hold, values)
  }

  /// Measures the time of a call, which each round repeats.
  ///
  /// A figure can be about one of the `items` of a call.
  init(
    _ title: String, _ unit: Unit, hold: ClosedRange<Double>? = nil, calls: Int, items: Int = 1,
    _ call: Call
  ) throws {
    let values = try (0...Self.rounds).map { _ in
      let milliseconds = try Self.milliseconds { for number in 0..<calls { try call(number) } }
      let one = milliseconds / Double(calls * items)
      return unit == .perSecond ? 1e3 / one : unit == .microseconds ? one * 1e3 : one
    }
    self.init(title, unit, hold: hold, values: Array(values.dropFirst()))
  }

  static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  var median: Double { values.sorted()[values.count / 2] }

  static let heading = row(["figure", "hold", "measured", "min", "max", "rounds", ""])

  /// The figure's line in the table, which compares the median with the limit.
  var line: String {
    let limit = hold.map {
      $0.upperBound == .infinity ? "≥ \(unit.text($0.lowerBound))" : "≤ \(unit.text($0.upperBound))"
    }
    let verdict = hold.map { $0.contains(median) ? "ok" : "below" }
    return Self.row([
      title, limit ?? "", unit.text(median), unit.text(values.min() ?? 0),
      unit.text(values.max() ?? 0), String(values.count), verdict ?? "",
    ])
  }

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (cell, width) in zip(cells, [46, 14, 14, 14, 14, 7, 0]) {
      line += cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return line
  }
}
