package import GhostlightCore
package import GhostlightPatterns
import HTTPTypes
import Synchronization

/// How much work an exchange may cost: counted, never timed, so that every machine gives the same
/// answer.
///
/// One unit is about as much as looking at one field of one document, a tenth of a microsecond on
/// a machine of today, or 32 bytes of memory that the exchange keeps. What reads or makes more
/// spends more: a document some units, text a unit for every 32 bytes.
///
/// A budget is spent by the one thread that works on the exchange; any thread may cancel it. Once
/// it is used up it stays so: a handler that catches the refusal and goes on gets it again.
public final class WorkBudget: Sendable {
  /// How many units there were at the start.
  public let limit: Int
  private let remaining: Atomic<Int>
  private let cancelled = Atomic(false)
  /// Whether work that it does not suffice for is done again with another one.
  private let isProvisional: Bool

  /// Makes a budget of some units; a negative number is none.
  ///
  /// - Parameters:
  ///   - limit: The units.
  ///   - isProvisional: Whether work that they do not suffice for is done again with another
  ///     budget, so that it had better end early.
  public init(_ limit: Int, isProvisional: Bool = false) {
    self.limit = max(0, limit)
    self.isProvisional = isProvisional
    remaining = Atomic(max(0, limit))
  }

  /// A budget that is never used up, for replays, set-up and tests.
  public static let unlimited = WorkBudget(.max)

  /// Spends some units; a negative number counts as none.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there are fewer left, and from then on always.
  package func spend(_ units: Int = 1) throws(Fault) {
    let left = remaining.load(ordering: .relaxed)
    guard left != .max else { return }
    guard left >= units, !cancelled.load(ordering: .relaxed) else { throw exhaust() }
    remaining.store(left &- max(0, units), ordering: .relaxed)
  }

  /// Spends what handling so many bytes costs.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
  package func spend(bytes: Int) throws(Fault) {
    try spend(bytes &>> 5 &+ 1)
  }

  /// Spends `count` times `units`, which may be any numbers that came from outside.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
  package func spend(_ count: Int, times units: Int) throws(Fault) {
    let (product, overflow) = max(0, count).multipliedReportingOverflow(by: max(0, units))
    try spend(overflow ? .max : product)
  }

  /// Spends what sorting so many values by so many keys costs.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
  package func spend(sorting count: Int, keys: Int = 1) throws(Fault) {
    guard count > 1 else { return }
    let comparisons = Int.bitWidth - count.leadingZeroBitCount
    try spend(count / 4 + 1, times: comparisons.multipliedReportingOverflow(by: keys).partialValue)
  }

  /// Refuses where the budget is provisional and will not suffice for what is still to come.
  ///
  /// That is going to be `count` times `units`, as far as one can tell. Nothing is spent.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func expect(_ count: Int, times units: Int) throws(Fault) {
    guard isProvisional else { return }
    let (product, overflow) = count.multipliedReportingOverflow(by: units)
    guard overflow || product > remaining.load(ordering: .relaxed) else { return }
    throw exhaust()
  }

  /// Refuses where the budget is used up or was cancelled.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func check() throws(Fault) {
    guard isExhausted || isCancelled else { return }
    throw exhaust()
  }

  /// How many units are left; `nil` where nobody counts.
  var left: Int? {
    let left = remaining.load(ordering: .relaxed)
    return left == .max ? nil : left
  }

  /// Whether more was asked for than there was, or the budget was cancelled and somebody noticed.
  public var isExhausted: Bool { remaining.load(ordering: .relaxed) < 0 }

  /// Whether nobody wants the work any more.
  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Takes what is left away; the next that spends is refused.
  public func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Fills the budget again, for the next exchange of an owner that has one at a time.
  package func refill() { remaining.store(limit, ordering: .relaxed) }

  /// Does work whose costs nobody bounds.
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
  /// More work than an exchange may cost; the status is one that no client tries again.
  ///
  /// - Source: decision: an emulator that many share must outlive each of its clients.
  public static func workLimit(_ limit: Int) -> Fault {
    Fault(
      workLimitName, .badRequest, "The request needs more work than this emulator allows.",
      source: "decision: work limit"
    ).withReason(
      "the request needs more work than \(limit) units; make it smaller, or raise the limit with "
        + "--max-work or \"maxWork\" in ghostlight.json")
  }

  private static let workLimitName = "workLimit"

  /// Whether it is ``workLimit(_:)``, which whoever collects several outcomes must not swallow.
  package var isWorkLimit: Bool { name == Self.workLimitName }
}

extension WorkBudget {
  /// Spends what it costs to walk a value with all that is in it, or to print it: a unit for every
  /// value, and one for every 32 bytes of text.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
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

  /// Spends what it costs to walk an object with all that is in it, or to print it.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
  package func spend(walking object: JSONObject) throws(Fault) {
    try spend()
    for member in object.members { try spend(walking: member.value) }
  }

  /// Spends what it costs to keep an object for an answer and to print it there: less than a walk
  /// where all its values are short.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where there is not enough left.
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
  /// Compiles an expression, at the costs of its length and of its steps.
  ///
  /// - Returns: The expression, or what is wrong with it.
  /// - Throws: ``Fault/workLimit(_:)``.
  package static func compile(
    _ pattern: String, _ options: PatternOptions = PatternOptions(), within budget: WorkBudget
  ) throws(Fault) -> Result<CompiledPattern, PatternError> {
    try budget.spend(min(pattern.utf8.count, longest) / 4 + 1)
    let result = Result { () throws(PatternError) in try CompiledPattern(pattern, options) }
    switch result {
    case .success(let compiled): try budget.spend(compiled.steps)
    // It may have been given up only after all the steps that there may be.
    case .failure: try budget.spend(PatternCompiler.longest / 8)
    }
    return result
  }

  /// Whether the expression is found somewhere in a text, at the costs of the steps taken.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
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
