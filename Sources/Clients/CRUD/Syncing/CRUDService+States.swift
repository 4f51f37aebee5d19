#if canImport(CoreData) || ManagedObjects
  import GhostlightCore
  import GhostlightLedger
  import GhostlightSync
  import HTTPTypes

  extension CRUDService {
    enum Walk {
      case stayed
      case moved
      case gone
    }

    /// Changes a document's state by a series of allowed transitions.
    ///
    /// If the service rejects a transition, the method reads the current state and tries once more
    /// from there.
    func walk(
      _ collection: String, _ id: String, from start: String?, to end: State,
      _ session: PushSession
    ) async throws -> Walk {
      let steps = StateWay.steps(from: start.flatMap { State(rawValue: $0) } ?? .pub, to: end)
      do {
        for step in steps { try await move(collection, id, to: step, session) }
        return steps.isEmpty ? .stayed : .moved
      } catch let error as CRUDError {
        guard error.status == 404 || error.status == 400 else { throw error }
      }
      guard let found = try await read(collection, id) else { return .gone }
      let others = StateWay.steps(from: State(rawValue: found.state) ?? .pub, to: end)
      for step in others { try await move(collection, id, to: step, session) }
      return .moved
    }

    private func move(
      _ collection: String, _ id: String, to state: State, _ session: PushSession
    ) async throws {
      var draft = try CallDraft(.post, collection, id: id, "state")
      draft.body = ["stateTo": .string(state.rawValue)]
      let sent = draft
      try await session.send(.move, state: state.rawValue, by: self) {
        _ = try await crud.response(to: .success(sent))
      }
    }
  }

  /// The series of transitions between two states, because the service allows only some transitions
  /// directly.
  ///
  /// - Source: protocol reference A13.
  enum StateWay {
    private static let allowed: [State: [State]] = [
      .pub: [.draft, .trash], .draft: [.pub, .trash], .trash: [.draft, .deleted],
      .deleted: [.trash],
    ]

    /// Returns the shortest series of states after `start`, up to and including `end`.
    ///
    /// It is empty if `start` equals `end`.
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
