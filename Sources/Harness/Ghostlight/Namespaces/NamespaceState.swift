import GhostlightCore
import GhostlightEmulation
import Synchronization

/// The state of a namespace, which the namespace's lock guards.
struct NamespaceState: Sendable {
  /// The backends, in the order of the stage's emulators.
  var backends: [any Backend]
  var clock: VirtualClock
  var journal: Journal
  var faults: FaultPlans
  /// The queue of writers for each emulator, indexed by the emulator's position in the stage's
  /// list.
  var writers: [WriterQueue]
  /// The number of resets and restores of each emulator, indexed by the emulator's position in the
  /// stage's list.
  ///
  /// A writer whose emulator has a different number than before must start again.
  var epochs: [Int]
  /// The number of journals before the current one: a full reset starts a new journal.
  var journalEpoch = 0
  /// The number of the latest moment; the next moment gets the next number.
  var moments: UInt64 = 0
  /// The number of the last logged change; 0 if there is none.
  ///
  /// In a dropped or replaced namespace it is the change that dropped or replaced the namespace.
  var lastChange: Int64 = 0
  /// Whether the namespace was changed since it was created, by a request, a clock change or a
  /// fault plan.
  var isTouched = false
  /// Whether the stage has dropped or replaced the namespace; its changes are no longer logged.
  var isRetired = false
  /// Whether the last replayed change used the identifiers of older versions of the package.
  var replaysUnorderedIDs = false
  /// The subscribers to backend events.
  ///
  /// The subscribers are not part of the emulators' state: a reset or a restore keeps them.
  var subscribers = Subscribers()
  /// Events that are delivered when their changes are durable.
  var pendingEvents: [PendingEvents] = []

  init(backends: [any Backend], clock: VirtualClock, journal: Journal, faults: FaultPlans) {
    self.backends = backends
    self.clock = clock
    self.journal = journal
    self.faults = faults
    writers = Array(repeating: WriterQueue(), count: backends.count)
    epochs = Array(repeating: 0, count: backends.count)
  }

  /// Returns the moment of the next exchange.
  mutating func nextMoment(_ settings: NamespaceSettings, system: Int64) -> Moment {
    // The number wraps, because a snapshot may contain any number.
    moments &+= 1
    return settings.moment(moments, milliseconds: clock.now(system: system))
  }

  /// Appends a change to the log, if there is one, and stores the change's number.
  ///
  /// - Returns: The number of the change that must be durable before the client gets its response,
  ///   or `nil` without a log.
  mutating func write(
    _ operation: Change.Operation, _ settings: NamespaceSettings, moment: UInt64,
    milliseconds: Int64,
    answer: Change.Answer? = nil
  ) -> Int64? {
    isTouched = true
    guard let log = settings.log else { return nil }
    // The change is dropped with the namespace, as soon as the change that drops it is durable.
    guard !isRetired else { return lastChange }
    lastChange = log.append(
      Change(
        namespace: settings.name, moment: moment, milliseconds: milliseconds, operation,
        answer: answer))
    return lastChange
  }

  /// Ends subscriptions and the logging of changes, because the stage drops or replaces this
  /// namespace.
  ///
  /// - Parameter change: The number of the change in the log, or `nil` if the stage has no log.
  mutating func retire(by change: Int64?) {
    isRetired = true
    lastChange = change ?? lastChange
    interruptWriters()
    subscribers.dismiss()
  }

  /// Replaces the backends, the clock and the moments with those of a snapshot; the journal and the
  /// fault plans are kept.
  mutating func apply(_ snapshot: Snapshot) {
    interruptWriters()
    isTouched = true
    backends = snapshot.backends
    clock = snapshot.clock
    moments = snapshot.moments
  }

  /// Interrupts the writers of one emulator, or of all if `emulator` is `nil`, because the state
  /// that they copied was replaced.
  mutating func interruptWriters(of emulator: Int? = nil) {
    for position in epochs.indices where emulator == nil || emulator == position {
      epochs[position] += 1
      writers[position].interrupt()
    }
  }
}

/// The subscribers to the backend events of a namespace.
struct Subscribers: Sendable {
  private struct Subscription: Sendable {
    let emulator: Int
    let listener: EventSubscriber
  }

  private var subscriptions: [Int: Subscription] = [:]
  private var count = 0

  var isEmpty: Bool { subscriptions.isEmpty }

  /// Subscribes to the events of an emulator and returns the number of the subscription.
  mutating func subscribe(_ listener: EventSubscriber, emulator: Int) -> Int {
    count += 1
    subscriptions[count] = Subscription(emulator: emulator, listener: listener)
    return count
  }

  mutating func leave(_ subscription: Int) { subscriptions[subscription] = nil }

  /// Delivers events to the subscribers of an emulator.
  func notify(_ events: [BackendEvent], of emulator: Int) {
    guard !events.isEmpty else { return }
    for subscription in subscriptions.values where subscription.emulator == emulator {
      subscription.listener.receive(events)
    }
  }

  /// Ends and removes all subscriptions.
  mutating func dismiss() {
    for subscription in subscriptions.values { subscription.listener.end() }
    subscriptions = [:]
  }
}

