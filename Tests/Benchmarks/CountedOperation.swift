/// A hot operation whose instructions are counted, since wall clock cannot show a few percent.
///
/// `instructions.sh` runs each under callgrind.
struct CountedOperation: Sendable {
  typealias Call = (Int) throws(BenchmarkError) -> Void

  let name: String
  /// How many calls are counted.
  let calls: Int
  /// How many documents a call looks at, where the figure is that of one.
  var units = 1
  /// Sets up, and answers what makes the call of a number; no number comes twice.
  let prepare: @Sendable () throws(BenchmarkError) -> Call

  /// What is made before counting begins, so that types and caches are there.
  static let callsBefore = 20

  /// Sets up, warms up, then makes the calls that count.
  func run(calls: Int) throws(BenchmarkError) {
    let call = try prepare()
    for number in 0..<Self.callsBefore { try call(number) }
    try Self.countedCalls(Self.callsBefore..<Self.callsBefore + calls, call)
    Self.afterCounting(calls)
  }

  /// A name that callgrind looks for: entering it, counting starts at zero, on all threads.
  @inline(never)
  private static func countedCalls(_ numbers: Range<Int>, _ call: Call) throws(BenchmarkError) {
    for number in numbers { try call(number) }
  }

  /// The other name: entering it, callgrind writes what it has counted.
  @inline(never)
  private static func afterCounting(_ calls: Int) { print("calls: \(calls)") }
}

/// The command `Benchmarks instructions`.
extension CountedOperation {
  /// Runs `[NAME CALLS]`; without these, lists the operations: name, calls, and what to divide by.
  static func main(_ arguments: [String]) throws(BenchmarkError) {
    guard let name = arguments.first else {
      for operation in all {
        print(operation.name, operation.calls, operation.calls * operation.units, separator: "\t")
      }
      return
    }
    guard let operation = all.first(where: { $0.name == name }) else {
      throw BenchmarkError("\"\(name)\" is none of: \(all.map(\.name).joined(separator: ", "))")
    }
    guard arguments.count == 2, let calls = Int(arguments[1]), (1...1_000_000).contains(calls)
    else { throw BenchmarkError("Usage: Benchmarks instructions [NAME CALLS]") }
    try operation.run(calls: calls)
  }
}
