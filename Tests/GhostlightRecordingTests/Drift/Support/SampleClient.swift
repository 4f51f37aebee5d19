import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// A client that logs in, and then creates, links, lists, reads and deletes todos.
struct SampleClient: Sendable {
  let responder: Responder

  /// Sends all requests, using the token and ids that the responses contain.
  func run() async {
    let login = await responder.respond(
      .form(.post, "/login", [FormField("username", "bill"), FormField("password", "1234")]))
    let token = login.json?["access_token"]?.string ?? "none"
    let first = await create(["title": "Water the plants"], token)
    let second = await create(["title": "Feed the cat", "after": .string(first)], token)
    await send(.get, "/todo?near=\(PercentEncoding.encode(first))", token)
    await send(.get, "/todo/\(second)", token)
    await send(.delete, "/todo/\(first)", token)
    await send(.get, "/todo/\(first)", token)
  }

  private func create(_ todo: JSON, _ token: String) async -> String {
    let response = await responder.respond(
      .json(.post, "/todo", todo, headers: [.authorization: "Bearer \(token)"]))
    return response.json?["todo_id"]?.string ?? "none"
  }

  private func send(_ method: HTTPRequest.Method, _ target: String, _ token: String) async {
    _ = await responder.respond(
      Request(method, RequestTarget(target), headers: [.authorization: "Bearer \(token)"]))
  }

  /// Returns a recording of this client's requests to a backend and the backend's responses.
  static func recording(of backend: SampleBackend) async -> Recording {
    let recorder = Recorder { 0 }
    await SampleClient(responder: backend.responder.recorded(into: recorder)).run()
    return recorder.recording
  }
}
