import CRUD
import GhostlightCore
import GhostlightSync
import ManagedObjects
import SyncFixtures
import TestExecutors

/// Scenarios for CRUD's Sync only.
enum CRUDScenarios {
  static let usual = [MiaProject.news, Given.document(1, "PUBLIC"), Given.document(2, "DRAFT")]

  static let all = [marks, refusal]

  private static let marks = Scenario(
    "CRUD's Sync: the five marks", given: usual,
    expects: [
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
    let phone = try CRUDDevice("a", phones.transport, at: phones.endpoint)
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
    return [try Scenario.contents(phone), .array(documents)]
  }

  private static let refusal = Scenario(
    "CRUD's Sync: a class without a collection", given: usual,
    expects: ["The service returned status 404: not found", "d1 theirs PUBLIC -"]
  ) { phones in
    let phone = try CRUDDevice("a", phones.transport, at: phones.endpoint)
    try phone.insert(["title": "b"], Marks.push, entity: "Book")
    let error = await phone.sync([Book.self, News.self])
    return [.string(error.map { "\($0)" } ?? "-"), try Scenario.contents(phone)[0] ?? .null]
  }
}

extension Given {
  /// Returns the provider state with a document of `News` that is older than all changes by
  /// devices.
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
