#if !canImport(CoreData)
  import Dispatch
  import Foundation

  /// Where the work of a context is done: the main queue or a queue of its own.
  ///
  /// A thread knows the queues that it holds, with those of whoever waits for it, so that nested
  /// blocking calls run in place instead of waiting for themselves. The main queue is known by a
  /// mark, not by its thread.
  final class ContextQueue: Sendable {
    /// A block on its way to a queue.
    // Unchecked: the block is run once, on the queue that it was handed to.
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

    /// A queue of its own.
    convenience init(label: String) { self.init(DispatchQueue(label: label), isMain: false) }

    /// Runs a block later.
    func perform(_ block: @escaping () -> Void) {
      let work = Work(block)
      queue.async { Held.run(with: [ObjectIdentifier(self)]) { work.run() } }
    }

    /// Runs a block now, waiting for the queue unless the caller holds it.
    func performAndWait<Result>(_ block: () throws -> Result) rethrows -> Result {
      var held = Held.current
      if isMain, !held.contains(ObjectIdentifier(self)),
        DispatchQueue.getSpecific(key: Self.mark) == true
      {
        // The caller is on the main queue without having come by here.
        held.append(ObjectIdentifier(self))
        return try Held.run(with: held) { try block() }
      }
      if held.contains(ObjectIdentifier(self)) { return try block() }
      // What waits now may be on the main queue, and then holds it.
      if DispatchQueue.getSpecific(key: Self.mark) == true {
        held.append(ObjectIdentifier(Self.main))
      }
      held.append(ObjectIdentifier(self))
      return try queue.sync { try Held.run(with: held) { try block() } }
    }

    /// Whether the caller holds the queue.
    var isHeld: Bool {
      Held.current.contains(ObjectIdentifier(self))
        || isMain && DispatchQueue.getSpecific(key: Self.mark) == true
    }
  }

  /// The queues that a thread holds, or that wait for it.
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
