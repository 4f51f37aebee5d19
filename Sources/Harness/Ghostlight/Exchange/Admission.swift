import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// An exchange that a namespace has admitted: its request, with the numbers and the moment that it
/// was given.
///
/// An exchange is given them only once, even if the backend has to process the request again.
struct Admission: Sendable {
  let request: Request
  /// The part of the request's body that has not arrived yet; `nil` if the body is complete.
  let rest: BodyStream?
  /// The index of the emulator in the stage's list.
  let emulator: Int
  /// The number of the moment, from which identifiers are derived.
  let momentNumber: UInt64
  let moment: Moment
  /// The number of the exchange in the journal.
  let journalNumber: Int
  /// The number of the journal that ``journalNumber`` belongs to; a reset starts a new journal.
  let journalEpoch: Int
  /// The emulator's epoch at admission; each reset or restore starts a new epoch.
  let epoch: Int
  /// The fault plan that applies to the exchange, or `nil`.
  let fault: ActiveFault?
  /// The number of the first fault plan that applies to single operations of the request, or `nil`.
  var operationFault: Int?
  /// The log number of the last change that the exchange caused before its response, or `nil`.
  ///
  /// It is a change of the clock by the fault's latency, or of a backend that then forwards the
  /// request.
  var change: Int64?
  /// The system time when the request arrived, in nanoseconds since 1970.
  let began: Int64

  /// The request as the journal stores it: without the beginning of a streamed body.
  var journalRequest: Request {
    guard rest != nil else { return request }
    var head = request
    head.body = []
    return head
  }
}

/// The result of an exchange, which the caller uses after releasing the namespace's lock.
struct Outcome: Sendable {
  var response: Response
  /// The number of the change that must be durable before the client gets its response; `nil` if
  /// there is none.
  var change: Int64?
  /// Whether subscribers must be notified when the change is durable.
  var hasPendingEvents = false
}

/// The result of the first attempt to process a request.
///
/// The rare cases are indirect, so that the common one is small.
enum ExchangeStep {
  case finished(Outcome)
  /// The request needs more work than is allowed while the namespace is locked.
  ///
  /// If the request only reads, it continues with a copy of the backend.
  indirect case postponed(Admission, changes: Bool, backend: any Backend)
  /// The backend does not serve the request, so the upstream must be called without the lock.
  indirect case forwarded(Admission, Forwarding)
}

extension NamespaceState {
  /// Processes a request if little work is needed; otherwise admits the exchange for processing
  /// without the lock.
  ///
  /// If the attempt exceeds the quick budget, the backend is unchanged. Nearly every exchange is
  /// finished by this method, so it does not copy the data that only other exchanges need.
  mutating func attempt(
    _ request: Request, _ rest: BodyStream?, emulator position: Int,
    _ settings: NamespaceSettings, began: Int64
  ) -> ExchangeStep {
    let system = began / 1_000_000
    guard faults.isEmpty else {
      return attemptAmidFaults(request, rest, emulator: position, settings, began: began)
    }
    let moment = nextMoment(settings, system: system)
    let number = journal.reserve()
    if let found = quickAnswer(to: request, emulator: position, at: moment, settings) {
      let effect = found.effect
      if let forwarding = settings.forwarding(found, of: position) {
        let admission = self.admission(
          request, rest, emulator: position, at: moment, number, began: began)
        return .forwarded(write(found, of: admission, settings), forwarding)
      }
      let answer = settings.explained(consume found, of: request, emulator: position)
      var outcome = Outcome(response: answer.response)
      append(
        JournalEntry(
          number: number, emulator: settings.configuration.services[position].name,
          milliseconds: moment.milliseconds, request: request, answer: consume answer, fault: nil,
          nanoseconds: SystemTime.passed(since: began)), settings)
      if effect == .changed {
        write(request, emulator: position, moments, moment.milliseconds, settings, &outcome)
      }
      return .finished(outcome)
    }
    return postpone(
      admission(request, rest, emulator: position, at: moment, number, began: began))
  }

  /// Returns the admission of an exchange to which no fault plan applies.
  private func admission(
    _ request: Request, _ rest: BodyStream?, emulator position: Int, at moment: Moment,
    _ number: Int, began: Int64
  ) -> Admission {
    Admission(
      request: request, rest: rest, emulator: position, momentNumber: moments, moment: moment,
      journalNumber: number, journalEpoch: journalEpoch, epoch: epochs[position], fault: nil,
      change: nil, began: began)
  }

