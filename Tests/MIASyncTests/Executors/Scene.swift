import GhostlightClient
import GhostlightCore
import GhostlightSync
import MIASync
import ManagedObjects
import SyncFixtures
import TestExecutors
import mkApp

/// Devices for a backend that may be anywhere.
struct Phones: Sendable {
  let transport: Transport
  let endpoint: String

  func phone(_ name: String) throws -> BaaSDevice {
    try BaaSDevice(name, transport, at: endpoint)
  }
}

/// What an app does with MIASync, and all that it is told; the same wherever the backend is.
struct Scene: Scripted {
  let script: Script<Given, Phones, JSON>

  static let usual = [Given.item(1, sync: 0), Given.item(2, sync: 2)]

  static let all = [pulling, marks, conflict, refusal]
}

extension Given {
  /// An item of `News`, older than all that devices do.
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

extension Scene {
  /// What a device has, as text.
  private static func told(_ phone: BaaSDevice) throws -> JSON {
    .array(
      try phone.news().map { news in
        .string(
          [news.title, news.text ?? "-", news.state ?? "-", news.mark ?? "-"]
            .joined(separator: " "))
      })
  }

  private static let pulling = Scene(
    "MIASync: what one device pushes, another pulls",
    tells: [
      ["d1 theirs 0/0 -", "d2 theirs 2/0 -"],
      ["d1 changed 0/0 -", "d2 theirs 2/0 -", "new - 0/0 -"],
      ["d1 changed 0/0 -", "d2 theirs 2/0 -", "new - 0/0 -"],
      ["d1 changed 0/0 -", "new - 0/0 -"],
    ]
  ) { phones in
    let (one, other) = (try phones.phone("a"), try phones.phone("b"))
    await other.sync()
    let first = try told(other)
    await one.sync()
    try one.change("d1", ["text": "changed"], Marks.push)
    try one.insert(["title": "new"], Marks.push)
    await one.sync()
    await other.sync()
    let third = try phones.phone("c")
    third.syncro.keepsDrafts = false
    await third.sync()
    return [first, try told(one), try told(other), try told(third)]
  }

  private static let marks = Scene(
    "MIASync: the three marks",
    tells: [
      ["c - 0/0 -"],
      [["title": "c", "sync": 0, "trash": 0], ["title": "d1", "sync": 2, "trash": 1]],
    ]
  ) { phones in
    let phone = try phones.phone("a")
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
    let told = items.map { item -> JSON in
      [
        "title": .string(item.object(forKey: "title") as? String ?? "-"),
        "sync": .integer(Int64(item.object(forKey: "sync") as? Int ?? -1)),
        "trash": .integer(Int64(item.object(forKey: "trash") as? Int ?? -1)),
      ]
    }
    return [try Self.told(phone), .array(told)]
  }

  private static let conflict = Scene(
    "MIASync: the backend wins",
    tells: [["d1 one 0/0 -", "d2 theirs 2/0 -"], ["d1 one 0/0 -", "d2 theirs 2/0 -"]]
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
    "MIASync: a collection for users alone",
    given: usual + [
      Given(
        "access rules exist",
        [
          "collection": "Book", "access": ["read": ["groups": ["users"]]],
        ])
    ],
    tells: [401, "d1 theirs 0/0 -"]
  ) { phones in
    let phone = try phones.phone("a")
    try phone.insert(["title": "b"], Marks.push, entity: "Book")
    let error = await phone.sync([Book.self, News.self])
    let status = (error as? MKError)?.statusCode.map { JSON.integer(Int64($0)) }
    return [status ?? .null, try told(phone)[0] ?? .null]
  }
}
