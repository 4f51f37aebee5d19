import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A minimal backend for tests, which stores notes under generated ids and adds mails to its
/// outbox.
struct NoteBackend: Backend {
  static let snapshotVersion = 1

  var catalogue: BackendCatalogue { BackendCatalogue() }
  private(set) var notes = KeyedStore<String>()
  private(set) var outbox = Outbox()

  /// Processes a request: `POST` stores its body and returns the new id, `GET` returns one or all
  /// notes, and `PUT` adds a mail to the outbox.
  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    var moment = moment
    let path = request.target.path ?? ""
    let text = String(decoding: request.body, as: UTF8.self)
    switch (request.method, path) {
    case (.post, "/note"):
      let id = moment.draw(.uuid, named: "note")
      notes[id] = text
      return Answer(.json(.created, ["id": .string(id)]), route: "Add", effect: .changed)
    case (.get, "/note"):
      let all = notes.keys.sorted().map { JSON.string(notes[$0] ?? "") }
      return Answer(.json(.ok, .array(all)), route: "List", effect: .read)
    case (.get, "/time"):
      return Answer(.json(.ok, .integer(moment.milliseconds)), route: "Time", effect: .read)
    case (.put, "/mail"):
      outbox.post(.mail, to: [text], ["text": .string(text)], at: moment)
      return Answer(Response(.noContent), route: "Mail", effect: .changed)
    case (.delete, "/note"):
      return Answer(Response(.conflict), route: "Clear", effect: .refused)
    default:
      return Answer(Response(.notFound), effect: .unmatched, nearMisses: ["GET /note (List)"])
    }
  }

  /// Sets up the provider state `note exists`, whose parameter `text` is the note's content.
  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    guard state == "note exists" else { throw ProviderStateError("no \(state)") }
    var moment = moment
    let id = moment.draw(.uuid, named: "note")
    notes[id] = parameters["text"]?.string ?? ""
    return ["id": .string(id)]
  }

  /// The notes by id; the outbox is not included.
  var snapshot: JSON {
    .object(notes.keys.sorted().reduce(into: JSONObject()) { $0[$1] = .string(notes[$1] ?? "") })
  }

  mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    var restored = KeyedStore<String>()
    for member in try SnapshotReader(snapshot).members() {
      restored[member.key] = try member.reader.string()
    }
    notes = restored
  }

  func route(of request: Request) -> String? {
    var copy = self
    return copy.answer(request, at: .numbered()).route
  }
}