  /// Processes a request in a namespace that has fault plans.
  private mutating func attemptAmidFaults(
    _ request: Request, _ rest: BodyStream?, emulator position: Int,
    _ settings: NamespaceSettings, began: Int64
  ) -> ExchangeStep {
    let admission = admit(request, rest, emulator: position, settings, began: began)
    if let fault = admission.fault, !fault.plan.action.reachesBackend {
      return .finished(inject(fault.plan.action, admission, settings))
    }
    if let answer = quickAnswer(
      to: admission.request, emulator: position, at: admission.moment, settings),
      answer.response.stream == nil || admission.fault == nil
    {
      if let forwarding = settings.forwarding(answer, of: position) {
        return .forwarded(write(answer, of: admission, settings), forwarding)
      }
      return .finished(record(answer, of: admission, settings))
    }
    return postpone(admission)
  }

  private func postpone(_ admission: Admission) -> ExchangeStep {
    let backend = backends[admission.emulator]
    return .postponed(admission, changes: backend.changes(admission.request), backend: backend)
  }

  /// Returns the answer to a request, or `nil` if the request needs more work or must wait for a
  /// writer.
  private mutating func quickAnswer(
    to request: Request, emulator position: Int, at moment: Moment, _ settings: NamespaceSettings
  ) -> Answer? {
    guard request.body.count <= settings.configuration.quickBodyBytes else { return nil }
    let budget = settings.quickBudget
    budget.refill()
    guard writers[position].isIdle else {
      guard !backends[position].changes(request) else { return nil }
      var copy = backends[position]
      let answer = copy.answer(request, at: moment, within: budget)
      return budget.isExhausted || answer.effect == .changed ? nil : answer
    }
    let answer = backends[position].answer(request, at: moment, within: budget)
    return budget.isExhausted ? nil : answer
  }

  /// Admits an exchange: gives it its number and its moment, and activates the fault plan that
  /// applies.
  private mutating func admit(
    _ request: Request, _ rest: BodyStream?, emulator position: Int,
    _ settings: NamespaceSettings, began: Int64
  ) -> Admission {
    let system = began / 1_000_000
    var moment = nextMoment(settings, system: system)
    let number = journal.reserve()
    var clockChange: Int64?
    var draw = moment
    let backend = backends[position]
    let fault = faults.activate(
      request, emulator: settings.configuration.services[position].name, chance: draw.number(),
      route: { backend.route(of: request) })
    if fault != nil { isTouched = true }
    if let action = fault?.plan.action, action.latencyMilliseconds != 0, !action.isLatencyReal {
      clock.apply(.advance(milliseconds: action.latencyMilliseconds), system: system)
      moment.milliseconds = clock.now(system: system)
      clockChange = write(
        .clock(clock), settings, moment: moments, milliseconds: moment.milliseconds)
      settings.watch.publish(.change(.clock, emulator: nil), of: settings.name)
    }
    var request = request
    var operationFault: Int?
    if fault?.plan.action.reachesBackend ?? true {
      operationFault = addOperationFailures(to: &request, emulator: position, &draw, settings)
    }
    return Admission(
      request: request, rest: rest, emulator: position, momentNumber: moments, moment: moment,
      journalNumber: number, journalEpoch: journalEpoch, epoch: epochs[position],
      fault: fault, operationFault: operationFault, change: clockChange, began: began)
  }

  /// Adds the failures of single operations to a request, and returns the number of the first fault
  /// plan that applies.
  private mutating func addOperationFailures(
    to request: inout Request, emulator position: Int, _ draw: inout Moment,
    _ settings: NamespaceSettings
  ) -> Int? {
    guard faults.haveFailures else { return nil }
    let backend = backends[position]
    let operations = backend.operations(of: request)
    guard !operations.isEmpty else { return nil }
    let (failures, plan) = faults.failures(
      of: operations, in: request, emulator: settings.configuration.services[position].name,
      draw: &draw, route: { backend.route(of: $0) })
    if plan != nil { isTouched = true }
    failures.add(to: &request)
    return plan
  }

  /// Admits an exchange again after a reset or restore.
  ///
  /// The exchange gets new numbers, because the new state may use the old ones again. Fault plans
  /// are not activated again.
  mutating func readmit(_ admission: Admission, _ settings: NamespaceSettings, system: Int64)
    -> Admission
  {
    let moment = nextMoment(settings, system: system)
    return Admission(
      request: admission.request, rest: admission.rest, emulator: admission.emulator,
      momentNumber: moments, moment: moment, journalNumber: journal.reserve(),
      journalEpoch: journalEpoch, epoch: epochs[admission.emulator], fault: admission.fault,
      operationFault: admission.operationFault, change: nil, began: admission.began)
  }

