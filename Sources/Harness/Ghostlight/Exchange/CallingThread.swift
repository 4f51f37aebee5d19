import Dispatch
import GhostlightCore
import Synchronization

/// Runs deferred work on the thread that waits for its response: whoever calls a stage in process.
final class CallingThread: WorkExecutor {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var response: Response?
  }

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  private init() {}

  /// Does what is left of an exchange and answers its response.
  static func finish(_ deferred: DeferredResponse) -> Response {
    let thread = CallingThread()
    deferred.begin(thread) { response in
      thread.state.withLock { $0.response = response }
      thread.news.signal()
    }
    while true {
      let (work, response) = thread.state.withLock { state in
        (state.work.isEmpty ? nil : state.work.removeFirst(), state.response)
      }
      if let work {
        work()
      } else if let response {
        return response
      } else {
        thread.news.wait()
      }
    }
  }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.work.append(work) }
    news.signal()
    return true
  }
}
