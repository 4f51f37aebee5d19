import GhostlightCore
import GhostlightSync
import HTTPTypes
import SyncFixtures

/// A project of BaaS 3 or earlier, which the tests change as other clients do.
struct BaaSServer: NewsServer {
  let project: MiaProject

  /// The values of `sync` and `trash` that the protocol reference lists.
  var moves: [String] { ["0/0", "2/0", "2/1", "2/2"] }

  func documents() -> [ServerNews] {
    (project.send(.get, "/News/").array ?? []).map { item in
      let isDiscarded = item["trash"]?.integer != 0
      return ServerNews(
        id: item["id"]?.string ?? "", title: item["title"]?.string ?? "",
        text: item["text"]?.string, isDiscarded: isDiscarded,
        fulfilled: isDiscarded
          ? [Marks.trash] : item["sync"]?.integer == 0 ? [Marks.push] : [])
    }
  }

  func create(_ title: String, _ text: String) {
    create(["title": .string(title), "text": .string(text)])
  }

  func create(titles: [String]) {
    project.send(.post, "/News/bulk", .array(titles.map { ["title": .string($0)] }))
  }

  func count(of collection: String) -> Int {
    Int(project.send(.get, "/\(collection)/count")["count"]?.integer ?? -1)
  }

  @discardableResult
  func create(_ fields: JSON) -> String {
    project.send(.post, "/News/", fields)["id"]?.string ?? ""
  }

  func edit(_ id: String, _ text: String) {
    project.send(.post, "/News/", ["id": .string(id), "text": .string(text)])
  }

  func move(_ id: String, to state: String) {
    let numbers = state.split(separator: "/").compactMap { Int64($0) }
    guard numbers.count == 2 else { return }
    project.send(
      .post, "/News/",
      ["id": .string(id), "sync": .integer(numbers[0]), "trash": .integer(numbers[1])])
  }

  /// Returns the fields of an item without its ID, times and users.
  func document(_ id: String) -> JSON {
    guard var item = project.send(.get, "/News/\(id)").object, item["id"] != nil else {
      return "gone"
    }
    for key in ["id", "createdAt", "updatedAt", "creatorId", "updaterId"] { item[key] = nil }
    return .object(item)
  }
}