  private mutating func inject(
    _ action: FaultAction, _ admission: Admission, _ settings: NamespaceSettings
  ) -> Outcome {
    let backend = backends[admission.emulator]
    let response =
      action.replacement
      ?? action.failure.map { backend.answer($0, to: admission.request, at: admission.moment) }
      ?? Response(.serviceUnavailable)
    let route = backend.route(of: admission.request)
    return record(Answer(response, route: route, effect: .injected), of: admission, settings)
  }

  /// Adds an answer to the journal, notifies subscribers and logs the change.
  ///
  /// If the answer reports a change, the change has already been made in the backend.
  mutating func record(_ answer: Answer, of admission: Admission, _ settings: NamespaceSettings)
    -> Outcome
  {
    var answer = answer
    var idleReason: String?
    if let action = admission.fault?.plan.action {
      answer.response.delivery = action.delivery
      let isHead = admission.request.method == .head
      if let reason = answer.response.reasonNotToTruncate(isHead: isHead) {
        answer.response.delivery = .whole
        answer.response.headers[.ghostlightReason] = HeaderText.print(reason)
        idleReason = reason
      }
      if action.isLatencyReal {
        answer.response.delayMilliseconds = Int(clamping: action.latencyMilliseconds)
      }
      if action.latencyMilliseconds > 0 {
        answer.response.headers[.ghostlightLatency] =
          "\(action.latencyMilliseconds)ms" + (action.isLatencyReal ? "" : "; clock")
      }
    }
    answer = settings.explained(answer, of: admission.request, emulator: admission.emulator)
    if admission.journalEpoch == journalEpoch {
      var entry = JournalEntry(
        number: admission.journalNumber,
        emulator: settings.configuration.services[admission.emulator].name,
        milliseconds: admission.moment.milliseconds, request: admission.journalRequest,
        answer: answer, fault: admission.fault?.number ?? admission.operationFault,
        nanoseconds: SystemTime.passed(since: admission.began))
      entry.idleFaultReason = idleReason
      append(entry, settings)
    }
    var outcome = Outcome(response: answer.response, change: admission.change)
    if answer.effect == .changed {
      write(
        admission.request, emulator: admission.emulator, admission.momentNumber,
        admission.moment.milliseconds, settings, &outcome)
    }
    return outcome
  }

  /// Adds an entry to the journal and notifies the observers, and the watchers of the namespace.
  mutating func append(_ entry: JournalEntry, _ settings: NamespaceSettings) {
    if settings.watch.isWatched { publish(entry, settings) }
    journal.append(entry)
  }

  private func publish(_ entry: JournalEntry, _ settings: NamespaceSettings) {
    settings.watch.publish(entry, of: settings.name)
    guard entry.answer.effect == .changed,
      let position = settings.position(of: entry.emulator),
      backends[position].outbox.messages.last?.milliseconds == entry.milliseconds
    else { return }
    settings.watch.publish(.change(.outbox, emulator: entry.emulator), of: settings.name)
  }

  /// Logs the change that a request made before it is forwarded, and returns the admission with its
  /// number.
  mutating func write(
    _ answer: Answer, of admission: Admission, _ settings: NamespaceSettings
  ) -> Admission {
    guard answer.effect == .changed else { return admission }
    var outcome = Outcome(response: answer.response, change: admission.change)
    write(
      admission.request, emulator: admission.emulator, admission.momentNumber,
      admission.moment.milliseconds, settings, &outcome)
    var admission = admission
    admission.change = outcome.change
    return admission
  }

  /// Logs the change that a request made, if the stage has a log, and notifies subscribers.
  private mutating func write(
    _ request: Request, emulator position: Int, _ momentNumber: UInt64, _ milliseconds: Int64,
    _ settings: NamespaceSettings, _ outcome: inout Outcome
  ) {
    isTouched = true
    guard settings.keepsChanges else {
      _ = notifySubscribers(ofEmulator: position, after: nil)
      return
    }
    let emulator = settings.configuration.services[position]
    let response = outcome.response
    let change = write(
      .exchange(emulator: emulator.name, request), settings, moment: momentNumber,
      milliseconds: milliseconds, answer: Change.Answer(response, of: emulator))
    outcome.change = change ?? outcome.change
    outcome.hasPendingEvents = notifySubscribers(ofEmulator: position, after: change)
  }
}
