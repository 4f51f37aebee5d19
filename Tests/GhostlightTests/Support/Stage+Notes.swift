import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension Stage {
  /// The time at which the clocks are frozen: 12 June 2013, 12:26:40.123 UTC, in milliseconds since
  /// 1970.
  static let opening: Int64 = 1_371_040_000_123

  /// Returns a stage with two ``NoteBackend`` emulators, `notes` and `other`, and with frozen
  /// clocks.
  static func notes(
    seed: UInt64 = 1, _ change: (inout StageConfiguration) -> Void = { _ in }
  ) -> Stage {
    var configuration = StageConfiguration(services: [
      Service(name: "notes", title: "Notes", port: 1, seed: NoteBackend()),
      Service(name: "other", title: "Other", port: 2, seed: NoteBackend()),
    ])
    configuration.seed = seed
    configuration.clock = .frozen(at: opening)
    change(&configuration)
    return Stage(configuration)
  }

  /// Adds a note and returns the response, which contains the note's id.
  @discardableResult
  func add(_ text: String, in namespace: String? = nil, by emulator: String = "notes") -> Response {
    respond(to: .note(.post, "/note", text, in: namespace), by: emulator)
  }

  /// Returns the contents of all notes, sorted by id.
  func texts(in namespace: String? = nil, by emulator: String = "notes") -> [String] {
    let response = respond(to: .note(.get, "/note", in: namespace), by: emulator)
    guard case .array(let notes)? = response.json else { return ["no list: \(response.status)"] }
    return notes.compactMap(\.string)
  }

  /// Returns the time in milliseconds since 1970 that the backend in a namespace gets.
  func time(in namespace: String? = nil) -> Int64? {
    respond(to: .note(.get, "/time", in: namespace), by: "notes").json?.integer
  }
}

extension Request {
  /// Returns a request to a namespace, with a plain-text body.
  static func note(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ text: String = "",
    in namespace: String? = nil
  ) -> Request {
    var request = Request(method, target, body: Array(text.utf8))
    if let namespace { request.headers[.ghostlightNamespace] = namespace }
    return request
  }
}
