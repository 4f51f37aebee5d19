import Foundation
import GhostlightCore
import TestExecutors
import mkApp

/// Objects one by one.
extension Scenario {
  private static let missing: JSON = [
    "code": 101, "status": 404, "message": "Resource not found",
  ]
  private static let dawn: JSONObject = ["id": "p1", "picturename": "dawn.jpg", "views": 1]

  /// An item as the app is told of it, so many milliseconds after the opening.
  static func item(
    _ fields: JSONObject, created: Int64 = 0, updated: Int64 = 0, by user: String = "public"
  ) -> JSON {
    var item: JSONObject = [
      "creatorId": "public", "updaterId": .string(user), "createdAt": .integer(created),
      "updatedAt": .integer(updated),
    ]
    for member in fields { item[member.key] = member.value }
    return .object(item)
  }

  private static func picture() throws -> MKCollection {
    guard let picture = MKCollection(name: "picturedata") else {
      throw ExecutorError("there is no collection")
    }
    return picture
  }

  private static func known(_ id: String) throws -> MKCollection {
    let picture = try picture()
    picture.collectionId = id
    return picture
  }

  private struct Picture: Codable {
    var picturename: String
    var views: Int
  }

  static let saving = [
    Scenario(
      "MKCollection: save",
      expects: [
        item(["picturename": "image51.jpg", "flashmode": false, "note": nil]),
        item(
          ["picturename": "image51.jpg", "flashmode": true, "note": nil], updated: 1),
        item(["picturename": "other.jpg", "views": 7], created: 2, updated: 2),
      ]
    ) { device in
      try await device.block {
        let picture = try picture()
        picture.setObject("image51.jpg", forKey: "picturename")
        picture.setObject(false, forKey: "flashmode")
        picture.setObject(nil, forKey: "note")
        try picture.save()
        let first = SDKValue.object(picture)
        picture.setObject(true, forKey: "flashmode")
        try picture.save()
        let other = try Self.picture()
        try other.setObjects(from: Picture(picturename: "other.jpg", views: 7))
        try other.save()
        return [first, SDKValue.object(picture), SDKValue.object(other)]
      }
    },
    Scenario(
      "MKCollection: saveInBackground",
      expects: [
        ["object": item(["views": 2]), "error": nil], item(["views": 3], updated: 1),
      ]
    ) { device in
      let picture = try await device.run { try Self.picture() }
      picture.setObject(2, forKey: "views")
      let outcomes: JSON = try await device.awaitCallback { resume in
        picture.saveInBackground { object, error in
          resume(["object": SDKValue.object(object), "error": SDKValue.error(error)])
        }
      }
      picture.setObject(3, forKey: "views")
      try await device.run { try await picture.save() }
      return [outcomes, SDKValue.object(picture)]
    },
    Scenario(
      "MKCollection: what cannot be saved",
      expects: [
        missing,
        [
          "code": 100, "status": nil,
          "message": "\"a b\" is no key; use letters, digits, \"_\" and \"-\".",
        ],
        [
          "code": 100, "status": nil,
          "message": "There is no object; check the collection's name.",
        ],
      ]
    ) { device in
      await device.run {
        [
          await SDKValue.failure {
            let picture = try Self.known("p9")
            picture.setObject(1, forKey: "views")
            try await picture.save()
          },
          await SDKValue.failure {
            let picture = try Self.picture()
            picture.setObject(1, forKey: "a b")
            try await picture.save()
          },
          await SDKValue.failure { try await MKCollection(name: "a/b").save() },
        ]
      }
    },
  ]

