import GhostlightCore
public import GhostlightEmulation
import Synchronization

/// A one-line summary of an exchange, for lists and live views.
///
/// It has no header fields and no bodies, so it is small. Watchers get one in
/// ``StageEvent/exchange(_:)``; for the complete exchange, find the ``JournalEntry`` with the same
/// number.
public struct ExchangeSummary: Sendable, Hashable {
  /// The number in the journal.
  public let number: Int
  /// The time on the namespace's clock, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The name of the emulator.
  public let emulator: String
  /// The method.
  public let method: String
  /// The path and query, as they were sent.
  public let path: String
  /// The status code.
  public let status: Int
  /// The title of the route.
  public let route: String?
  /// The effect on the state.
  public let effect: Answer.Effect
  /// The real time that the emulator needed, in nanoseconds.
  public let nanoseconds: Int64
  /// The number of the fault plan that was applied.
  public let fault: Int?
  /// The reason for a refusal, if the emulator gave one.
  public let reason: String?

  /// Creates the summary of a journal entry.
  public init(_ entry: JournalEntry) {
    number = entry.number
    milliseconds = entry.milliseconds
    emulator = entry.emulator
    method = entry.request.method.rawValue
    path = entry.request.target.raw
    status = entry.answer.response.status.code
    route = entry.answer.route
    effect = entry.answer.effect
    nanoseconds = entry.nanoseconds
    fault = entry.fault
    reason = entry.answer.response.headers.value(of: .ghostlightReason)
  }
}

/// An event in a namespace, for its watchers.
///
/// An event names what changed, not the new value; read that from the ``Namespace``. Only exchanges
/// have their data with them, so that a live list needs no further calls.
public enum StageEvent: Sendable, Hashable {
  /// A part of a namespace that changes other than by adding an exchange.
  ///
  /// The raw value is the member `what` of an event in the control API's event stream. Read the new
  /// value from the ``Namespace``.
  public enum Subject: String, Sendable {
    /// The clock was changed.
    case clock
    /// A fault plan was added or removed.
    case faults
    /// A namespace was created or dropped, whatever its name.
    case namespaces
    /// A message would have been sent.
    case outbox
    /// A provider state was set up, or a row was edited.
    case data
    /// The namespace, or one of its emulators, was reset.
    case reset
    /// A snapshot was restored.
    case snapshot
  }

  /// An exchange was added to the journal.
  case exchange(ExchangeSummary)
  /// A part of one emulator, or of the whole namespace, changed.
  case change(Subject, emulator: String?)
}

/// A subscriber to the events of a namespace.
///
/// The console uses one to show requests as they arrive. The closures are called in order, on the
/// thread of the exchange and while locks are held. They must return quickly and must not call the
/// stage.
public struct StageWatcher: Sendable {
  /// Receives an event.
  public let receive: @Sendable (StageEvent) -> Void
  /// Called after the last event: the namespace was dropped, or the server is stopping.
  public let end: @Sendable () -> Void

  /// Creates a watcher.
  public init(
    receive: @escaping @Sendable (StageEvent) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}

/// The watchers of a stage by namespace name; they stay subscribed when a namespace is replaced.
final class StageWatch: Sendable {
  private struct State {
    var watchers: [Int: (namespace: String, watcher: StageWatcher)] = [:]
    var count = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let watched = Atomic(false)

  init() {}

  /// Whether there are watchers.
  ///
  /// An exchange on a stage without watchers costs only this check.
  var isWatched: Bool { watched.load(ordering: .relaxed) }

  var count: Int { state.withLock { $0.watchers.count } }

  /// Adds a watcher of a namespace.
  ///
  /// - Returns: The number of the subscription, or `nil` if the stage no longer accepts watchers.
  func add(_ watcher: StageWatcher, namespace: String) -> Int? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      state.count += 1
      state.watchers[state.count] = (namespace, watcher)
      watched.store(true, ordering: .relaxed)
      return state.count
    }
  }

  func remove(_ number: Int) {
    state.withLock { state in
      state.watchers[number] = nil
      if state.watchers.isEmpty { watched.store(false, ordering: .relaxed) }
    }
  }

  /// Sends an event to the watchers of a namespace, or of all namespaces if `namespace` is `nil`.
  func publish(_ event: @autoclosure () -> StageEvent, of namespace: String?) {
    guard isWatched else { return }
    state.withLock { state in
      guard state.watchers.values.contains(where: { namespace == nil || $0.namespace == namespace })
      else { return }
      let event = event()
      for entry in state.watchers.values where namespace == nil || entry.namespace == namespace {
        entry.watcher.receive(event)
      }
    }
  }

  /// Ends the subscriptions to a namespace.
  ///
  /// `nil` ends all of them and accepts no more.
  func end(_ namespace: String?) {
    let ended = state.withLock { state in
      if namespace == nil { state.isOver = true }
      let ended = state.watchers.filter { namespace == nil || $0.value.namespace == namespace }
      for number in ended.keys { state.watchers[number] = nil }
      if state.watchers.isEmpty { watched.store(false, ordering: .relaxed) }
      return ended.values.map(\.watcher)
    }
    for watcher in ended { watcher.end() }
  }
}

extension Stage {
  /// The state of a new subscription.
  package struct Watching: Sendable {
    /// The number of the latest exchange.
    package let latest: Int
    /// The exchanges after the number that the watcher passed, oldest first.
    package let missed: [ExchangeSummary]
    /// The number of exchanges after that number that are not in ``missed``, because the journal no
    /// longer has them or the limit was reached.
    package let lost: Int
    /// Ends the subscription.
    package let stop: @Sendable () -> Void
  }

  /// Subscribes a watcher to a namespace, which may not exist yet.
  ///
  /// - Parameters:
  ///   - name: The name of the namespace.
  ///   - number: The number of the last exchange that the watcher has seen; `nil` to skip earlier
  ///     exchanges.
  ///   - most: The maximum number of earlier exchanges to return; the newest are returned.
  ///   - watcher: The subscriber.
  /// - Returns: The earlier exchanges, and a closure that ends the subscription.
  /// - Throws: ``NamespaceError`` if the name is not valid.
  package func watch(
    _ name: String, after number: Int? = nil, atMost most: Int = 0, _ watcher: StageWatcher
  ) throws(NamespaceError) -> Watching {
    while true {
      let space = try view(name)
      let (subscription, journal) = space.state.withLock { state in
        (watch.add(watcher, namespace: name), state.journal)
      }
      guard let subscription else {
        watcher.end()
        return Watching(latest: journal.count, missed: [], lost: 0, stop: {})
      }
      // Another namespace may have been created with this name; watch that one from its first
      // exchange.
      if let known = try existing(name), known !== space {
        watch.remove(subscription)
        continue
      }
      let stop: @Sendable () -> Void = { [watch] in watch.remove(subscription) }
      guard let number else {
        return Watching(latest: journal.count, missed: [], lost: 0, stop: stop)
      }
      // A number outside the range belongs to an earlier journal, or to none.
      let known = (0...journal.count).contains(number) ? number : 0
      let missed = journal.all.filter { $0.number > known }.suffix(most)
      return Watching(
        latest: journal.count, missed: missed.map { ExchangeSummary($0) },
        lost: journal.count - known - missed.count, stop: stop)
    }
  }

  package var isWatched: Bool { watch.isWatched }

  package var watcherCount: Int { watch.count }

  /// Ends all subscriptions and accepts no more: the server is stopping, or the stage is replaced.
  package func endWatching() { watch.end(nil) }
}
