import GhostlightCore

/// Joining queries: `a.and(b.or(c).or(d))` asks for `a AND (b OR c OR d)`.
extension SMQuery {
  /// Takes over the conditions of another query, so that both must hold.
  ///
  /// Changes and answers the receiver. Order and page of the other query do not count. If both
  /// have alternatives, those of the other get a block of their own.
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

  /// Makes the conditions of the receiver and those of another query alternatives.
  ///
  /// Changes and answers the receiver. Order and page of the other query do not count. Two
  /// alternatives on the same field with the same operator cannot be told apart on the wire, and
  /// conditions beside alternatives cannot become one: performing the query then fails with the
  /// ``SMException`` `SMExceptionIncompatibleObject`.
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
