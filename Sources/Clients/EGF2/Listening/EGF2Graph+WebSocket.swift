public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// The WebSocket over which the server sends changes by all devices.
///
/// - Source: EGF2/ios-client `EGF2Graph+WebSocket.swift` at d382bc1; protocol reference B17.
extension EGF2Graph {
  /// The URL of the WebSocket over which the server sends changes, such as `ws://host/v1/listen`.
  ///
  /// While it is `nil`, the graph does not receive changes by other devices.
  ///
  /// If a user is logged in, the graph connects when the URL is set, after a login, and when
  /// `UIApplicationDidBecomeActive` is posted. It disconnects after a logout and when the app
  /// enters the background. A new connection subscribes again to everything that is observed.
  /// Events change the cache when they arrive. They are then posted as notifications on the
  /// callback queue.
  public var webSocketURL: URL? {
    get { listening.withLock { $0.url } }
    set {
      listening.withLock { $0.move(to: newValue) }?.close()
      connect()
    }
  }

  /// Opens the WebSocket, unless it is open, its URL is `nil`, or no user is logged in.
  func connect() {
    guard let token = state.withLock({ $0.account.token }),
      let (url, attempt) = listening.withLock({ $0.begin() })
    else { return }
    guard let request = Self.listenRequest(url, token) else {
      return ended(attempt, url, "write it as ws://host/v1/listen")
    }
    guard let open = environment.transport.connect else {
      return ended(attempt, url, "the transport of the environment has no WebSockets")
    }
    let receiver = MessageReceiver(
      receive: { [weak self] text in self?.receive(text, attempt) },
      end: { [weak self] in self?.ended(attempt, url, nil) })
    Task {
      do throws(TransportError) {
        opened(try await open(request, receiver), attempt, url)
      } catch {
        ended(attempt, url, error.description)
      }
    }
  }

  /// Closes the WebSocket.
  ///
  /// Observers remain registered.
  func disconnect() { listening.withLock { $0.leave() }?.close() }

  /// Changes the observations, and sends the resulting subscriptions if the WebSocket is open.
  func subscribe(
    _ verb: String, _ change: (inout ListeningState) -> [NotificationKey]
  ) {
    sending.withLock { _ in
      let (keys, connection) = listening.withLock { (change(&$0), $0.connection) }
      guard !keys.isEmpty, let connection else { return }
      let text = ServerChange.message(verb, keys)
      connection.send(text)
      if showLogs { environment.log("EGF2: sent \(text)") }
    }
  }

  private func opened(_ connection: MessageConnection, _ attempt: Int, _ url: URL) {
    guard listening.withLock({ $0.open(connection, of: attempt) }) else {
      return connection.close()
    }
    if showLogs { environment.log("EGF2: the WebSocket \(url.absoluteString) is open") }
    subscribe("subscribe") { $0.keys }
  }

  /// Marks a connection as ended.
  ///
  /// The end of a connection by an error is always logged.
  private func ended(_ attempt: Int, _ url: URL, _ reason: String?) {
    guard listening.withLock({ $0.end(of: attempt) }) else { return }
    if let reason {
      environment.log("EGF2: cannot open the WebSocket \(url.absoluteString): \(reason)")
    } else if showLogs {
      environment.log("EGF2: the WebSocket \(url.absoluteString) has ended")
    }
  }

  private static func listenRequest(_ url: URL, _ token: String) -> Request? {
    let text = url.absoluteString
    guard text.hasPrefix("ws"), let endpoint = Endpoint("http" + text.dropFirst(2)) else {
      return nil
    }
    var request = endpoint.request(.get)
    request.headers[.authorization] = token
    return request
  }
}

/// Handling of changes that the server sends.
extension EGF2Graph {
  /// Returns whether a response reports a change that the WebSocket has not reported yet.
  func isFirst(_ mark: ChangeMark) -> Bool {
    listening.withLock { $0.isFirst(mark, by: .response) }
  }

  private func receive(_ text: String, _ attempt: Int) {
    guard let change = ServerChange(text),
      listening.withLock({ $0.isCurrent(attempt) && $0.isFirst(change.mark, by: .socket) }),
      let event = apply(change)
    else { return }
    environment.callbackQueue.async { event.post(by: self, about: ()) }
  }

  /// Applies a change to the cache and returns the event to post.
  ///
  /// Returns `nil` for an object whose class is not registered.
  private func apply(_ change: ServerChange) -> GraphEvent? {
    switch change {
    case .updated(let id, let object):
      let record: ObjectRecord
      do throws(NSError) { record = try self.record(id, object) } catch {
        environment.log("EGF2: \(error.localizedFailureReason ?? id)")
        return nil
      }
      state.withLock { state in
        let types = state.types
        if !state.cache.hasNewer(id, than: object) { state.cache.absorb(object, [], types) }
      }
      return objectUpdated(record, as: .record(record))
    case .deleted(let id):
      let record = cachedRecord(id)
      state.withLock { $0.cache.objects[id] = nil }
      return objectDeleted(id, record)
    case .linked(let key, let id):
      state.withLock { $0.cache.edges[key]?.insert(id) }
      return edgeChanged(.EGF2EdgeCreated, key, to: id, detail(of: id))
    case .unlinked(let key, let id):
      state.withLock { $0.cache.edges[key]?.remove(id) }
      return edgeChanged(.EGF2EdgeRemoved, key, to: id, detail(of: id))
    }
  }
}
