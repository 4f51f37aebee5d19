import GhostlightCore
import GhostlightSync
import HTTPTypes
import SyncFixtures

/// A project with the CRUD service, which the tests change as other clients do.
struct CRUDServer: NewsServer {
  static let all = "_st=PUBLIC,DRAFT,TRASH,DELETED"
  private static let marks = [
    "PUBLIC": Marks.publish, "DRAFT": Marks.draft, "TRASH": Marks.trash, "DELETED": Marks.delete,
  ]
  let project: MiaProject

  var moves: [String] { ["PUBLIC", "DRAFT", "TRASH", "DELETED"] }

  func documents() -> [ServerNews] {
    (project.send(.get, "/v2/News/?\(Self.all)&_l=200").array ?? []).map { document in
      let state = document["__STATE__"]?.string ?? ""
      return ServerNews(
        id: document["_id"]?.string ?? "", title: document["title"]?.string ?? "",
        text: document["text"]?.string, isDiscarded: ["TRASH", "DELETED"].contains(state),
        fulfilled: [Marks.push, Self.marks[state] ?? ""])
    }
  }

  func create(_ title: String, _ text: String) {
    create(["title": .string(title), "text": .string(text), "__STATE__": "PUBLIC"])
  }

  func create(titles: [String]) {
    let documents = titles.map { title -> JSON in
      ["title": .string(title), "__STATE__": "PUBLIC"]
    }
    project.send(.post, "/v2/News/bulk", .array(documents))
  }

  func count(of collection: String) -> Int {
    Int(project.send(.get, "/v2/\(collection)/count").integer ?? -1)
  }

  @discardableResult
  func create(_ fields: JSON) -> String {
    project.send(.post, "/v2/News/", fields)["_id"]?.string ?? ""
  }

  func edit(_ id: String, _ text: String) {
    project.send(.patch, "/v2/News/\(id)?\(Self.all)", ["$set": ["text": .string(text)]])
  }

  func move(_ id: String, to state: String) {
    project.send(.post, "/v2/News/\(id)/state", ["stateTo": .string(state)])
  }

  /// Moves a document to a state, through other states if the service does not allow a direct move.
  func walk(_ id: String, to state: String) {
    for step in ["DRAFT", "PUBLIC", "DRAFT", "TRASH", "DELETED"] {
      if self.state(id) == state { return }
      move(id, to: step)
    }
  }

  func state(_ id: String) -> String {
    project.send(.get, "/v2/News/\(id)?\(Self.all)")["__STATE__"]?.string ?? "gone"
  }

  /// Returns the fields of a document without its times and users.
  func document(_ id: String) -> JSON {
    var document = project.send(.get, "/v2/News/\(id)?\(Self.all)").object ?? [:]
    for key in ["_id", "createdAt", "updatedAt", "creatorId", "updaterId"] { document[key] = nil }
    return .object(document)
  }
}
