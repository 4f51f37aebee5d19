import GhostlightCore
import GhostlightEmulation
import Synchronization

/// What the lock of a namespace guards.
struct NamespaceState: Sendable {
  /// In the order of the stage's emulators.
  var backends: [any Backend]
  var clock: VirtualClock
  var journal: Journal
  var faults: FaultPlans
  /// Who changes each emulator away from the lock; by position.
  var writers: [WriterQueue]
  /// Counts what took each emulator's state away under its writer: resets, restores; by position.
  var epochs: [Int]
  /// Counts the journals: a reset of everything begins a new one.
  var journalEpoch = 0
  /// How many moments were made; the next one's number is one more.
  var moments: UInt64 = 0
  /// The number of the last change written down, 0 for none.
  var lastChange: Int64 = 0
  /// Whether anything was done that a first use would not find: changes, the clock, fault plans.
  var isTouched = false
  /// Whether the stage has dropped or replaced the namespace, so that its changes count no more.
  var isRetired = false
  /// The number of the change that dropped or replaced the namespace: what is done to it besides is
  /// lost with it, or, where that change cannot be written, was never done.
  var retirement: Int64?
  /// Why nothing is answered: changes were lost, and the state is being read back.
  var problem: ChangeLogError?
  /// Whether the last change that was replayed had ids as older versions drew them.
  var replaysUnorderedIDs = false
  /// Those who listen; no part of the state, so that neither reset nor restore touches them.
  var subscribers = Subscribers()
  /// What they are to be told, by the numbers of the changes.
  var pendingEvents: [PendingEvents] = []

  init(backends: [any Backend], clock: VirtualClock, journal: Journal, faults: FaultPlans) {
    self.backends = backends
    self.clock = clock
    self.journal = journal
    self.faults = faults
    writers = Array(repeating: WriterQueue(), count: backends.count)
    epochs = Array(repeating: 0, count: backends.count)
  }

  /// The moment of the next exchange.
  mutating func nextMoment(_ settings: NamespaceSettings, system: Int64) -> Moment {
    // Wraps: a snapshot may say any number.
    moments &+= 1
    return settings.moment(moments, milliseconds: clock.now(system: system))
  }

  /// Writes a change down, where there is a log, and notes its number.
  ///
  /// - Returns: The number to settle before the client is answered.
  mutating func write(
    _ operation: Change.Operation, _ settings: NamespaceSettings, moment: UInt64,
    milliseconds: Int64,
    answer: Change.Answer? = nil
  ) -> Int64? {
    isTouched = true
    guard let log = settings.log else { return nil }
    guard !isRetired else { return retirement ?? Change.lost }
    lastChange = log.append(
      Change(
        namespace: settings.name, moment: moment, milliseconds: milliseconds, operation,
        answer: answer))
    return lastChange
  }

  /// Refuses where the state is being read back.
  ///
  /// - Throws: ``ChangeLogError`` for the client.
  func admitChange() throws(ChangeLogError) {
    if let problem { throw problem }
  }

  /// Takes over a snapshot; journal and faults stay.
  mutating func apply(_ snapshot: Snapshot) {
    interruptWriters()
    isTouched = true
    backends = snapshot.backends
    clock = snapshot.clock
    moments = snapshot.moments
  }

  /// Ends the work on one emulator, or on all, since what it works on is no more.
  mutating func interruptWriters(of emulator: Int? = nil) {
    for position in epochs.indices where emulator == nil || emulator == position {
      epochs[position] += 1
      writers[position].interrupt()
    }
  }
}

/// Those who want to know what happens in a namespace.
struct Subscribers: Sendable {
  private struct Subscription: Sendable {
    let emulator: Int
    let listener: EventSubscriber
  }

  private var subscriptions: [Int: Subscription] = [:]
  private var count = 0

  /// Nobody listens.
  var isEmpty: Bool { subscriptions.isEmpty }

  /// Subscribes to the events of an emulator; answers the number of its subscription.
  mutating func subscribe(_ listener: EventSubscriber, emulator: Int) -> Int {
    count += 1
    subscriptions[count] = Subscription(emulator: emulator, listener: listener)
    return count
  }

