/// Order and page of the results.
extension SMQuery {
  /// The results from one index to another, counted from 0, both included.
  ///
  /// An end before the start is refused with -100 when the query is performed.
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

  /// At most so many results, from the first on.
  ///
  /// A limit of 0 is refused with -100 when the query is performed.
  public func limit(_ count: UInt) {
    change { parts in
      guard count > 0 else {
        parts.refuse(.invalid("A limit of 0 asks for nothing; limit to 1 or more."))
        return
      }
      parts.range = "objects=0-\(count - 1)"
    }
  }

  /// Orders the results by a field; later calls order what the earlier left equal.
  public func order(byField field: String, ascending: Bool) {
    change { $0.order.append(field + (ascending ? ":asc" : ":desc")) }
  }
}
