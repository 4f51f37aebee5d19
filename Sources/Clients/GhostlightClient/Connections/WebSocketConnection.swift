import Foundation
import GhostlightCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A WebSocket connection that uses the URL loading system.
///
/// On Linux, it needs a libcurl with WebSocket support, which Debian 12 does not have. Without such
/// a libcurl, opening the connection fails with the system's error message.
struct WebSocketConnection: Sendable {
  private let task: URLSessionWebSocketTask

  /// The time between two pings, which keep an idle connection open.
  ///
  /// - Source: EGF2/ios-client `EGF2Graph+WebSocket.swift` at d382bc1: a ping every 20 seconds.
  private static let pause = Duration.seconds(20)

  /// Opens a WebSocket, sends a ping and waits for the response to it.
  ///
  /// - Throws: The error of the URL loading system, or ``TransportError/other(_:)`` if the server
  ///   refuses the connection.
  static func open(
    _ request: Request, _ receiver: MessageReceiver, by session: URLSession
  ) async throws(TransportError) -> MessageConnection {
    var request = request
    request.scheme = request.scheme == "https" ? "wss" : "ws"
    let socket = WebSocketConnection(
      task: session.webSocketTask(with: try URLRequest(sending: request)))
    socket.task.resume()
    do { try await socket.ping() } catch { throw TransportError(error) }
    let pings = Task { await socket.keepAlive() }
    Task {
      await socket.read(receiver)
      pings.cancel()
      receiver.end()
    }
    return MessageConnection(
      send: { text in socket.task.send(.string(text)) { _ in } },
      close: { socket.task.cancel(with: .normalClosure, reason: nil) })
  }

  private func read(_ receiver: MessageReceiver) async {
    while let message = try? await task.receive() {
      if case .string(let text) = message { receiver.receive(text) }
    }
  }

  private func keepAlive() async {
    while (try? await Task.sleep(for: Self.pause)) != nil, (try? await ping()) != nil {}
  }

  private func ping() async throws {
    try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
      task.sendPing { error in
        if let error { answer.resume(throwing: error) } else { answer.resume() }
      }
    }
  }
}
