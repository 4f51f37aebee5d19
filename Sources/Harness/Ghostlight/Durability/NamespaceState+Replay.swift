import GhostlightCore
import GhostlightEmulation
import HTTPTypes

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
        throw ReplayError(reason: "there is no emulator \(emulator)")
      }
      let answer = backends[position].answer(request, at: moment, within: .unlimited)
      let now = Change.Answer(answer.response, of: settings.configuration.services[position])
      let isSame = change.answer.map { $0.digest == now.digest } ?? true
      guard answer.effect == .changed, isSame else {
        throw ReplayError(
          reason: "\(request.method.rawValue) \(request.target.raw) now returns status "
            + "\(answer.response.status.code)", isDifferentAnswer: change.answer != nil)
      }
    case .state(let emulator, let name, let parameters):
      guard let position = settings.position(of: emulator) else {
        throw ReplayError(reason: "there is no emulator \(emulator)")
      }
      do throws(ProviderStateError) {
        let values = try backends[position].setUpAny(name, parameters: parameters, at: moment)
        let isSame = change.answer.map { $0.digest == Change.Answer(values).digest } ?? true
        guard !isSame else { return }
      } catch {
        throw ReplayError(reason: error.description)
      }
      throw ReplayError(
        reason: "the state \"\(name)\" now has different values", isDifferentAnswer: true)
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
