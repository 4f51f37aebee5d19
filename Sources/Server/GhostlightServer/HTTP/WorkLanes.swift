import Dispatch
import GhostlightCore
import NIOCore
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A fixed number of threads for work that takes long.
///
/// They run in addition to the event loops and at a lower priority, so that the operating system
/// prefers any other thread.
///
/// Work waits in a queue for each name, and the names take turns. A name with much work therefore
/// delays the others by at most one piece of work.
final class WorkLanes: WorkExecutor {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var queues: [String: CircularBuffer<Work>] = [:]
    /// The names with waiting work, in the order of their turns.
    var turns = CircularBuffer<String>()
    var waiting = 0
    var threads = 0
    var isClosed = false
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  /// Niceness of the threads, from 0 to 19: with 10 the kernel gives them a tenth of an ordinary
  /// thread's time.
  private static let niceness: Int32 = 10
  /// The number of bytes of a thread's stack, equal to that of an event loop, because evaluators
  /// are recursive.
  private static let stackBytes = 8 << 20

  private let limit: Int
  private let state = Mutex(State())
  private let events = DispatchSemaphore(value: 0)

  /// Starts the threads.
  ///
  /// Up to `limit` pieces of work may wait, a quarter of them under one name.
  init(threads: Int, limit: Int) {
    self.limit = limit
    for _ in 0..<max(1, threads) where startThread() { state.withLock { $0.threads += 1 } }
  }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      let ahead = state.queues[queue]?.count ?? 0
      guard !state.isClosed, state.threads > 0, state.waiting < limit, ahead < max(1, limit / 4)
      else { return false }
      state.queues[queue, default: CircularBuffer(initialCapacity: 1)].append(work)
      if ahead == 0 { state.turns.append(queue) }
      state.waiting += 1
      return true
    }
    if isTaken { events.signal() }
    return isTaken
  }

  /// Refuses further work; the threads end after the work that already waits.
  func close() {
    let threads = state.withLock { state in
      if state.isClosed { return 0 }
      state.isClosed = true
      return state.threads
    }
    for _ in 0..<threads { events.signal() }
  }

  /// Closes the lanes, and waits until the threads have ended, but at most for `limit`.
  func close(within limit: TimeAmount, on loop: any EventLoop) async {
    close()
    let timeout = loop.scheduleTask(in: limit) { self.release() }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.threads > 0 { state.watchers.append(continuation) }
        return state.threads == 0
      }
      if isOver { continuation.resume() }
    }
    timeout.cancel()
  }

  /// The number of pieces of work that wait.
  var waitingCount: Int { state.withLock { $0.waiting } }

  private func release() {
    let watchers = state.withLock { state in
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  /// Runs work until the lanes are closed and no work waits.
  private func run() {
    while true {
      events.wait()
      // After closing, there is one signal for each thread in addition to one for each waiting
      // piece of work.
      guard let work = next() else { break }
      work()
    }
    if state.withLock({ state in
      state.threads -= 1
      return state.threads == 0
    }) {
      release()
    }
  }

  private func next() -> Work? {
    state.withLock { state in
      guard let name = state.turns.popFirst() else { return nil }
      let work = state.queues[name]?.popFirst()
      if state.queues[name]?.isEmpty == false {
        state.turns.append(name)
      } else {
        state.queues[name] = nil
      }
      state.waiting -= 1
      return work
    }
  }

  /// Starts a thread, and returns whether it runs.
  private func startThread() -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let lanes = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        WorkLanes.enter(argument)
        return nil
      }, lanes.toOpaque())
    if code != 0 { lanes.release() }
    return code == 0
  }

  /// Runs as the first function of a new thread.
  private static func enter(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    let lanes = Unmanaged<WorkLanes>.fromOpaque(argument).takeRetainedValue()
    #if os(Linux)
      // Linux sets the niceness of a single thread, contrary to POSIX; elsewhere it would be the
      // process's. 0 is PRIO_PROCESS, whose type differs between C libraries; the next 0 is the
      // calling thread.
      setpriority(0, 0, niceness)
    #endif
    lanes.run()
  }
}
