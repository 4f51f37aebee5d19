import GhostlightCore
import GhostlightEmulation

/// What `$inc` and `$mul` make of a number.
struct NumberChange {
  private let operand: JSON
  private let isProduct: Bool
  private let path: FilterPath

  init(_ operand: JSON, isProduct: Bool, path: FilterPath) {
    self.operand = operand
    self.isProduct = isProduct
    self.path = path
  }

  /// The result; whole numbers stay whole while they fit.
  func result(_ current: JSON?) throws(Fault) -> JSON {
    guard let current else { return isProduct ? .integer(0) : operand }
    guard let left = current.number, let right = operand.number else {
      throw .database(
        "Cannot apply \(isProduct ? "$mul" : "$inc") to a value of non-numeric type. "
          + "{\(path.text): \(current.text())}")
    }
    if let whole = current.integer, let other = operand.integer {
      let (value, overflows) =
        isProduct
        ? whole.multipliedReportingOverflow(by: other) : whole.addingReportingOverflow(other)
      if !overflows { return .integer(value) }
    }
    let result = isProduct ? left * right : left + right
    // JSON has no infinity, so neither answers nor snapshots could tell of it.
    guard result.isFinite else {
      throw .database(
        "Failed to apply \(isProduct ? "$mul" : "$inc") to \(path.text): the result is infinite")
    }
    return .simplest(result)
  }
}
