import GhostlightCore
import HTTPTypes
import Synchronization

/// A backend that issues its own tokens, ids and dates, and requires its tokens in later requests.
final class SampleBackend: Sendable {
  private struct State: Sendable {
    var issued = 0
    var milliseconds: Int64
    var tokens: Set<String> = []
    var todos: [String: JSONObject] = [:]
  }

  private let name: String
  private let state: Mutex<State>
  /// Modifies each object before the backend returns it, to simulate drift.
  private let change: @Sendable (inout JSONObject) -> Void

  init(
    _ name: String, milliseconds: Int64 = 0,
    change: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
  ) {
    self.name = name
    self.change = change
    state = Mutex(State(milliseconds: milliseconds))
  }

  var responder: Responder {
    Responder(name: name, immediate: { self.answer($0) })
  }

  private func answer(_ request: Request) -> Response {
    state.withLock { state in
      state.milliseconds += 1000
      let path = request.target.rawPath.split(separator: "/").map(String.init)
      if path == ["login"] { return login(&state) }
      let token = request.headers[.authorization].map { String($0.dropFirst("Bearer ".count)) }
      guard let token, state.tokens.contains(token) else {
        return .json(.unauthorized, ["error": "log in"])
      }
      switch (request.method, path.count) {
      case (.post, 1): return create(request, &state)
      case (.get, 1):
        return .json(.ok, .array(state.todos.keys.sorted().map { .object(state.todos[$0] ?? [:]) }))
      case (.get, 2):
        guard let todo = state.todos[path[1]] else { return .json(.notFound, ["error": "gone"]) }
        return .json(.ok, .object(todo))
      case (.delete, 2):
        guard state.todos.removeValue(forKey: path[1]) != nil else {
          return .json(.notFound, ["error": "gone"])
        }
        return Response(.noContent)
      default:
        return Response(.badRequest)
      }
    }
  }

  private func login(_ state: inout State) -> Response {
    let token = issue("token/==", &state)
    state.tokens.insert(token)
    return .json(.ok, ["access_token": .string(token), "expires_in": 3600])
  }

  private func create(_ request: Request, _ state: inout State) -> Response {
    guard let sent = Response(.ok, body: request.body).json?.object else {
      return Response(.badRequest)
    }
    var todo = sent
    let id = issue("todo", &state)
    todo["todo_id"] = .string(id)
    todo["createddate"] = .integer(state.milliseconds)
    change(&todo)
    state.todos[id] = todo
    return .json(
      .created, .object(todo), headers: [.location: "http://localhost/todo/\(id)?full=1"])
  }

  private func issue(_ kind: String, _ state: inout State) -> String {
    state.issued += 1
    return "\(name)\(state.issued)-\(kind)"
  }
}