/// The settings of a namespace, which do not change after it is created.
struct NamespaceSettings: Sendable {
  let name: String
  let configuration: StageConfiguration
  /// The emulators' seeds; each namespace shares their storage until it changes its own copy.
  private let seeds: [any Backend]
  /// The number that this namespace's identifiers are derived from.
  let seed: UInt64
  /// The log that records each change before the client gets its response; `nil` if changes are
  /// kept in memory only.
  let log: (any ChangeLog)?
  /// Whether the stage has a log.
  ///
  /// Every exchange reads this property; copying the existential ``log`` would take more time.
  let keepsChanges: Bool
  /// The counter of the bytes that the journals of all namespaces use together.
  let journals: JournalBytes
  /// The watchers of all namespaces of the stage.
  let watch: StageSubscriptions
  /// The sentences for the reasons of refused requests.
  let hints: RefusalHints
  /// The way in which programs of the user's are called.
  let programs: Programs
  /// The work limit for an exchange while the namespace is locked; used only under that lock.
  let quickBudget: WorkBudget

  init(
    name: String, _ configuration: StageConfiguration, seeds: [any Backend],
    log: (any ChangeLog)?, journals: JournalBytes, watch: StageSubscriptions, hints: RefusalHints,
    programs: Programs
  ) {
    self.watch = watch
    self.hints = hints
    self.programs = programs
    self.name = name
    self.seeds = seeds
    self.journals = journals
    self.configuration = configuration
    self.log = log
    keepsChanges = log != nil
    quickBudget = WorkBudget(
      min(configuration.quickWork, configuration.maxWork), isProvisional: true)
    seed = FNV1a.hash(of: name, seed: configuration.seed)
  }

  /// Checks that the log, if there is one, still stores changes.
  ///
  /// - Throws: ``ChangeLogError`` if a change could not be written.
  func checkLog() throws(ChangeLogError) {
    if let failure = log?.failure { throw failure }
  }

  /// Returns the moment with a number, at a time in milliseconds since 1970.
  func moment(_ number: UInt64, milliseconds: Int64) -> Moment {
    Moment(
      milliseconds: milliseconds, seed: seed &+ number &* 0xd134_2543_de82_ef95,
      // Namespaces start at different numbers, so that their identifiers differ.
      order: (seed >> 25) &+ number)
  }

  /// A new state, made from the emulators' seeds and the configuration.
  var initialState: NamespaceState { state(of: seeds, configuration.clock) }

  /// Returns the initial state of a namespace that starts with a snapshot.
  func state(of snapshot: Snapshot) -> NamespaceState {
    var state = state(of: snapshot.backends, snapshot.clock)
    state.isTouched = true
    state.moments = snapshot.moments
    return state
  }

  private func state(of backends: [any Backend], _ clock: VirtualClock) -> NamespaceState {
    NamespaceState(
      backends: backends, clock: clock,
      journal: Journal(
        capacity: configuration.journalEntries, byteCapacity: configuration.journalBytes,
        of: journals),
      faults: FaultPlans(configuration.faults))
  }

  /// Returns the responder that responds instead of an emulator's backend, or `nil` if the backend's
  /// response counts.
  ///
  /// It is the program that the response names, or the upstream if no route serves the request.
  func forwarding(_ answer: Answer, of emulator: Int) -> Forwarding? {
    if let call = answer.response.program {
      let responder = programs.responder(
        for: call, refusal: answer.response, emulator: configuration.services[emulator].name,
        namespace: name)
      return Forwarding(responder: responder, route: answer.route)
    }
    guard answer.effect == .unmatched else { return nil }
    return configuration.services[emulator].upstream.map { Forwarding(responder: $0) }
  }

  /// Returns the index of an emulator in the stage's list, or `nil` if there is no emulator with
  /// this name.
  func position(of emulator: String) -> Int? {
    configuration.services.firstIndex { $0.name == emulator }
  }
}

/// A container for a large value that is freed in a separate task, because freeing 100,000
/// documents takes a while.
final class DeferredDeallocation: Sendable {
  private let value: Mutex<(any Sendable)?>

  private init(_ value: consuming any Sendable) { self.value = Mutex(value) }

  /// Frees a value in a separate task.
  ///
  /// The caller must have the only reference.
  ///
  /// The task removes the value from its container. If the task only held the container, it could
  /// end before the caller releases its own reference, and the caller would then free the value.
  static func free(_ value: consuming any Sendable) {
    let deferred = DeferredDeallocation(value)
    Task.detached { deferred.value.withLock { $0 = nil } }
  }
}

/// The queue of writers for one emulator of a namespace: one writer works, the others wait in
/// order.
struct WriterQueue: Sendable {
  private var active: (any QueuedWriter)?
  private var waiting: [any QueuedWriter] = []

  /// Whether no writer is active or waiting.
  var isIdle: Bool { active == nil }

  /// Adds a writer to the queue.
  ///
  /// - Returns: Whether the writer may start at once.
  mutating func enter(_ writer: any QueuedWriter) -> Bool {
    guard active == nil else {
      waiting.append(writer)
      return false
    }
    active = writer
    return true
  }

  /// Ends the turn of the active writer.
  ///
  /// - Returns: The next writer, or `nil` if none waits. The caller starts it after releasing the
  ///   lock.
  mutating func leave() -> (any QueuedWriter)? {
    active = waiting.isEmpty ? nil : waiting.removeFirst()
    return active
  }

  /// Interrupts the active writer, because the state that it copied was replaced.
  func interrupt() { active?.interrupt() }
}

/// A writer that waits or works in a ``WriterQueue``.
protocol QueuedWriter: AnyObject, Sendable {
  /// Starts this writer's work, after the queue has made it the active writer.
  ///
  /// - Returns: `true` if the work continues, and the writer ends its turn later; `false` if the
  ///   writer has already ended.
  func begin() -> Bool

  /// Discards the writer's work so far, so that the writer starts again.
  func interrupt()
}
