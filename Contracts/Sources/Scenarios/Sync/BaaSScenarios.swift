import GhostlightCore
import GhostlightSync
import ManagedObjects
import SyncFixtures
import TestExecutors
import mkApp

/// Scenarios for MIASync only.
enum BaaSScenarios {
  static let usual = [Given.item(1, sync: 0), Given.item(2, sync: 2)]

  static let all = [marks, refusal]

  private static let marks = Scenario(
    "MIASync: the three marks", given: usual,
    expects: [
      ["c - 0/0 -"],
      [["title": "c", "sync": 0, "trash": 0], ["title": "d1", "sync": 2, "trash": 1]],
    ]
  ) { phones in
    let phone = try BaaSDevice("a", phones.transport, at: phones.endpoint)
    await phone.sync()
    try phone.insert(["title": "b"], Marks.trash)
    try phone.insert(["title": "c"], Marks.push)
    try phone.change("d1", [:], Marks.trash)
    try phone.change("d2", [:], Marks.delete)
    await phone.sync()
    let instance = phone.instance
    let items = try await MKAppInstance.$current.withValue(instance) {
      let query = MIAQuery(collectionName: "News")
      query.addSortKey("title", ascending: true)
      return try await query.findObjects()
    }
    let documents = items.map { item -> JSON in
      [
        "title": .string(item.object(forKey: "title") as? String ?? "-"),
        "sync": .integer(Int64(item.object(forKey: "sync") as? Int ?? -1)),
        "trash": .integer(Int64(item.object(forKey: "trash") as? Int ?? -1)),
      ]
    }
    return [try Scenario.contents(phone), .array(documents)]
  }

  private static let refusal = Scenario(
    "MIASync: a collection for users alone",
    given: usual + [
      Given(
        "access rules exist",
        [
          "collection": "Book", "access": ["read": ["groups": ["users"]]],
        ])
    ],
    expects: [401, "d1 theirs 0/0 -"]
  ) { phones in
    let phone = try BaaSDevice("a", phones.transport, at: phones.endpoint)
    try phone.insert(["title": "b"], Marks.push, entity: "Book")
    let error = await phone.sync([Book.self, News.self])
    let status = (error as? MKError)?.statusCode.map { JSON.integer(Int64($0)) }
    return [status ?? .null, try Scenario.contents(phone)[0] ?? .null]
  }
}

extension Given {
  /// Returns the provider state with an item of `News` that is older than all changes by devices.
  static func item(_ last: Int64, sync: Int64) -> Given {
    let time = JSON.integer(MiaProject.opening - 10_000 + last)
    return Given(
      "item exists",
      [
        "collection": "News",
        "item": [
          "id": .string("86c32c9f-194e-46a1-b483-a07c118ff2f\(last)"), "title": .string("d\(last)"),
          "text": "theirs", "sync": .integer(sync), "createdAt": time, "updatedAt": time,
        ],
      ])
  }
}
