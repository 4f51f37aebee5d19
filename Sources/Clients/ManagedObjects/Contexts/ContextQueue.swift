#if !canImport(CoreData)
  import Dispatch
  import Foundation

  /// The queue of a context: the main queue or a private one.
  ///
  /// Each thread has a list of the queues that it holds.
  ///
  /// When a thread blocks until a block has run on another queue, the list passes to the thread
  /// that runs the block. A nested blocking call for a held queue runs in place, because waiting
  /// for that queue would deadlock. The main queue is recognised by a queue-specific value, not by
  /// its thread.
  final class ContextQueue: Sendable {
    /// A block that is submitted to a queue.
    // Unchecked: the block runs once, on the queue that it was submitted to.
    final class Work: @unchecked Sendable {
      private let block: () -> Void

      init(_ block: @escaping () -> Void) { self.block = block }

      func run() { block() }
    }

    private let queue: DispatchQueue
    private let isMain: Bool

    private static let mark: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    static let main = ContextQueue(.main, isMain: true)

    private init(_ queue: DispatchQueue, isMain: Bool) {
      self.queue = queue
      self.isMain = isMain
    }

    /// Creates a private queue.
    convenience init(label: String) { self.init(DispatchQueue(label: label), isMain: false) }

    /// Submits a block and returns immediately.
    func perform(_ block: @escaping () -> Void) {
      let work = Work(block)
      queue.async { Held.run(with: [ObjectIdentifier(self)]) { work.run() } }
    }

    /// Runs a block on the queue and blocks the caller until it has a result.
    ///
    /// The block runs in place if the caller already holds the queue.
    func performAndWait<Result>(_ block: () throws -> Result) rethrows -> Result {
      var held = Held.current
      if isMain, !held.contains(ObjectIdentifier(self)),
        DispatchQueue.getSpecific(key: Self.mark) == true
      {
        // The caller already runs on the main queue, but was not started by this class, so `held`
        // does not contain the queue yet.
        held.append(ObjectIdentifier(self))
        return try Held.run(with: held) { try block() }
      }
      if held.contains(ObjectIdentifier(self)) { return try block() }
      // A caller on the main queue blocks the main queue while it waits, so `block` counts as
      // holding the main queue too.
      if DispatchQueue.getSpecific(key: Self.mark) == true {
        held.append(ObjectIdentifier(Self.main))
      }
      held.append(ObjectIdentifier(self))
      return try queue.sync { try Held.run(with: held) { try block() } }
    }
  }

  /// The queues that the current thread holds, including queues held by threads that wait for the
  /// current thread.
  private enum Held {
    private static let key = "ManagedObjects.heldQueues"

    static var current: [ObjectIdentifier] {
      Thread.current.threadDictionary[key] as? [ObjectIdentifier] ?? []
    }

    static func run<Result>(
      with queues: [ObjectIdentifier], _ block: () throws -> Result
    ) rethrows -> Result {
      let dictionary = Thread.current.threadDictionary
      let before = dictionary[key]
      dictionary[key] = queues
      defer { dictionary[key] = before }
      return try block()
    }
  }
#endif
