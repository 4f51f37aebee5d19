import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport

@testable import EGF2Emulator

/// A backend under test, with a clock that only advances when told.
struct GraphFixture: EmulatorFixture, Sendable {
  var backend: EGF2Backend
  /// The time of all exchanges, 2017-01-20T09:15:00.123Z, in milliseconds since 1970.
  var milliseconds: Int64 = 1_484_903_700_123
  private var exchanges: UInt64 = 0
  /// The tokens of Mark, who has written the posts, and of Anna, who has commented on one of them.
  private(set) var mark = ""
  private(set) var anna = ""
  private(set) var markID = ""
  private(set) var annaID = ""

  static let now = "2017-01-20T09:15:00.123Z"
  static let post = "11111111-0000-4000-8000-000000000001-12"
  static let secondPost = "11111111-0000-4000-8000-000000000002-12"
  static let comment = "22222222-0000-4000-8000-000000000001-13"
  static let file = "33333333-0000-4000-8000-000000000001-06"
  /// The id of a post that does not exist.
  static let nothing = "99999999-0000-4000-8000-000000000009-12"

  /// Creates a backend whose graph does not contain objects.
  init(empty configuration: EGF2Configuration) {
    backend = EGF2Backend(configuration)
  }

  /// Creates a backend with two users, Mark and Anna, and two posts of Mark.
  ///
  /// The first post has a picture, and a comment by Anna.
  init(_ configuration: EGF2Configuration = GraphTypes.configuration) {
    self.init(empty: configuration)
    for (name, last) in [("mark", "Field"), ("anna", "Hill")] {
      let email = JSON.string("\(name)@example.com")
      setUp(
        "user exists",
        ["email": email, "first_name": .string(name), "last_name": .string(last)])
      let session = setUp("logged in", ["email": email])
      let (token, id) = (session["token"]?.string ?? "", session["userId"]?.string ?? "")
      if name == "mark" { (mark, markID) = (token, id) } else { (anna, annaID) = (token, id) }
    }
    let (mark, anna) = (JSON.string(markID), JSON.string(annaID))
    object([
      "object_type": "file", "id": .string(Self.file), "user": mark, "mime_type": "image/jpeg",
      "url": "http://localhost/bucket/k", "hosted": true,
    ])
    object([
      "object_type": "post", "id": .string(Self.post), "creator": mark,
      "image": .string(Self.file), "text": "hello",
    ])
    object([
      "object_type": "post", "id": .string(Self.secondPost), "creator": mark, "text": "again",
    ])
    object([
      "object_type": "comment", "id": .string(Self.comment), "creator": anna,
      "post": .string(Self.post), "text": "nice",
    ])
    link(markID, "posts", Self.post)
    link(markID, "posts", Self.secondPost)
    link(Self.post, "comments", Self.comment)
  }

  /// The backend from which table rows start, so that each row's exchange draws the same ids.
  static let world = GraphFixture()

  @discardableResult
  mutating func object(_ object: JSONObject) -> String {
    setUp("object exists", ["object": .object(object)])["id"]?.string ?? ""
  }

  mutating func link(_ source: String, _ edge: String, _ destination: String) {
    setUp(
      "edge exists",
      [
        "source": .string(source), "edge": .string(edge), "destination": .string(destination),
      ])
  }

  /// Sets up a provider state, and returns its values; an error is returned as the member
  /// `problem`.
  @discardableResult
  mutating func setUp(_ state: String, _ parameters: JSONObject) -> JSONObject {
    do throws(ProviderStateError) {
      return try backend.setUp(state, parameters: parameters, at: nextMoment())
    } catch { return ["problem": .string(error.description)] }
  }

  mutating func answer(_ request: Request, within budget: WorkBudget = .unlimited) -> Answer {
    backend.answer(request, at: nextMoment(), within: budget)
  }

  @discardableResult
  mutating func send(_ request: Request) -> Response { answer(request).response }

  /// Sends a request, with the given token or without one.
  @discardableResult
  mutating func send(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil, as token: String? = nil
  ) -> Response {
    send(Self.request(method, target, body, as: token))
  }

  /// Returns the response body of a `GET` request by Mark.
  mutating func get(_ target: String) -> JSON { send(.get, target, as: mark).json ?? .null }

  static func request(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil, as token: String? = nil
  ) -> Request {
    var request = Request(method, RequestTarget(target), authority: "127.0.0.1:4403")
    if let body { request.body = body.bytes }
    if let token { request.headers[.authorization] = "Bearer \(token)" }
    return request
  }

  mutating func wait(seconds: Int64) { milliseconds += seconds * 1000 }

  /// The complete state of the backend, serialized.
  var fingerprint: String { backend.snapshot.text() }

  private mutating func nextMoment() -> Moment {
    exchanges += 1
    return Moment(milliseconds: milliseconds, seed: exchanges)
  }
}

extension Response {
  /// The status, error code and message of a refusal in one line; only the status of another
  /// response.
  var refusal: String {
    guard let code = json?["code"]?.string else { return String(status.code) }
    return "\(status.code) \(code): \(json?["message"]?.string ?? "")"
  }
}
