import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Recovery of namespaces from the log after changes that could not be written.
extension Stage {
  /// Suspends namespaces: the stage rejects every request to them until ``resume(_:from:)``.
  ///
  /// - Parameters:
  ///   - error: The error that clients get until then, with status 503.
  ///   - names: Returns the names of the namespaces to suspend, which may have been dropped. It is
  ///     called while no namespace is copied or dropped.
  public func suspend(
    reason error: ChangeLogError, _ names: () -> Set<String>
  ) {
    inOrder {
      spaces.withLock { spaces in
        for name in names() {
          let space =
            spaces[name] ?? Namespace(provisional: settings(name))
          spaces[name] = space
          space.suspend(error)
        }
      }
    }
  }

  /// Resumes suspended namespaces with their state in `restored`, a stage that was read back from
  /// the log.
  ///
  /// The namespaces keep their journals, fault plans and subscribers.
  public func resume(_ names: Set<String>, from restored: Stage) {
    let kept = restored.spaces.withLock { $0 }
    let replaced = inOrder {
      spaces.withLock { spaces in
        names.flatMap { name -> [any Sendable] in
          guard let space = spaces[name] else { return [] }
          if let entry = kept[name]?.snapshotEntry() { return space.resume(entry) }
          guard space.isProvisional, name != Self.defaultNamespace else {
            return space.resume(nil)
          }
          spaces[name] = nil
          space.retire()
          return [space]
        }
      }
    }
    DeferredDeallocation.free(replaced)
  }
}

extension Namespace {
  /// The reason why the namespace is suspended, or `nil` if it is not suspended.
  public var problem: ChangeLogError? { state.withLock { $0.problem } }

  fileprivate func suspend(_ problem: ChangeLogError) {
    state.withLock { state in
      state.problem = problem
      state.pendingEvents = []
      state.interruptWriters()
    }
  }

  /// Replaces the state with that of an entry, or with the emulators' seeds if there is none, and
  /// ends the suspension.
  ///
  /// - Returns: The replaced backends. The caller frees them after releasing the lock.
  fileprivate func resume(_ entry: StageSnapshot.Entry?) -> [any Sendable] {
    let fresh = settings.initialState
    return state.withLock { state in
      let (old, moments) = (state.backends, state.moments)
      if let entry {
        state.apply(entry.snapshot)
      } else {
        state.reset(to: fresh)
      }
      // Clients have seen identifiers of moments up to `moments`, so their numbers must not be used
      // again. Numbers wrap, so the sign of the difference shows which is later.
      if Int64(bitPattern: moments &- state.moments) > 0 { state.moments = moments }
      state.lastChange = entry?.lastChange ?? 0
      state.problem = nil
      return old
    }
  }
}

extension NamespaceState {
  /// Restores the emulators' seeds and the initial clock.
  fileprivate mutating func reset(to fresh: NamespaceState) {
    interruptWriters()
    (backends, clock) = (fresh.backends, fresh.clock)
  }
}

extension NamespaceState {
  /// The reason why a logged change cannot be replayed.
  struct ReplayError: Error {
    let reason: String
    /// Whether the reason is a response that differs from the logged one.
    var isDifferentAnswer = false
  }

  /// Replays a logged change at its own moment, without a work limit.
  ///
  /// Older versions of the package drew identifiers that did not increase. If the log may contain
  /// changes of such versions, the digest of the response shows which kind of identifiers a change
  /// used. This needs a copy of the state before each change.
  mutating func replay(
    _ change: Change, _ settings: NamespaceSettings, _ restored: Snapshot?, mayBeOlder: Bool
  ) throws(ReplayError) {
    // A change that took long is logged after later ones, so its moment may be before `moments`.
    // Numbers wrap, so the sign of the difference shows which is later.
    if Int64(bitPattern: change.moment &- moments) > 0 { moments = change.moment }
    let moment = settings.moment(change.moment, milliseconds: change.milliseconds)
    guard let position = change.operation.emulator.flatMap(settings.position),
      type(of: backends[position]).hasOrderedIDs
    else { return try replay(change, at: moment, settings, restored) }
    guard change.answer != nil else {
      return try replay(change, at: moment.unordered, settings, restored)
    }
    guard mayBeOlder else { return try replay(change, at: moment, settings, restored) }
    let before = backends[position]
    do throws(ReplayError) {
      try replay(change, at: replaysUnorderedIDs ? moment.unordered : moment, settings, restored)
    } catch {
      backends[position] = before
      do throws(ReplayError) {
        try replay(change, at: replaysUnorderedIDs ? moment : moment.unordered, settings, restored)
      } catch _ { throw error }
      replaysUnorderedIDs.toggle()
    }
  }

  private mutating func replay(
    _ change: Change, at moment: Moment, _ settings: NamespaceSettings, _ restored: Snapshot?
  ) throws(ReplayError) {
    switch change.operation {
    case .exchange(let emulator, let request):
      guard let position = settings.position(of: emulator) else {
        throw ReplayError(reason: "no emulator \(emulator)")
      }
      let answer = backends[position].answer(request, at: moment, within: .unlimited)
      let now = Change.Answer(answer.response, of: settings.configuration.services[position])
      let isSame = change.answer.map { $0.digest == now.digest } ?? true
      guard answer.effect == .changed, isSame else {
        throw ReplayError(
          reason: "\(request.method.rawValue) \(request.target.raw) is answered "
            + "\(answer.response.status.code) now", isDifferentAnswer: change.answer != nil)
      }
    case .state(let emulator, let name, let parameters):
      guard let position = settings.position(of: emulator) else {
        throw ReplayError(reason: "no emulator \(emulator)")
      }
      do throws(ProviderStateError) {
        let values = try backends[position].setUpAny(name, parameters: parameters, at: moment)
        let isSame = change.answer.map { $0.digest == Change.Answer(values).digest } ?? true
        guard !isSame else { return }
      } catch {
        throw ReplayError(reason: error.description)
      }
      throw ReplayError(
        reason: "the state \"\(name)\" has other values now", isDifferentAnswer: true)
    case .clock(let clock): self.clock = clock
    case .reset(let emulator):
      reset(
        to: settings.initialState, emulator: emulator.flatMap(settings.position),
        isWhole: emulator == nil)
    case .restore:
      if let restored { apply(restored) }
    case .fork, .drop: break
    }
  }
}

extension Change.Operation {
  /// The name of the emulator that draws identifiers for this operation, or `nil` if none does.
  fileprivate var emulator: String? {
    switch self {
    case .exchange(let emulator, _), .state(let emulator, _, _): emulator
    case .clock, .reset, .fork, .drop, .restore: nil
    }
  }
}

extension Change.Answer {
  /// Creates the part of an emulator's response that a replay compares.
  init(_ response: Response, of emulator: Service) {
    self = .response(
      status: response.status.code, body: emulator.namesListeners ? [] : response.body)
  }

  /// Creates the form of a provider state's results that a replay compares.
  init(_ values: JSONObject) { self = .response(status: 0, body: JSON.object(values).bytes) }
}
