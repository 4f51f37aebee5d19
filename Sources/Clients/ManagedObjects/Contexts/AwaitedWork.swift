#if canImport(CoreData)
  package import CoreData
#endif

/// A block that runs on another queue, and its result.
// Unchecked: the caller waits for the block, so the two never run at the same time.
final class AwaitedWork<T>: @unchecked Sendable {
  private var block: (() throws -> T)?
  private var result: Result<T, any Error>?

  init(_ block: @escaping () throws -> T) { self.block = block }

  /// Runs the block and releases it, because the caller may own it only until the block has run.
  func run() {
    guard let block else { return }
    self.block = nil
    result = Result { try block() }
  }

  /// Suspends the caller until `perform`, which schedules the block, has run it.
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

  /// Returns the result, or throws the error with the type that the block declares.
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
  /// Use it instead of `performAndWait(_:)` if the block needs values of the caller that are not
  /// `Sendable`. The caller is blocked while the block runs, so nothing else can use them.
  package func performBlocking<T>(_ block: () throws -> T) rethrows -> T {
    let work = withoutActuallyEscaping(block) { block in
      let work = AwaitedWork(block)
      performAndWait { work.run() }
      return work
    }
    return try work.get(throwingAs: block)
  }
}
