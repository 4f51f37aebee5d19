import NIOCore
import Synchronization

/// The open connections of a server, which are counted against a limit and closed when it stops.
final class ConnectionRegistry: Sendable {
  private struct Entry {
    let channel: any Channel
    let handler: NIOLoopBound<ConnectionHandler>
    let isServed: Bool
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var served = 0
    var isClosing = false
    var cutOff = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let limit: Int
  private let reserve: Int

  /// Creates a register for up to `limit` connections, plus `reserve` for the control API.
  init(limit: Int, reserve: Int = 0) {
    self.limit = limit
    self.reserve = reserve
  }

  /// Adds a connection until it closes, and decides how it is treated.
  ///
  /// Must be called on the connection's event loop.
  func admit(
    _ channel: any Channel, _ handler: ConnectionHandler, isControl: Bool = false
  ) -> Admission {
    let key = ObjectIdentifier(channel)
    let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    let limit = limit + (isControl ? reserve : 0)
    let admission = state.withLock { state -> Admission in
      // Rejected connections also use a file descriptor until their client closes them.
      guard !state.isClosing, state.entries.count < limit + 256 else { return .closing }
      let isServed = state.served < limit
      state.served += isServed ? 1 : 0
      state.entries[key] = Entry(channel: channel, handler: bound, isServed: isServed)
      return isServed ? .welcome : .full
    }
    if admission != .closing {
      channel.closeFuture.whenComplete { _ in self.leave(key) }
    }
    return admission
  }

  /// Stops admitting connections, and asks all connections to finish their requests.
  ///
  /// Returns `false` if this was done before. Every connection announces the end in its responses
  /// before the first connection is closed.
  func beginClosing() async -> Bool {
    let entries = state.withLock { state -> [Entry]? in
      if state.isClosing { return nil }
      state.isClosing = true
      return Array(state.entries.values)
    }
    guard let entries else { return false }
    let announcements = entries.map { entry in
      entry.channel.eventLoop.submit { entry.handler.value.announceDrain() }
    }
    for announcement in announcements { try? await announcement.get() }
    for entry in entries {
      entry.channel.eventLoop.execute { entry.handler.value.drain() }
    }
    return true
  }

  /// Closes and counts all remaining connections.
  func cutOff() {
    let entries = state.withLock { state in
      state.cutOff += state.entries.count
      return Array(state.entries.values)
    }
    for entry in entries { entry.channel.close(promise: nil) }
  }

  /// The number of connections that were closed forcibly.
  var cutOffCount: Int { state.withLock { $0.cutOff } }

  /// Waits until no connection is open.
  func whenEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.entries.isEmpty { state.waiters.append(continuation) }
        return state.entries.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  private func leave(_ key: ObjectIdentifier) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard let entry = state.entries.removeValue(forKey: key) else { return [] }
      state.served -= entry.isServed ? 1 : 0
      guard state.entries.isEmpty else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// The decision on a new connection.
enum Admission {
  /// The connection is served.
  case welcome
  /// The connection gets a 503, because the server is full.
  case full
  /// The connection is closed without a response.
  case closing
}
