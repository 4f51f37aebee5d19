import GhostlightCore
public import GhostlightEmulation
import Synchronization

/// A one-line summary of an exchange, for lists and live views.
///
/// A summary has no header fields and no bodies, so it is small. Watchers get one in
/// ``StageEvent/exchange(_:)``; for the complete exchange, find the ``JournalEntry`` with the same
/// number.
public struct ExchangeSummary: Sendable, Hashable {
  /// The number of the exchange in the journal of its namespace, from 1.
  public let number: Int
  /// The time of the exchange on the namespace's clock, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The name of the emulator that got the request.
  public let emulator: String
  /// The method of the request, such as `GET`.
  public let method: String
  /// The path and the query of the request, as the client sent them.
  public let path: String
  /// The status code of the response.
  public let status: Int
  /// The title of the route that served or refused the request, or `nil` if no route matches.
  public let route: String?
  /// The effect of the request on the emulator's state.
  public let effect: Answer.Effect
  /// The real time that the emulator needed for the response, in nanoseconds.
  public let nanoseconds: Int64
  /// The number of bytes of the response's body, or `nil` if it was streamed.
  public let bytes: Int?
  /// The number of the fault plan that was applied, or `nil` if there was none.
  public let fault: Int?
  /// The emulator's explanation of a refusal, or `nil` if it gave none.
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
    bytes = entry.isStreamed ? nil : entry.answer.response.body.count
    fault = entry.fault
    reason = entry.answer.response.headers.value(of: .ghostlightReason)
  }
}

/// An event in a namespace, for its watchers.
///
/// An event identifies the part of a namespace that changed, but does not contain the new value;
/// read the value from the ``Namespace``. Only events of exchanges contain their data, so that a
/// live list needs no further calls.
public enum StageEvent: Sendable, Hashable {
  /// A part of a namespace whose changes are events, besides the list of exchanges.
  ///
  /// In the control API's event stream, the raw value is the member `what` of an event. Read the
  /// new value from the ``Namespace``.
  public enum Subject: String, Sendable {
    /// The clock was changed.
    case clock
    /// A fault plan was added or removed.
    case faults
    /// A namespace was created or dropped; watchers of all namespaces get this event.
    case namespaces
    /// A message was added to the outbox.
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
  /// The subject changed, in one emulator or, if `emulator` is `nil`, in the whole namespace.
  case change(Subject, emulator: String?)
}

/// A subscriber to the events of a namespace.
///
/// The console uses one to show requests as they arrive. The stage calls the closures in order, on
/// the thread of the exchange and while it holds locks. They must return quickly and must not call
/// the stage.
public struct StageSubscriber: Sendable {
  /// Called for each event.
  public let receive: @Sendable (StageEvent) -> Void
  /// Called after the last event, when the namespace is dropped or the server stops.
  public let end: @Sendable () -> Void

  /// Creates a watcher from its two closures.
  public init(
    receive: @escaping @Sendable (StageEvent) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}

/// The watchers of a stage by namespace name; they stay subscribed when their namespace is
/// replaced.
final class StageSubscriptions: Sendable {
  private struct State {
    var watchers: [Int: (namespace: String, watcher: StageSubscriber)] = [:]
    var observers: [Stage.JournalObserver] = []
    var count = 0
    var isOver = false

    var isWatched: Bool { !watchers.isEmpty || !observers.isEmpty }
  }

  private let state = Mutex(State())
  private let watched = Atomic(false)

  init() {}

  /// Whether the stage has any watchers or observers.
  ///
  /// An exchange on a stage without them costs only this check.
  var isWatched: Bool { watched.load(ordering: .relaxed) }

  var count: Int { state.withLock { $0.watchers.count } }

  /// Adds a watcher of a namespace.
  ///
  /// - Returns: The number of the subscription, or `nil` if the stage no longer accepts watchers.
  func add(_ watcher: StageSubscriber, namespace: String) -> Int? {
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
      watched.store(state.isWatched, ordering: .relaxed)
    }
  }

  /// Adds an observer of the journals of all namespaces.
  func add(_ observer: @escaping Stage.JournalObserver) {
    state.withLock { state in
      state.observers.append(observer)
      watched.store(true, ordering: .relaxed)
    }
  }

