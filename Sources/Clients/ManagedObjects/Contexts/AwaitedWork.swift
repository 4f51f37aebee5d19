#if canImport(CoreData)
  package import CoreData
#endif

/// A block that another queue runs, and its result.
// Unchecked: the caller waits for the block, so the two never run at the same time.
final class AwaitedWork<T>: @unchecked Sendable {
  private var block: (() throws -> T)?
  private var result: Result<T, any Error>?

  init(_ block: @escaping () throws -> T) { self.block = block }

  /// Runs the block and releases it, since its caller may have lent it.
  func run() {
    guard let block else { return }
    self.block = nil
    result = Result { try block() }
  }

  /// Waits, without blocking a thread, for a function that runs the block later.
  func run(by perform: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      perform {
        self.run()
        continuation.resume()
      }
    }
  }

  /// Returns the result, or throws the error as a block of this type does.
  func get<E: Error>(throwingAs _: () throws(E) -> T) throws(E) -> T {
    switch result {
    case .success(let value)?: return value
    case .failure(let error as E)?: throw error
    default: preconditionFailure("the block did not run")
    }
  }
}

extension NSManagedObjectContext {
  /// Runs a block on the context's queue and waits for it; the block need not be `@Sendable`.
  ///
  /// Use it in place of `performAndWait(_:)` if the block needs values of the caller that are not
  /// `Sendable`. The caller is blocked while the block runs, so nothing else touches them.
  package func performBlocking<T>(_ block: () throws -> T) rethrows -> T {
    let work = withoutActuallyEscaping(block) { block in
      let work = AwaitedWork(block)
      performAndWait { work.run() }
      return work
    }
    return try work.get(throwingAs: block)
  }
}
