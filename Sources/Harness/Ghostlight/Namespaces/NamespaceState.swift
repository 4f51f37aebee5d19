import GhostlightCore
import GhostlightEmulation
import Synchronization

/// The state of a namespace; guarded by the namespace's lock.
struct NamespaceState: Sendable {
  /// The backends, in the order of the stage's emulators.
  var backends: [any Backend]
  var clock: VirtualClock
  var journal: Journal
  var faults: FaultPlans
  /// The queue of writers for each emulator, by position.
  var writers: [WriterQueue]
  /// The number of resets and restores of each emulator, by position.
  ///
  /// A writer that finds another number must start again.
  var epochs: [Int]
  /// The number of journals so far: a full reset starts a new one.
  var journalEpoch = 0
  /// The number of moments so far; the next moment gets the next number.
  var moments: UInt64 = 0
  /// The number of the last logged change, or 0.
  var lastChange: Int64 = 0
  /// Whether the namespace was changed by a request, a clock change or a fault plan.
  var isTouched = false
  /// Whether the stage has dropped or replaced the namespace; its changes are no longer logged.
  var isRetired = false
  /// The number of the change that dropped or replaced the namespace.
  ///
  /// A later change to this namespace is reported under this number: it becomes void with the drop,
  /// or fails with it.
  var retirement: Int64?
  /// The reason why the namespace is suspended: changes were lost, and the state is being read
  /// back.
  var problem: ChangeLogError?
  /// Whether the last replayed change had ids in the format of older versions.
  var replaysUnorderedIDs = false
  /// The subscribers to backend events.
  ///
  /// They are not part of the state: reset and restore keep them.
  var subscribers = Subscribers()
  /// The events to deliver once their changes are durable.
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
    // Wraps: the number may come from a snapshot.
    moments &+= 1
    return settings.moment(moments, milliseconds: clock.now(system: system))
  }

  /// Appends a change to the log, if there is one, and stores its number.
  ///
  /// - Returns: The number to wait for before the client gets its response.
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

  /// Checks that the state is not being read back.
  ///
  /// - Throws: ``ChangeLogError`` for the client.
  func admitChange() throws(ChangeLogError) {
    if let problem { throw problem }
  }

  /// Replaces the state with a snapshot; journal and faults are kept.
  mutating func apply(_ snapshot: Snapshot) {
    interruptWriters()
    isTouched = true
    backends = snapshot.backends
    clock = snapshot.clock
    moments = snapshot.moments
  }

  /// Interrupts the writers of one emulator, or of all, because their original state was replaced.
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

/// The settings of a namespace, fixed when it is created.
struct NamespaceSettings: Sendable {
  let name: String
  let configuration: StageConfiguration
  /// The emulators' seeds, whose storage all namespaces share until they change it.
  private let seeds: [any Backend]
  /// The number that identifiers are derived from.
  let seed: UInt64
  /// The log that records each change before the client gets its response.
  let log: (any ChangeLog)?
  /// Whether there is a log.
  ///
  /// Every exchange reads this; copying the existential would cost more.
  let keepsChanges: Bool
  /// The bytes that the journals of all namespaces use together.
  let journals: JournalBytes
  /// The subscribers to changes in any namespace.
  let watch: StageWatch
  /// The work limit while the namespace is locked; used only under that lock.
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

  /// Returns the moment with a number, at a time.
  func moment(_ number: UInt64, milliseconds: Int64) -> Moment {
    Moment(
      milliseconds: milliseconds, seed: seed &+ number &* 0xd134_2543_de82_ef95,
      // Namespaces start at different numbers, so that their ids differ.
      order: (seed >> 25) &+ number)
  }

  /// The state made from the seeds.
  var initialState: NamespaceState { state(of: seeds, configuration.clock) }

  /// Returns the initial state of a namespace that starts from a snapshot.
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

  /// Returns the position of an emulator in the stage's list.
  func position(of emulator: String) -> Int? {
    configuration.emulators.firstIndex { $0.name == emulator }
  }
}

/// A large value to be freed later: freeing 100,000 documents takes a while.
final class DeferredDeallocation: Sendable {
  private let value: Mutex<(any Sendable)?>

  private init(_ value: consuming any Sendable) { self.value = Mutex(value) }

  /// Frees a value in a separate task.
  ///
  /// The caller must have the only reference.
  ///
  /// The task removes the value from its box. If it only held the box, it could end before the
  /// caller releases its own reference, and the caller would then free the value after all.
  static func free(_ value: consuming any Sendable) {
    let deferred = DeferredDeallocation(value)
    Task.detached { deferred.value.withLock { $0 = nil } }
  }
}

/// The queue of writers for one emulator of a namespace: one works, the others wait in order.
struct WriterQueue: Sendable {
  private var active: (any QueuedWriter)?
  private var waiting: [any QueuedWriter] = []

  /// Whether no writer works or waits.
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
  /// - Returns: The next writer. The caller starts it after releasing the lock.
  mutating func leave() -> (any QueuedWriter)? {
    active = waiting.isEmpty ? nil : waiting.removeFirst()
    return active
  }

  /// Interrupts the active writer, because its original state was replaced.
  func interrupt() { active?.interrupt() }
}

/// A writer in a ``WriterQueue``.
protocol QueuedWriter: AnyObject, Sendable {
  /// Starts the work of this writer.
  ///
  /// - Returns: Whether the writer ends its turn itself later; `false` if it has already ended.
  func begin() -> Bool

  /// Discards the work so far and starts again.
  func interrupt()
}