  /// Passes an entry to the observers, and its summary to the watchers of its namespace.
  func publish(_ entry: JournalEntry, of namespace: String) {
    let (observers, hasWatchers) = state.withLock { ($0.observers, !$0.watchers.isEmpty) }
    for observer in observers { observer(entry) }
    if hasWatchers { publish(.exchange(ExchangeSummary(entry)), of: namespace) }
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

  /// Ends all subscriptions to a namespace.
  ///
  /// With `nil`, it ends the subscriptions to all namespaces, and no watcher can be added
  /// afterwards.
  func end(_ namespace: String?) {
    let ended = state.withLock { state in
      if namespace == nil { state.isOver = true }
      let ended = state.watchers.filter { namespace == nil || $0.value.namespace == namespace }
      for number in ended.keys { state.watchers[number] = nil }
      watched.store(state.isWatched, ordering: .relaxed)
      return ended.values.map(\.watcher)
    }
    for watcher in ended { watcher.end() }
  }
}

extension Stage {
  /// The result of subscribing a watcher to a namespace.
  package struct Subscription: Sendable {
    /// The journal number of the namespace's latest exchange.
    package let latest: Int
    /// The exchanges after the number that was passed as `after`, oldest first.
    package let missed: [ExchangeSummary]
    /// The number of exchanges after `after` that ``missed`` does not contain, because the journal
    /// no longer has them or there were too many.
    package let lost: Int
    /// Called by the subscriber to end the subscription.
    package let stop: @Sendable () -> Void
  }

  /// Subscribes a watcher to a namespace, which may not exist yet.
  ///
  /// - Parameters:
  ///   - name: The name of the namespace.
  ///   - number: The journal number of the last exchange that the watcher has seen; `nil` to skip
  ///     earlier exchanges.
  ///   - most: The maximum number of earlier exchanges to return; if there are more, only the
  ///     latest are returned.
  ///   - watcher: The subscriber to the namespace's events.
  /// - Returns: The earlier exchanges, and a closure that ends the subscription.
  /// - Throws: ``NamespaceError`` if the name is not valid.
  package func watch(
    _ name: String, after number: Int? = nil, atMost most: Int = 0, _ watcher: StageSubscriber
  ) throws(NamespaceError) -> Subscription {
    while true {
      let space = try view(name)
      let (subscription, journal) = space.state.withLock { state in
        (watch.add(watcher, namespace: name), state.journal)
      }
      guard let subscription else {
        watcher.end()
        return Subscription(latest: journal.count, missed: [], lost: 0, stop: {})
      }
      // If another namespace has been created with this name in the meantime, start again and watch
      // that namespace from its first exchange.
      if let known = try existing(name), known !== space {
        watch.remove(subscription)
        continue
      }
      let stop: @Sendable () -> Void = { [watch] in watch.remove(subscription) }
      guard let number else {
        return Subscription(latest: journal.count, missed: [], lost: 0, stop: stop)
      }
      // A number outside the range belongs to an earlier journal or is invalid; it counts as 0.
      let known = (0...journal.count).contains(number) ? number : 0
      let missed = journal.all.filter { $0.number > known }.suffix(most)
      return Subscription(
        latest: journal.count, missed: missed.map { ExchangeSummary($0) },
        lost: journal.count - known - missed.count, stop: stop)
    }
  }

  /// Called with each entry that is added to a journal, before the client gets its response.
  ///
  /// The stage calls it in the order in which the exchanges of a namespace finish, on the thread of
  /// the exchange and while it holds the namespace's lock. It must return quickly and must not call
  /// the stage.
  package typealias JournalObserver = @Sendable (JournalEntry) -> Void

  /// Calls `observer` with each entry that is added to a journal from now on, until the stage is
  /// freed.
  ///
  /// Entries of all namespaces are observed, also of those that do not exist yet. Requests that no
  /// journal contains are not observed, such as those with an invalid namespace.
  package func observe(_ observer: @escaping JournalObserver) { watch.add(observer) }

  package var isWatched: Bool { watch.isWatched }

  package var watcherCount: Int { watch.count }

  /// Ends all subscriptions and accepts no more, because the server stops or the stage is replaced.
  package func endWatching() { watch.end(nil) }
}
