package import GhostlightCore
package import GhostlightPatterns
import HTTPTypes
import Synchronization

/// The amount of work that one exchange may do.
///
/// Work is counted in units and not timed, so every machine gives the same response. One unit is
/// about the work of reading one field of a document (0.1 µs on a current machine), or 32 bytes of
/// memory that the exchange holds. A document costs several units, and a string one unit per 32
/// bytes.
///
/// Only the thread that processes the exchange spends from the budget; any thread may cancel it. An
/// exhausted budget stays exhausted: a handler that catches the refusal gets it again on the next
/// call.
///
/// ```swift
/// import Ghostlight
///
/// var backend = StackMobBackend()
/// let budget = WorkBudget(10_000)
/// let answer = backend.answer(Request(.get, "/todo"), at: .numbered(), within: budget)
/// print(budget.isExhausted, answer.response.status)
/// ```
public final class WorkBudget: Sendable {
  /// The number of units that the budget starts with.
  public let limit: Int
  private let remaining: Atomic<Int>
  private let cancelled = Atomic(false)
  /// Whether work that exceeds this budget is repeated with a larger budget and should therefore
  /// stop early.
  private let isProvisional: Bool

  /// Creates a budget of `limit` units.
  ///
  /// - Parameters:
  ///   - limit: The number of units; a negative number counts as 0.
  ///   - isProvisional: Whether work that exceeds this budget is repeated with a larger one; such
  ///     work should stop early.
  public init(_ limit: Int, isProvisional: Bool = false) {
    self.limit = max(0, limit)
    self.isProvisional = isProvisional
    remaining = Atomic(max(0, limit))
  }

  /// A budget without a limit, for replays, setup and tests.
  public static let unlimited = WorkBudget(.max)

  /// Spends units; a negative number counts as 0.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if fewer units are left or the budget was cancelled, and on
  ///   every later call.
  package func spend(_ units: Int = 1) throws(Fault) {
    let left = remaining.load(ordering: .relaxed)
    guard left != .max else { return }
    guard left >= units, !cancelled.load(ordering: .relaxed) else { throw exhaust() }
    remaining.store(left &- max(0, units), ordering: .relaxed)
  }

  /// Spends the units for processing this many bytes.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func spend(bytes: Int) throws(Fault) {
    try spend(bytes &>> 5 &+ 1)
  }

  /// Spends `count` times `units` units.
  ///
  /// Both numbers may come from a client: an overflow or a negative number is handled.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func spend(_ count: Int, times units: Int) throws(Fault) {
    let (product, overflow) = max(0, count).multipliedReportingOverflow(by: max(0, units))
    try spend(overflow ? .max : product)
  }

  /// Spends the units for sorting `count` values by `keys` sort keys.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func spend(sorting count: Int, keys: Int = 1) throws(Fault) {
    guard count > 1 else { return }
    let comparisons = Int.bitWidth - count.leadingZeroBitCount
    try spend(count / 4 + 1, times: comparisons.multipliedReportingOverflow(by: keys).partialValue)
  }

  /// Checks that a provisional budget has at least `count` times `units` units left.
  ///
  /// The method spends nothing. It does nothing for a budget that is not provisional.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget has fewer units.
  package func expect(_ count: Int, times units: Int) throws(Fault) {
    guard isProvisional else { return }
    let (product, overflow) = count.multipliedReportingOverflow(by: units)
    guard overflow || product > remaining.load(ordering: .relaxed) else { return }
    throw exhaust()
  }

  /// Checks that the budget is not exhausted and was not cancelled.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is exhausted or was cancelled.
  package func check() throws(Fault) {
    guard isExhausted || isCancelled else { return }
    throw exhaust()
  }

  /// The number of units left, or `nil` for a budget without a limit.
  package var left: Int? {
    let left = remaining.load(ordering: .relaxed)
    return left == .max ? nil : left
  }

  /// Whether a call has thrown because too few units were left or the budget was cancelled.
  public var isExhausted: Bool { remaining.load(ordering: .relaxed) < 0 }

  /// Whether ``cancel()`` was called, because the result of the work is no longer needed.
  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Cancels the budget from any thread; the next call that spends units throws.
  public func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Restores the full budget, for an owner that processes one exchange at a time.
  package func refill() { remaining.store(limit, ordering: .relaxed) }

  /// Runs `work` with a budget that has no limit and therefore never throws.
  package static func withoutLimit<Result>(
    _ work: (WorkBudget) throws(Fault) -> Result
  ) -> Result {
    do throws(Fault) {
      return try work(.unlimited)
    } catch {
      preconditionFailure("a budget without limit was used up: \(error)")
    }
  }

  private func exhaust() -> Fault {
    remaining.store(-1, ordering: .relaxed)
    return .workLimit(limit)
  }
}

