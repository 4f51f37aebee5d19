#if canImport(CoreData) || ManagedObjects
  /// The changes that lead from one state to another, since the service allows few of them.
  ///
  /// - Source: protocol reference A.13.
  enum StateWay {
    private static let allowed: [State: [State]] = [
      .pub: [.draft, .trash], .draft: [.pub, .trash], .trash: [.draft, .deleted],
      .deleted: [.trash],
    ]

    /// The shortest way, without its beginning; empty where there is nothing to change.
    static func steps(from start: State, to end: State) -> [State] {
      var ways: [[State]] = [[start]]
      var seen: Set<State> = [start]
      while let way = ways.first {
        ways.removeFirst()
        guard let last = way.last, last != end else { return Array(way.dropFirst()) }
        for next in allowed[last] ?? [] where seen.insert(next).inserted {
          ways.append(way + [next])
        }
      }
      return []
    }
  }
#endif
