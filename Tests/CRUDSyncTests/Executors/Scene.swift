import CRUD
import GhostlightClient
import GhostlightCore
import GhostlightSync
import ManagedObjects
import SyncFixtures
import TestExecutors

/// Devices for a service that may be anywhere.
struct Phones: Sendable {
  let transport: Transport
  let endpoint: String

  func phone(_ name: String) throws -> CRUDDevice {
    try CRUDDevice(name, transport, at: endpoint)
  }
}

/// What an app does with Sync, and all that it is told; the same wherever the service is.
struct Scene: Scripted {
  let script: Script<Given, Phones, JSON>

  static let usual = [MiaProject.news, Given.document(1, "PUBLIC"), Given.document(2, "DRAFT")]

  static let all = [pulling, marks, conflict, refusal]
}

extension Given {
  /// A document of `News`, older than all that devices do.
  static func document(_ last: Int, _ state: String) -> Given {
    let time = JSON.string(ISODate.format(milliseconds: MiaProject.opening - 10_000 + Int64(last)))
    return Given(
      "document exists",
      [
        "collection": "News",
        "document": [
          "_id": .string("5e8ae13bb74dbf0011444ed\(last)"), "title": .string("d\(last)"),
          "text": "theirs", "__STATE__": .string(state), "createdAt": time, "updatedAt": time,
        ],
      ])
  }
}

extension Scene {
  /// What a device has, as text.
  private static func told(_ phone: CRUDDevice) throws -> JSON {
    .array(
      try phone.news().map { news in
        .string(
          [news.title, news.text ?? "-", news.state ?? "-", news.mark ?? "-"]
            .joined(separator: " "))
      })
  }

  private static let pulling = Scene(
    "Sync: what one device pushes, another pulls",
    tells: [
      ["d1 theirs PUBLIC -", "d2 theirs DRAFT -"],
      ["d1 changed PUBLIC -", "d2 theirs DRAFT -", "new - PUBLIC -"],
      ["d1 changed PUBLIC -", "d2 theirs DRAFT -", "new - PUBLIC -"],
      ["d1 changed PUBLIC -", "new - PUBLIC -"],
    ]
  ) { phones in
    let (one, other) = (try phones.phone("a"), try phones.phone("b"))
    await other.sync()
    let first = try told(other)
    await one.sync()
    try one.change("d1", ["text": "changed"], Marks.push)
    try one.insert(["title": "new"], Marks.publish)
    await one.sync()
    await other.sync()
    let third = try phones.phone("c")
    third.sync.keepsDrafts = false
    await third.sync()
    return [first, try told(one), try told(other), try told(third)]
  }

  private static let marks = Scene(
    "Sync: the five marks",
    tells: [
      ["b - DRAFT -", "c - PUBLIC -", "d1 theirs DRAFT -"],
      [
        ["_id": true, "title": "b", "__STATE__": "DRAFT"],
        ["_id": true, "title": "c", "__STATE__": "PUBLIC"],
        ["_id": true, "title": "d1", "__STATE__": "DRAFT"],
        ["_id": true, "title": "d2", "__STATE__": "DELETED"],
        ["_id": true, "title": "d3", "__STATE__": "TRASH"],
      ],
    ]
  ) { phones in
    let phone = try phones.phone("a")
    try phone.insert(["title": "d3"], Marks.publish)
    await phone.sync()
    try phone.insert(["title": "a"], Marks.trash)
    try phone.insert(["title": "b"], Marks.draft)
    try phone.insert(["title": "c"], Marks.push)
    try phone.change("d1", [:], Marks.draft)
    try phone.change("d2", [:], Marks.delete)
    try phone.change("d3", [:], Marks.trash)
    await phone.sync()
    let data = try phone.crud.get(collection: "News").states(State.allCases)
      .limitProperties(["title", "__STATE__"]).sortBy(property: "title").sync()
    let documents = (try JSON.parse(Array(data)).array ?? []).map { document -> JSON in
      var object = document.object ?? [:]
      object["_id"] = .bool(object["_id"]?.string != nil)
      return .object(object)
    }
    return [try told(phone), .array(documents)]
  }

  private static let conflict = Scene(
    "Sync: the service wins",
    tells: [["d1 one PUBLIC -", "d2 theirs DRAFT -"], ["d1 one PUBLIC -", "d2 theirs DRAFT -"]]
  ) { phones in
    let (one, other) = (try phones.phone("a"), try phones.phone("b"))
    await one.sync()
    await other.sync()
    try one.change("d1", ["text": "one"], Marks.push)
    try other.change("d1", ["text": "other"], Marks.push)
    await one.sync()
    await other.sync()
    return [try told(one), try told(other)]
  }

  private static let refusal = Scene(
    "Sync: a class without a collection",
    tells: ["The service answered 404: not found", "d1 theirs PUBLIC -"]
  ) { phones in
    let phone = try phones.phone("a")
    try phone.insert(["title": "b"], Marks.push, entity: "Book")
    let error = await phone.sync([Book.self, News.self])
    return [.string(error.map { "\($0)" } ?? "-"), try told(phone)[0] ?? .null]
  }
}
