import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension Stage {
  /// 12 June 2013, 12:26:40.123 UTC, in milliseconds since 1970.
  static let opening: Int64 = 1_371_040_000_123

  /// Returns a stage with two emulators of notes, `notes` and `other`, and frozen clocks.
  static func notes(
    seed: UInt64 = 1, _ change: (inout StageConfiguration) -> Void = { _ in }
  ) -> Stage {
    var configuration = StageConfiguration(emulators: [
      Emulator(name: "notes", title: "Notes", port: 1, seed: NoteBackend()),
      Emulator(name: "other", title: "Other", port: 2, seed: NoteBackend()),
    ])
    configuration.seed = seed
    configuration.clock = .frozen(at: opening)
    change(&configuration)
    return Stage(configuration)
  }

  /// Adds a note and returns the response, which has its id.
  @discardableResult
  func add(_ text: String, in namespace: String? = nil, by emulator: String = "notes") -> Response {
    respond(to: .note(.post, "/note", text, in: namespace), by: emulator)
  }

  /// Returns the texts of all notes, sorted by id.
  func texts(in namespace: String? = nil, by emulator: String = "notes") -> [String] {
    let response = respond(to: .note(.get, "/note", in: namespace), by: emulator)
    guard case .array(let notes)? = response.json else { return ["no list: \(response.status)"] }
    return notes.compactMap(\.string)
  }

  /// Returns the time of the namespace's backend.
  func time(in namespace: String? = nil) -> Int64? {
    respond(to: .note(.get, "/time", in: namespace), by: "notes").json?.integer
  }
}

extension Request {
  /// Returns a request with a plain text, in a namespace.
  static func note(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ text: String = "",
    in namespace: String? = nil
  ) -> Request {
    var request = Request(method, target, body: Array(text.utf8))
    if let namespace { request.headers[.ghostlightNamespace] = namespace }
    return request
  }
}
