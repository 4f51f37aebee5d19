import GhostlightCore
public import GhostlightEmulation
import Synchronization

/// One exchange in few words, for lists and for those who watch.
public struct ExchangeSummary: Sendable, Hashable {
  /// The number in the journal.
  public let number: Int
  /// The namespace's time, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The emulator that answered.
  public let emulator: String
  /// The method.
  public let method: String
  /// The path with the query, as it was sent.
  public let path: String
  /// The status code.
  public let status: Int
  /// The title of the route.
  public let route: String?
  /// What happened to the state.
  public let effect: Answer.Effect
  /// How long the emulator worked, in real nanoseconds.
  public let nanoseconds: Int64
  /// The number of the fault plan that struck.
  public let fault: Int?
  /// Why it was refused, where the emulator says so.
  public let reason: String?

  /// The summary of an entry.
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

/// Something that happened in a namespace, for whoever watches it.
public enum StageEvent: Sendable, Hashable {
  /// What is another than before, beside what exchanges change.
  public enum Subject: String, Sendable {
    /// The clock was moved, set, stopped or started.
    case clock
    /// A fault plan was added or taken away.
    case faults
    /// A namespace came or went, of whatever name.
    case namespaces
    /// Something would have been sent.
    case outbox
    /// A provider state was set up, or a row edited.
    case data
    /// The namespace, or an emulator in it, is as it was seeded.
    case reset
    /// A snapshot took the state's place.
    case snapshot
  }

  /// An exchange was noted in the journal.
  case exchange(ExchangeSummary)
  /// Something is another, of one emulator or of all.
  case change(Subject, emulator: String?)
}

/// Somebody who watches a namespace.
///
/// Its closures are called with locks held: they hand on what they are told, and ask nothing of the
/// stage.
public struct StageWatcher: Sendable {
  /// Takes an event.
  public let receive: @Sendable (StageEvent) -> Void
  /// Learns that there will be no more: the namespace was dropped, or the server stops.
  public let end: @Sendable () -> Void

  /// Makes a watcher.
  public init(
    receive: @escaping @Sendable (StageEvent) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}

/// Those who watch the namespaces of a stage, by name, so that they outlive them.
final class StageWatch: Sendable {
  private struct State {
    var watchers: [Int: (namespace: String, watcher: StageWatcher)] = [:]
    var count = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let watched = Atomic(false)

  init() {}

  /// Whether anybody watches: all that an exchange costs a stage that nobody watches.
  var isWatched: Bool { watched.load(ordering: .relaxed) }

  /// How many watch.
  var count: Int { state.withLock { $0.watchers.count } }

  /// Lets somebody watch a namespace; answers the number of the subscription, or `nil` where it is
  /// over.
  func add(_ watcher: StageWatcher, namespace: String) -> Int? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      state.count += 1
      state.watchers[state.count] = (namespace, watcher)
      watched.store(true, ordering: .relaxed)
      return state.count
    }
  }

  /// Ends a subscription.
  func remove(_ number: Int) {
    state.withLock { state in
      state.watchers[number] = nil
      if state.watchers.isEmpty { watched.store(false, ordering: .relaxed) }
    }
  }

  /// Tells those who watch a namespace, or all namespaces where none is named.
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

  /// Ends the subscriptions to a namespace, or to all and for good.
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
  /// What a watcher starts with.
  package struct Watching: Sendable {
    /// The number of the latest exchange so far.
    package let latest: Int
    /// The exchanges since the one that was asked for, oldest first.
    package let missed: [ExchangeSummary]
    /// How many of them the journal has no longer, or are left out since there are too many.
    package let lost: Int
    /// Ends it.
    package let stop: @Sendable () -> Void
  }

  /// Lets somebody watch a namespace from now on, also one that nobody has used yet.
  ///
  /// `number` is the last exchange that the watcher knows, `nil` where it knows none and wants none; of
  /// those after it, it is told the newest `most`.
  ///
  /// - Returns: Where the watcher begins.
  /// - Throws: ``NamespaceError`` where the name is none.
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
      // Whoever came up meanwhile under the name is watched from its first exchange.
      if let known = try existing(name), known !== space {
        watch.remove(subscription)
        continue
      }
      let stop: @Sendable () -> Void = { [watch] in watch.remove(subscription) }
      guard let number else {
        return Watching(latest: journal.count, missed: [], lost: 0, stop: stop)
      }
      // Any other number is one of an earlier journal, or none.
      let known = (0...journal.count).contains(number) ? number : 0
      let missed = journal.all.filter { $0.number > known }.suffix(most)
      return Watching(
        latest: journal.count, missed: missed.map { ExchangeSummary($0) },
        lost: journal.count - known - missed.count, stop: stop)
    }
  }

  /// Whether anybody watches.
  package var isWatched: Bool { watch.isWatched }

  /// How many watch.
  package var watcherCount: Int { watch.count }

  /// Ends all that is watched, for good: a server stops, or another stage takes the place.
  package func endWatching() { watch.end(nil) }
}
