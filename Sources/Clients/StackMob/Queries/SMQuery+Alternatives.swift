import GhostlightCore

/// Combining queries: `a.and(b.or(c).or(d))` means `a AND (b OR c OR d)`.
extension SMQuery {
  /// Adds the conditions of another query, so that both must be true.
  ///
  /// It changes and returns the receiver. Order and page of the other query are ignored. If both
  /// have alternatives, those of the other query become a block of their own.
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

  /// Combines the conditions of the receiver and those of another query as alternatives.
  ///
  /// It changes and returns the receiver. Order and page of the other query are ignored. Two
  /// alternatives for the same field with the same operator have the same parameter name, so they
  /// cannot be sent. Conditions next to alternatives cannot become one alternative either. If such
  /// a query is performed, it fails with the ``SMException`` `SMExceptionIncompatibleObject`.
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
