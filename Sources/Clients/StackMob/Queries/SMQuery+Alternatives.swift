import GhostlightCore

/// Combining queries: `a.and(b.or(c).or(d))` means `a AND (b OR c OR d)`.
extension SMQuery {
  /// Adds the conditions of another query, so that the conditions of both must be true.
  ///
  /// The method changes and returns this query. The other query's order and page are ignored. If
  /// both queries have alternatives, those of the other query become a separate block.
  @discardableResult
  public func and(_ query: SMQuery) -> SMQuery {
    let other = query.currentOptions()
    change { parts in
      let blocks = parts.alternatives.isEmpty ? 0 : parts.lastBlock
      for item in other.items { parts.set(item.name.movingBlock(by: blocks), item.value ?? "") }
      if let reason = other.refusal { parts.refuse(reason) }
    }
    return self
  }

  /// Combines the conditions of this query and another query as alternatives.
  ///
  /// The method changes and returns this query. The other query's order and page are ignored. Two
  /// alternatives for the same field with the same operator have the same parameter name, so they
  /// cannot be sent. A query that has both plain conditions and alternatives cannot become one
  /// alternative either. In these cases, performing the query fails with the ``SMException``
  /// `SMExceptionIncompatibleObject`.
  @discardableResult
  public func or(_ query: SMQuery) -> SMQuery {
    let other = query.currentOptions()
    change { parts in
      if let reason = parts.formAlternatives(with: other) { parts.refuse(.incompatible(reason)) }
      if let refusal = other.refusal { parts.refuse(refusal) }
    }
    return self
  }
}
