/// An operation whose instructions are counted, because times vary by a few percent.
///
/// `instructions.sh` runs each operation under callgrind.
struct CountedOperation: Sendable {
  typealias Call = (Int) throws(BenchmarkError) -> Void

  let name: String
  /// The number of calls whose instructions are counted.
  let calls: Int
  /// The number of documents that a call reads, if instructions are reported per document;
  /// otherwise 1.
  var units = 1
  /// Prepares the operation, and returns a closure that makes one call.
  ///
  /// The closure receives the call's number; no number is passed twice.
  let prepare: @Sendable () throws(BenchmarkError) -> Call

  /// The number of uncounted calls at the start, which initialize types and caches.
  static let callsBefore = 20

  /// Prepares the operation, makes the uncounted calls, and then makes the counted calls.
  func run(calls: Int) throws(BenchmarkError) {
    let call = try prepare()
    for number in 0..<Self.callsBefore { try call(number) }
    try Self.countedCalls(Self.callsBefore..<Self.callsBefore + calls, call)
    Self.afterCounting(calls)
  }

  /// Performs the counted calls.
  ///
  /// When this function is entered, callgrind resets its counters on all threads.
  @inline(never)
  private static func countedCalls(_ numbers: Range<Int>, _ call: Call) throws(BenchmarkError) {
    for number in numbers { try call(number) }
  }

  /// Marks the end of the counted calls: when this function is entered, callgrind writes its
  /// counters.
  @inline(never)
  private static func afterCounting(_ calls: Int) { print("calls: \(calls)") }
}

/// The command `Benchmarks instructions`.
extension CountedOperation {
  /// Runs the command's arguments, `[NAME CALLS]`.
  ///
  /// Without arguments, prints one line for each operation: its name, its number of calls, and the
  /// divisor for its instructions.
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
