import GhostlightCore
import GhostlightEmulation

extension Filter {
  /// The filter in the terms of the shared algebra, so that indexes serve it.
  var predicate: Predicate {
    switch self {
    case .and(let parts): .and(parts.map(\.predicate))
    case .or(let parts): .or(parts.map(\.predicate))
    case .nor(let parts): .not(.or(parts.map(\.predicate)))
    case .field(let path, let conditions): .and(conditions.map { $0.predicate(at: path) })
    case .text(let search):
      .measured { document, budget throws(Fault) in
        try search.score(document, within: budget) > 0
      }
    }
  }

  /// Whether words are searched for.
  var hasText: Bool { text != nil }

  /// The search for words, wherever it stands.
  var text: TextSearch? {
    switch self {
    case .text(let search): search
    case .and(let parts), .or(let parts): parts.lazy.compactMap(\.text).first
    case .nor, .field: nil
    }
  }

  /// The ring that results are ordered by, with its field.
  var near: (path: FilterPath, ring: NearSphere)? {
    switch self {
    case .and(let parts), .or(let parts): return parts.lazy.compactMap(\.near).first
    case .field(let path, let conditions):
      for case .near(let ring) in conditions { return (path, ring) }
      return nil
    case .nor, .text: return nil
    }
  }

  /// The values that a document made by an upsert starts with.
  var equalities: [(path: FilterPath, value: JSON)] {
    switch self {
    case .and(let parts): parts.flatMap(\.equalities)
    case .or(let parts): parts.count == 1 ? parts[0].equalities : []
    case .field(let path, let conditions):
      conditions.compactMap { condition in
        guard case .equals(let value) = condition else { return nil }
        return (path, value)
      }
    case .nor, .text: []
    }
  }
}
