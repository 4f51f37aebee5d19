import Foundation
import GhostlightClient

/// The state of a graph's WebSocket: its connection, and the observers of objects and edges.
struct ListeningState: Sendable {
  private enum Phase: Sendable {
    case closed
    case opening
    case open(MessageConnection)
  }

  private(set) var url: URL?
  private var phase = Phase.closed
  /// The number of connection attempts and disconnections so far.
  ///
  /// It identifies the current connection, so that late events of an earlier one can be ignored.
  private var attempt = 0
  private var observations: [NotificationKey: [Observation]] = [:]
  private var reported = ReportedChanges()

  /// The connection if it is open; otherwise `nil`.
  var connection: MessageConnection? {
    guard case .open(let connection) = phase else { return nil }
    return connection
  }

  /// Sets the URL and removes the connection to the previous URL.
  ///
  /// Returns that connection, which the caller must close.
  mutating func move(to url: URL?) -> MessageConnection? {
    guard url != self.url else { return nil }
    self.url = url
    return leave()
  }

  /// Starts a connection attempt.
  ///
  /// Returns `nil` if there is no URL, or if a connection is opening or open.
  mutating func begin() -> (url: URL, attempt: Int)? {
    guard case .closed = phase, let url else { return nil }
    phase = .opening
    attempt += 1
    reported = ReportedChanges()
    return (url, attempt)
  }

  /// Stores a connection that has opened.
  ///
  /// Returns `false` if the connection is not the current one any longer.
  mutating func open(_ connection: MessageConnection, of number: Int) -> Bool {
    guard case .opening = phase, number == attempt else { return false }
    phase = .open(connection)
    return true
  }

  /// Removes a connection that has ended.
  ///
  /// Returns `false` if the connection was already removed.
  mutating func end(of number: Int) -> Bool {
    guard number == attempt, isBusy else { return false }
    phase = .closed
    return true
  }

  /// Removes and returns the connection.
  ///
  /// The caller must close it.
  mutating func leave() -> MessageConnection? {
    defer {
      phase = .closed
      attempt += 1
    }
    return connection
  }

  /// Returns whether `number` is the number of the current connection; events of other connections
  /// are ignored.
  func isCurrent(_ number: Int) -> Bool { number == attempt && isBusy }

  private var isBusy: Bool {
    if case .closed = phase { false } else { true }
  }
}

/// The observers, and the changes that are reported to them.
extension ListeningState {
  /// The objects and edges that have observers.
  var keys: [NotificationKey] { Array(observations.keys) }

  /// Adds `observation` to each of `keys`, and returns the keys that had no observer before.
  mutating func add(_ observation: Observation, to keys: [NotificationKey]) -> [NotificationKey] {
    var fresh: [NotificationKey] = []
    for key in keys {
      if observations[key] == nil { fresh.append(key) }
      observations[key, default: []].append(observation)
    }
    return fresh
  }

  /// Removes an observer's observations: those for one key and name, or all of them.
  ///
  /// Returns the keys that no longer have an observer.
  mutating func remove(
    _ observer: ObjectIdentifier, from place: (key: NotificationKey, name: Notification.Name)? = nil
  ) -> [NotificationKey] {
    var abandoned: [NotificationKey] = []
    for key in place.map({ [$0.key] }) ?? keys {
      guard var rest = observations[key] else { continue }
      rest.removeAll { $0.observer == observer && (place == nil || $0.name == place?.name) }
      observations[key] = rest.isEmpty ? nil : rest
      if rest.isEmpty { abandoned.append(key) }
    }
    return abandoned
  }

  /// Returns the blocks of the observers of `key` for notifications named `name`.
  func blocks(for name: Notification.Name, of key: NotificationKey) -> [Observation.Block] {
    observations[key, default: []].filter { $0.name == name }.compactMap(\.block)
  }

  /// Returns whether a change is reported for the first time, by a response or over the WebSocket.
  ///
  /// If the key has no open subscription, only responses report its changes.
  mutating func isFirst(_ mark: ChangeMark, by origin: ReportedChanges.Origin) -> Bool {
    guard connection != nil, observations[mark.key] != nil else { return true }
    return reported.isFirst(mark, by: origin)
  }
}

struct Observation: Sendable {
  typealias Block = @Sendable (Notification) -> Void

  let observer: ObjectIdentifier
  let name: Notification.Name
  /// The block to call; `nil` for an observer with a selector.
  let block: Block?
}

/// The changes by this graph that have been reported once so far.
///
/// Each change is reported twice: by the response to its call and over the WebSocket, in either
/// order.
struct ReportedChanges: Sendable {
  enum Origin: Sendable { case response, socket }

  /// The maximum number of changes that wait for their second report.
  ///
  /// Changes by other devices get no second report; they are dropped when the limit is reached.
  private static let limit = 64

  private var waiting: [(mark: ChangeMark, origin: Origin)] = []

  /// Returns `false` if the other origin has already reported the change; otherwise records the
  /// report of `origin`.
  mutating func isFirst(_ mark: ChangeMark, by origin: Origin) -> Bool {
    if let index = waiting.firstIndex(where: { $0.mark == mark && $0.origin != origin }) {
      waiting.remove(at: index)
      return false
    }
    waiting.append((mark, origin))
    if waiting.count > Self.limit { waiting.removeFirst() }
    return true
  }
}
