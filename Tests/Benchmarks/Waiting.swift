import Dispatch
import Synchronization

/// Runs asynchronous code from synchronous benchmarks.
enum Waiting {
  private final class Box<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, BenchmarkError>?>(nil)
  }

  /// Blocks the current thread until `work` returns or throws.
  static func value<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(BenchmarkError) -> Value
  ) throws(BenchmarkError) -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let result: Result<Value, BenchmarkError>
      do throws(BenchmarkError) {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      box.result.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = box.result.withLock({ $0 }) else {
      throw BenchmarkError("the work has no end")
    }
    return try result.get()
  }
}