  static let optional = [
    Scenario(
      "MKCollection: an object that may be missing",
      expects: [1, true, "p1 p2", "p1 p2", "p1 p2", ["code": 100, "status": nil]]
    ) { device in
      let blocked: [JSON] = try await device.block {
        let picture = MKCollection(name: "picturedata")
        picture.setObject(1, forKey: "views")
        try picture.save()
        try picture.refresh()
        let views = SDKValue.value(picture.object(forKey: "views"))
        try picture.delete()
        return [views, .bool(picture?.isTransient == true)]
      }
      let picture = await device.run { MKCollection(name: "picturedata") }
      picture.setObject("p1 p2", forKey: "name")
      var outcomes: [JSON] = blocked
      for start in [
        { $0.saveInBackground($1) }, { $0.refreshInBackground($1) }, { $0.deleteInBackground($1) },
      ]
        as [@Sendable (MKCollection?, @escaping @Sendable (MKCollection?, (any Error)?) -> Void) ->
        Void]
      {
        outcomes.append(
          try await device.awaitCallback { resume in
            start(picture) { object, error in
              resume(
                error == nil ? SDKValue.value(object.object(forKey: "name")) : SDKValue.error(error)
              )
            }
          })
      }
      let failure = await device.run {
        await SDKValue.failure { try await MKCollection(name: "").save() }
      }
      return .array(
        outcomes + [["code": failure["code"] ?? nil, "status": failure["status"] ?? nil]])
    },
    Scenario(
      "Initialization", expects: [1_395_507_940, "sync taken trash", "2014-03-22T17:05:40.000Z"]
    ) { device in
      device.instance.jsonDateFormatInSeconds = true
      device.instance.jsonCollectionNameLowerCaseOnly = true
      return try await device.run {
        let picture = MKCollection(name: "PictureData")
        let date = Date(timeIntervalSince1970: 1_395_507_940)
        picture.setObject(date, forKey: "taken")
        try await picture.save()
        let other = MKCollection(name: "picturedata")
        other?.collectionId = picture?.collectionId
        try await other.refresh()
        let taken = other?.date(forKey: "taken")?.timeIntervalSince1970 ?? 0
        return [
          SDKValue.value(other.object(forKey: "taken")),
          SDKValue.value(other?.allKeys.joined(separator: " ")),
          .string(ISODate.format(milliseconds: Int64(taken * 1000))),
        ]
      }
    },
  ]

  static let reading = [
    Scenario(
      "MKCollection: refresh", given: [.item(dawn)],
      expects: [
        item(dawn), ["object": item(dawn), "error": nil], item(dawn), missing, "dawn.jpg 1",
      ]
    ) { device in
      let first = try await device.block {
        let picture = try known("p1")
        try picture.refresh()
        return SDKValue.object(picture)
      }
      let picture = try await device.run { try known("p1") }
      let second: JSON = try await device.awaitCallback { resume in
        picture.refreshInBackground { object, error in
          resume(["object": SDKValue.object(object), "error": SDKValue.error(error)])
        }
      }
      return try await device.run {
        let other = try known("p1")
        try await other.refresh()
        let failure = await SDKValue.failure { try await known("p9").refresh() }
        let decoded = try other.decode(Picture.self)
        return [
          first, second, SDKValue.object(other), failure,
          .string("\(decoded.picturename) \(decoded.views)"),
        ]
      }
    },
    Scenario(
      "MKCollection: fields", given: [.item(dawn)],
      expects: [
        "picturename sync trash views", 1_395_507_940_351, nil, true, false, "dawn.jpg", true,
        false,
      ]
    ) { device in
      try await device.run {
        let picture = try known("p1")
        try await picture.refresh()
        let keys = picture.allKeys.joined(separator: " ")
        let date = Date(timeIntervalSince1970: 1_395_507_940.351)
        picture.setObject(date, forKey: "picturedate")
        let isChanged = picture.isChanged
        try await picture.save()
        return [
          .string(keys), SDKValue.value(picture.date(forKey: "picturedate")),
          SDKValue.value(picture.object(forKey: "nothing")), .bool(isChanged),
          .bool(picture.isChanged),
          SDKValue.value(picture.object(forKey: "picturename")),
          .bool(try Self.picture().isTransient), .bool(picture.isTransient),
        ]
      }
    },
  ]

  static let deleting = [
    Scenario(
      "MKCollection: delete", given: ["p1", "p2", "p3"].map { .item(["id": .string($0)]) },
      expects: [
        true, ["object": [:], "error": nil], true, missing,
        ["code": 100, "status": nil, "message": "The object has no id; save it first."],
      ]
    ) { device in
      let first = try await device.block {
        let picture = try known("p1")
        try picture.delete()
        return JSON.bool(picture.isTransient)
      }
      let picture = try await device.run { try known("p2") }
      let second: JSON = try await device.awaitCallback { resume in
        picture.deleteInBackground { object, error in
          resume(["object": SDKValue.object(object), "error": SDKValue.error(error)])
        }
      }
      return try await device.run {
        let other = try known("p3")
        try await other.delete()
        let again = await SDKValue.failure { try await known("p3").delete() }
        let nowhere = await SDKValue.failure { try await Self.picture().delete() }
        return [first, second, .bool(other.isTransient), again, nowhere]
      }
    }
  ]
}
