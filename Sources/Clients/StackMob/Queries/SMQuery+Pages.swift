/// Order and page of the results.
extension SMQuery {
  /// Sets the page to the results from one index to another, both inclusive; the first result is 0.
  ///
  /// If `end` is less than `start`, the query fails with `SMError` -100 when it is performed.
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

  /// Sets the maximum number of results.
  ///
  /// With a limit of 0, the query fails with `SMError` -100 when it is performed.
  public func limit(_ count: UInt) {
    change { parts in
      guard count > 0 else {
        parts.refuse(.invalid("The limit 0 is not valid; use 1 or more."))
        return
      }
      parts.range = "objects=0-\(count - 1)"
    }
  }

  /// Sorts the results by a field.
  ///
  /// Call it again to add further fields, by which results are sorted that have equal values so
  /// far.
  public func order(byField field: String, ascending: Bool) {
    change { $0.order.append(field + (ascending ? ":asc" : ":desc")) }
  }
}
