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

/// A fixed number of threads for long-running work.
///
/// The threads have a lower priority than the event loops, so that the operating system prefers any
/// other thread.
///
/// Each name has its own queue of work, and the names take turns. A name with much work therefore
/// delays the others by at most one piece of work.
final class FairWorkExecutor: WorkExecutor {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var queues: [String: CircularBuffer<Work>] = [:]
    /// The keys of `queues` with waiting work, in the order in which they take turns.
    var turns = CircularBuffer<String>()
    var waiting = 0
    var threads = 0
    var isClosed = false
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  /// The niceness of the threads, from 0 to 19.
  ///
  /// With 10, the kernel gives them a tenth of an ordinary thread's time.
  private static let niceness: Int32 = 10
  /// The stack size of a thread in bytes, as large as an event loop's, because evaluators recurse.
  private static let stackBytes = 8 << 20

  private let limit: Int
  private let state = Mutex(State())
  private let events = DispatchSemaphore(value: 0)

  /// Starts the threads.
  ///
  /// Up to `limit` pieces of work may wait, and a quarter of that under one name.
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

  /// Rejects further work; the threads stop after the work that is already waiting.
  func close() {
    let threads = state.withLock { state in
      if state.isClosed { return 0 }
      state.isClosed = true
      return state.threads
    }
    for _ in 0..<threads { events.signal() }
  }

  /// Closes the lanes, and waits at most `limit` until the threads have stopped.
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

  var waitingCount: Int { state.withLock { $0.waiting } }

  private func release() {
    let watchers = state.withLock { state in
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }

  /// Runs work until the lanes are closed and no more work waits.
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

  /// Starts a thread, and returns whether that succeeded.
  private func startThread() -> Bool {
    DetachedThread.start(stackBytes: Self.stackBytes) { [self] in
      #if os(Linux)
        // Linux sets the niceness of a single thread, contrary to POSIX; elsewhere it would be the
        // process's. 0 is PRIO_PROCESS, whose type differs between C libraries; the next 0 is the
        // calling thread.
        setpriority(0, 0, Self.niceness)
      #endif
      run()
    }
  }
}

/// Threads for work that may block.
package enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a closure on a new thread, and returns whether the thread was started.
  ///
  /// The default for `stackBytes` is the system's size.
  @discardableResult
  package static func start(
    stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let argument = Unmanaged.passRetained(Body(body))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        DetachedThread.enter(argument)
        return nil
      }, argument.toOpaque())
    if code != 0 { argument.release() }
    return code == 0
  }

  /// Runs as the first function of a new thread.
  private static func enter(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  }
}