  /// Gives a subscription up.
  mutating func leave(_ subscription: Int) { subscriptions[subscription] = nil }

  /// Notifies an emulator's subscribers.
  func notify(_ events: [BackendEvent], of emulator: Int) {
    guard !events.isEmpty else { return }
    for subscription in subscriptions.values where subscription.emulator == emulator {
      subscription.listener.receive(events)
    }
  }

  /// Sends everybody home.
  mutating func dismiss() {
    for subscription in subscriptions.values { subscription.listener.end() }
    subscriptions = [:]
  }
}

/// What a namespace is told once and never changes.
struct NamespaceSettings: Sendable {
  let name: String
  let configuration: StageConfiguration
  /// The emulators' seeds, which all namespaces share until they change.
  private let seeds: [any Backend]
  /// What identifiers are derived from.
  let seed: UInt64
  /// Where changes are written down before they are answered.
  let log: (any ChangeLog)?
  /// Whether there is one; asked in each exchange, where a copy of it would cost more.
  let keepsChanges: Bool
  /// What the journals of all namespaces hold together.
  let journals: JournalBytes
  /// Who watches the namespaces.
  let watch: StageWatch
  /// What an exchange may cost while the namespace is locked; used under that lock.
  let quickBudget: WorkBudget

  init(
    name: String, _ configuration: StageConfiguration, seeds: [any Backend],
    log: (any ChangeLog)?, journals: JournalBytes, watch: StageWatch
  ) {
    self.watch = watch
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

  /// The moment of a number, at a time.
  func moment(_ number: UInt64, milliseconds: Int64) -> Moment {
    Moment(
      milliseconds: milliseconds, seed: seed &+ number &* 0xd134_2543_de82_ef95,
      // Namespaces begin at different places, and each goes on from there.
      order: (seed >> 25) &+ number)
  }

  /// The seeded state.
  var initialState: NamespaceState { state(of: seeds, configuration.clock) }

  /// The state that a snapshot begins.
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

  /// The position of an emulator in the stage's list.
  func position(of emulator: String) -> Int? {
    configuration.emulators.firstIndex { $0.name == emulator }
  }
}

/// A large value on its way out: freeing 100,000 documents takes a while.
final class DeferredDeallocation: Sendable {
  private let value: Mutex<(any Sendable)?>

  private init(_ value: consuming any Sendable) { self.value = Mutex(value) }

  /// Frees a value, that nobody else has, on a task of its own.
  ///
  /// The task takes the value out of its box: one that merely held it could end before its maker
  /// lets go, who would then free it after all.
  static func free(_ value: consuming any Sendable) {
    let deferred = DeferredDeallocation(value)
    Task.detached { deferred.value.withLock { $0 = nil } }
  }
}

/// Those who change one emulator of a namespace away from its lock: one at a time, in the order
/// they came.
struct WriterQueue: Sendable {
  private var active: (any QueuedWriter)?
  private var waiting: [any QueuedWriter] = []

  /// Nobody writes, and nobody waits to.
  var isIdle: Bool { active == nil }

  /// Takes a place.
  ///
  /// - Returns: Whether it is the writer's turn already.
  mutating func enter(_ writer: any QueuedWriter) -> Bool {
    guard active == nil else {
      waiting.append(writer)
      return false
    }
    active = writer
    return true
  }

  /// Gives the turn up.
  ///
  /// - Returns: Whose turn it is now, to be begun under no lock.
  mutating func leave() -> (any QueuedWriter)? {
    active = waiting.isEmpty ? nil : waiting.removeFirst()
    return active
  }

  /// Ends the work of whoever writes, because the state that it works on is no more.
  func interrupt() { active?.interrupt() }
}

/// Somebody in a queue of writers.
protocol QueuedWriter: AnyObject, Sendable {
  /// Works: the turn has come.
  ///
  /// - Returns: Whether it will give the turn up itself; else it has ended already.
  func begin() -> Bool

  /// Drops what was done so far and begins again.
  func interrupt()
}
