import GhostlightCore
import GhostlightEmulation

/// A command that stands in an update where a value would: `{"views":{"$inc":1}}` (B3).
enum ItemCommand: String {
  /// Adds a number; what is missing counts as zero.
  case increment = "$inc"
  /// Puts a value at the end of an array.
  case push = "$push"
  /// Puts values at the end of an array.
  case pushAll = "$pushAll"
  /// Takes a value out of an array.
  case pull = "$pull"
  /// Takes values out of an array.
  case pullAll = "$pullAll"
  /// Puts those values at the end of an array that it does not have.
  case addUnique = "$addUnique"

  /// What a field holds after it was sent `value`; an object is commands only if all its names are.
  ///
  /// - Throws: That `$inc` has to do with something other than numbers.
  ///   Also ``Fault/workLimit(_:)``.
  static func value(
    of value: JSON, after old: JSON?, within budget: WorkBudget
  ) throws(Fault) -> JSON? {
    guard case .object(let object) = value, !object.isEmpty else { return value }
    var current = old
    for member in object.members {
      guard let command = ItemCommand(rawValue: member.key) else { return value }
      current = try command.applied(member.value, to: current, budget)
    }
    return current
  }

  private func applied(
    _ argument: JSON, to old: JSON?, _ budget: WorkBudget
  ) throws(Fault) -> JSON? {
    try budget.spend(((old?.array?.count ?? 0) + (argument.array?.count ?? 0)) >> 2)
    switch self {
    case .increment: return try Self.sum(old ?? 0, argument)
    case .push: return .array((old?.array ?? []) + [argument])
    case .pushAll: return .array((old?.array ?? []) + Self.list(argument))
    case .pull, .pullAll:
      guard case .array(let elements)? = old else { return old }
      let unwanted = self == .pull ? [argument] : Self.list(argument)
      var kept: [JSON] = []
      for element in elements where try !MongoOrder.contains(unwanted, element, within: budget) {
        kept.append(element)
      }
      return .array(kept)
    case .addUnique:
      var elements = old?.array ?? []
      for value in Self.list(argument)
      where try !MongoOrder.contains(elements, value, within: budget) {
        elements.append(value)
      }
      return .array(elements)
    }
  }

  /// The sum, as an integer where it is one.
  private static func sum(_ old: JSON, _ step: JSON) throws(Fault) -> JSON {
    let old: JSON = old.isNull ? 0 : old
    if case .integer(let left) = old, case .integer(let right) = step {
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      if !isTooLarge { return .integer(sum) }
    }
    guard let left = old.number, let right = step.number else { throw .baasBadIncrement }
    let sum = left + right
    // JSON has no infinity, so neither answers nor snapshots could tell of it.
    guard sum.isFinite else { throw .baasBadIncrement.because("the sum is infinite") }
    return abs(sum) < 0x1p53 ? .simplest(sum) : .double(sum)
  }

  private static func list(_ value: JSON) -> [JSON] { value.array ?? [value] }
}
