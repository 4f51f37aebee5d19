#if canImport(CoreData)
  package import CoreData
#endif

/// A block that runs on another queue while its caller waits, and the block's result.
// Unchecked: the caller waits for the block, so the two never run at the same time.
final class AwaitedWork<T>: @unchecked Sendable {
  private var block: (() throws -> T)?
  private var result: Result<T, any Error>?

  init(_ block: @escaping () throws -> T) { self.block = block }

  /// Runs the block once, and releases it before the caller continues, because captured values may
  /// be valid only until then.
  func run() {
    guard let block else { return }
    self.block = nil
    result = Result { try block() }
  }

  /// Calls `perform`, which must schedule ``run()``, and suspends the caller until the block has
  /// run.
  ///
  /// No thread is blocked.
  func run(by perform: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      perform {
        self.run()
        continuation.resume()
      }
    }
  }

  /// Returns the block's result, or throws its error with the error type that the block declares.
  func get<E: Error>(throwingAs _: () throws(E) -> T) throws(E) -> T {
    switch result {
    case .success(let value)?: return value
    case .failure(let error as E)?: throw error
    default: preconditionFailure("the block did not run")
    }
  }
}

extension NSManagedObjectContext {
  /// Runs a block on the context's queue and blocks the caller; the block need not be `@Sendable`.
  ///
  /// Use it instead of `performAndWait(_:)` if the block captures variables that are not
  /// `Sendable`. No other code can use them while the block runs, because the caller is blocked.
  package func performBlocking<T>(_ block: () throws -> T) rethrows -> T {
    let work = withoutActuallyEscaping(block) { block in
      let work = AwaitedWork(block)
      performAndWait { work.run() }
      return work
    }
    return try work.get(throwingAs: block)
  }
}