extension Fault {
  /// Returns the refusal of a request that exceeds its work limit, with a status that no client
  /// retries.
  ///
  /// - Source: decision: an emulator that many clients share must outlive each of them.
  public static func workLimit(_ limit: Int) -> Fault {
    Fault(
      workLimitName, .badRequest, "The request needs more work than this emulator allows.",
      source: "decision: work limit"
    ).withReason(
      "the request needs more work than \(limit) units; make it smaller, or raise the limit with "
        + "\"maxWork\" in ghostlight.json")
  }

  private static let workLimitName = "workLimit"

  /// Whether this fault is ``workLimit(_:)``.
  ///
  /// Code that collects the faults of several operations must rethrow it.
  package var isWorkLimit: Bool { name == Self.workLimitName }
}

extension WorkBudget {
  /// Spends the units for traversing or serializing a value: one for each nested value and one for
  /// each 32 bytes of strings.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func spend(walking value: JSON) throws(Fault) {
    switch value {
    case .null, .bool, .integer, .double: try spend()
    case .decimal(let decimal): try spend(bytes: decimal.digits.utf8.count)
    case .string(let text): try spend(bytes: text.utf8.count)
    case .array(let elements):
      try spend()
      for element in elements { try spend(walking: element) }
    case .object(let object): try spend(walking: object)
    }
  }

  /// Spends the units for traversing or serializing an object with all nested values.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func spend(walking object: JSONObject) throws(Fault) {
    try spend()
    for member in object.members { try spend(walking: member.value) }
  }

  /// Spends the units for serializing an object in a response: fewer than for a traversal if its
  /// values are short.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func spend(printing object: JSONObject) throws(Fault) {
    try spend(object.count >> 1 + 1)
    for member in object.members {
      switch member.value {
      case .string(let text): if text.utf8.count > 64 { try spend(bytes: text.utf8.count) }
      case .array, .object: try spend(walking: member.value)
      default: break
      }
    }
  }
}

extension CompiledPattern {
  /// Compiles a regular expression, and spends units for its length and its steps.
  ///
  /// - Returns: The compiled expression, or the error if the expression is not valid.
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package static func compile(
    _ pattern: String, _ options: PatternOptions = PatternOptions(), within budget: WorkBudget
  ) throws(Fault) -> Result<CompiledPattern, PatternError> {
    try budget.spend(min(pattern.utf8.count, longest) / 4 + 1)
    let result = Result { () throws(PatternError) in try CompiledPattern(pattern, options) }
    switch result {
    case .success(let compiled): try budget.spend(compiled.steps)
    // Compiling an invalid expression may take the maximum number of steps.
    case .failure: try budget.spend(PatternCompiler.longest / 8)
    }
    return result
  }

  /// Returns whether this regular expression matches anywhere in a string, and spends units for the
  /// steps that the search takes.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    let found = matches(text) { units in
      do throws(Fault) {
        try budget.spend(units)
        return true
      } catch {
        return false
      }
    }
    if let found { return found }
    try budget.check()
    return false
  }
}
