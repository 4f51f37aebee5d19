import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// An exchange that a namespace has let in: its place in the order of things is settled once,
/// however often the backend is asked.
struct Admission: Sendable {
  let request: Request
  /// The position of the emulator in the stage's list.
  let emulator: Int
  /// The number that identifiers are derived from.
  let momentNumber: UInt64
  let moment: Moment
  /// The number in the journal.
  let journalNumber: Int
  /// Which journal that is: a reset begins another.
  let journalEpoch: Int
  /// Which state of the emulator it was let in to: a reset or restore brings another.
  let epoch: Int
  /// The plan that strikes.
  let fault: ActiveFault?
  /// The number of the change that a fault's latency made, if it did.
  let clockChange: Int64?
}

/// What an exchange gives back to whoever holds no lock any more.
struct Outcome: Sendable {
  var response: Response
  /// The number of the change that must be durable before the client is answered.
  var change: Int64?
  /// Whether somebody is to be told of it then.
  var hasNews = false
}

/// What a namespace does at once with a request.
enum ExchangeStep {
  case finished(Outcome)
  /// It takes longer than a lock may be held; a reader goes on with the backend as it was then.
  case postponed(Admission, changes: Bool, backend: any Backend)
}

extension NamespaceState {
  /// Answers where that is quickly done, else lets the exchange in and says so.
  ///
  /// Whatever the quick attempt refuses for its small budget has left the backend as it was.
  mutating func attempt(
    _ request: Request, emulator position: Int, _ scene: Scene, system: Int64
  ) -> ExchangeStep {
    if let problem { return .finished(Outcome(response: problem.response)) }
    let admission = admit(request, emulator: position, scene, system: system)
    if let fault = admission.fault, !fault.plan.action.reachesBackend {
      return .finished(inject(fault.plan.action, admission, scene))
    }
    if request.body.count <= scene.configuration.quickBodyBytes {
      scene.quickBudget.refill()
      if let answer = quickAnswer(admission, scene.quickBudget) {
        return .finished(record(answer, of: admission, scene))
      }
    }
    let backend = backends[position]
    return .postponed(admission, changes: backend.changes(request), backend: backend)
  }

  /// The answer, unless it takes too much work, or another writer must come first.
  private mutating func quickAnswer(_ admission: Admission, _ budget: WorkBudget) -> Answer? {
    let position = admission.emulator
    guard writers[position].isIdle else {
      guard !backends[position].changes(admission.request) else { return nil }
      var copy = backends[position]
      let answer = copy.answer(admission.request, at: admission.moment, within: budget)
      return budget.isExhausted || answer.effect == .changed ? nil : answer
    }
    let answer = backends[position].answer(admission.request, at: admission.moment, within: budget)
    return budget.isExhausted ? nil : answer
  }

  /// Gives an exchange its number and its moment, and asks the fault plans.
  private mutating func admit(
    _ request: Request, emulator position: Int, _ scene: Scene, system: Int64
  ) -> Admission {
    var moment = nextMoment(scene, system: system)
    let number = journal.reserve()
    var fault: ActiveFault?
    var clockChange: Int64?
    if !faults.isEmpty {
      var draw = moment
      let backend = backends[position]
      fault = faults.strike(
        request, emulator: scene.configuration.emulators[position].name, chance: draw.number(),
        route: { backend.route(of: request) })
      if fault != nil { isTouched = true }
      if let action = fault?.plan.action, action.latencyMilliseconds != 0, !action.isLatencyReal {
        clock.apply(.advance(milliseconds: action.latencyMilliseconds), system: system)
        moment.milliseconds = clock.now(system: system)
        clockChange = write(
          .clock(clock), scene, moment: moments, milliseconds: moment.milliseconds)
      }
    }
    return Admission(
      request: request, emulator: position, momentNumber: moments, moment: moment,
      journalNumber: number, journalEpoch: journalEpoch, epoch: epochs[position],
      fault: fault, clockChange: clockChange)
  }

  /// Lets an exchange in anew after a reset or restore: with numbers of the new state, since the old
  /// ones may come again there, and without asking the fault plans twice.
  mutating func readmit(_ admission: Admission, _ scene: Scene, system: Int64) -> Admission {
    let moment = nextMoment(scene, system: system)
    return Admission(
      request: admission.request, emulator: admission.emulator, momentNumber: moments,
      moment: moment, journalNumber: journal.reserve(), journalEpoch: journalEpoch,
      epoch: epochs[admission.emulator], fault: admission.fault, clockChange: nil)
  }

  private mutating func inject(
    _ action: FaultAction, _ admission: Admission, _ scene: Scene
  ) -> Outcome {
    let response = action.replacement ?? Response(.serviceUnavailable)
    let route = backends[admission.emulator].route(of: admission.request)
    return record(Answer(response, route: route, effect: .injected), of: admission, scene)
  }

  /// Notes an answer in the journal, tells subscribers and writes a change down.
  ///
  /// The backend has changed already, where it has.
  mutating func record(_ answer: Answer, of admission: Admission, _ scene: Scene) -> Outcome {
    var answer = answer
    if let action = admission.fault?.plan.action {
      answer.response.delivery = action.delivery
      let isHead = admission.request.method == .head
      if let reason = answer.response.reasonNotToTruncate(isHead: isHead) {
        answer.response.delivery = .whole
        answer.response.headers[.ghostlightReason] = HeaderText.print(reason)
      }
      if action.isLatencyReal {
        answer.response.delayMilliseconds = Int(clamping: action.latencyMilliseconds)
      }
    }
    let name = scene.configuration.emulators[admission.emulator].name
    if admission.journalEpoch == journalEpoch {
      journal.append(
        JournalEntry(
          number: admission.journalNumber, emulator: name,
          milliseconds: admission.moment.milliseconds, request: admission.request, answer: answer,
          fault: admission.fault?.number))
    }
    guard answer.effect == .changed else {
      return Outcome(response: answer.response, change: admission.clockChange)
    }
    let change = write(
      .exchange(emulator: name, admission.request), scene, moment: admission.momentNumber,
      milliseconds: admission.moment.milliseconds,
      answer: Change.Answer(
        answer.response, of: scene.configuration.emulators[admission.emulator]))
    let hasNews = tellNews(ofEmulator: admission.emulator, after: change)
    return Outcome(
      response: answer.response, change: change ?? admission.clockChange, hasNews: hasNews)
  }
}
