/// An operation whose instructions are counted, because times are not exact to a few percent.
///
/// `instructions.sh` runs each operation under callgrind.
struct CountedOperation: Sendable {
  typealias Call = (Int) throws(BenchmarkError) -> Void

  let name: String
  /// The number of counted calls.
  let calls: Int
  /// The number of documents that a call reads, if the figure is for one document.
  var units = 1
  /// Prepares the operation and returns a closure that makes the call with a number; each number
  /// occurs once.
  let prepare: @Sendable () throws(BenchmarkError) -> Call

  /// The number of calls before the count, which initialize types and caches.
  static let callsBefore = 20

  /// Prepares the operation, makes the first calls, then makes the counted ones.
  func run(calls: Int) throws(BenchmarkError) {
    let call = try prepare()
    for number in 0..<Self.callsBefore { try call(number) }
    try Self.countedCalls(Self.callsBefore..<Self.callsBefore + calls, call)
    Self.afterCounting(calls)
  }

  /// Performs the counted calls.
  ///
  /// When this function is called, callgrind sets its counters on all threads to zero.
  @inline(never)
  private static func countedCalls(_ numbers: Range<Int>, _ call: Call) throws(BenchmarkError) {
    for number in numbers { try call(number) }
  }

  /// Ends the count: when this function is called, callgrind writes its counters.
  @inline(never)
  private static func afterCounting(_ calls: Int) { print("calls: \(calls)") }
}

/// The command `Benchmarks instructions`.
extension CountedOperation {
  /// Runs `[NAME CALLS]`.
  ///
  /// Without arguments, prints a line for each operation: its name, its calls and its divisor.
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
