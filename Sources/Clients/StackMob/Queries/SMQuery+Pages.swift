/// Order and page of the results.
extension SMQuery {
  /// Sets the page to the results from one index to another, counted from 0, both included.
  ///
  /// If the end is less than the start, the query fails with -100 when it is performed.
  public func fromIndex(_ start: UInt, to end: UInt) {
    change { parts in
      guard start <= end else {
        parts.refuse(
          .invalid("The range from \(start) to \(end) is empty; end at \(start) or later."))
        return
      }
      parts.range = "objects=\(start)-\(end)"
    }
  }

  /// Sets the page to the first results, up to a number.
  ///
  /// With a limit of 0, the query fails with -100 when it is performed.
  public func limit(_ count: UInt) {
    change { parts in
      guard count > 0 else {
        parts.refuse(.invalid("A limit of 0 asks for nothing; limit to 1 or more."))
        return
      }
      parts.range = "objects=0-\(count - 1)"
    }
  }

  /// Orders the results by a field.
  ///
  /// Later calls order results that are equal by the earlier ones.
  public func order(byField field: String, ascending: Bool) {
    change { $0.order.append(field + (ascending ? ":asc" : ":desc")) }
  }
}
