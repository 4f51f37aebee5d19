import GhostlightCore
import GhostlightEmulation

/// What the lock of a namespace guards.
struct NamespaceState: Sendable {
  /// In the order of the stage's emulators.
  var backends: [any Backend]
  var clock: VirtualClock
  var journal: Journal
  var faults: FaultBoard
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
  var problem: ChangeLogProblem?
  /// Those who listen; no part of the state, so that neither reset nor restore touches them.
  var audience = Audience()
  /// What they are to be told, by the numbers of the changes.
  var undurableNews: [UndurableNews] = []

  init(backends: [any Backend], clock: VirtualClock, journal: Journal, faults: FaultBoard) {
    self.backends = backends
    self.clock = clock
    self.journal = journal
    self.faults = faults
    writers = Array(repeating: WriterQueue(), count: backends.count)
    epochs = Array(repeating: 0, count: backends.count)
  }

  /// The moment of the next exchange.
  mutating func nextMoment(_ scene: Scene, system: Int64) -> Moment {
    // Wraps: a snapshot may say any number.
    moments &+= 1
    return scene.moment(moments, milliseconds: clock.now(system: system))
  }

  /// Writes a change down, where there is a log, and notes its number.
  ///
  /// - Returns: The number to settle before the client is answered.
  mutating func write(
    _ operation: Change.Operation, _ scene: Scene, moment: UInt64, milliseconds: Int64,
    answer: Change.Answer? = nil
  ) -> Int64? {
    isTouched = true
    guard let log = scene.log else { return nil }
    guard !isRetired else { return retirement ?? Change.lost }
    lastChange = log.append(
      Change(
        namespace: scene.name, moment: moment, milliseconds: milliseconds, operation,
        answer: answer))
    return lastChange
  }

  /// Refuses where the state is being read back.
  ///
  /// - Throws: ``ChangeLogProblem`` for the client.
  func admitChange() throws(ChangeLogProblem) {
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
