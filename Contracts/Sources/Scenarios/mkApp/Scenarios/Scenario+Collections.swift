import Foundation
import GhostlightCore
import TestExecutors
import mkApp

/// Scenarios for creating, reading, changing and deleting single objects.
extension Scenario {
  private static let missing: JSON = [
    "code": 101, "status": 404, "message": "Resource not found",
  ]
  private static let dawn: JSONObject = ["id": "p1", "picturename": "dawn.jpg", "views": 1]

  /// Returns an item as the app receives it; its times are milliseconds after the stage's opening.
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
      try await device.run {
        let picture = try picture()
        picture.setObject("image51.jpg", forKey: "picturename")
        picture.setObject(false, forKey: "flashmode")
        picture.setObject(nil, forKey: "note")
        try await device.save(picture)
        let first = SDKValue.object(picture)
        picture.setObject(true, forKey: "flashmode")
        try await device.save(picture)
        let other = try Self.picture()
        try other.setObjects(from: Picture(picturename: "other.jpg", views: 7))
        try await device.save(other)
        return [first, SDKValue.object(picture), SDKValue.object(other)]
      }
    },
    Scenario(
      "MKCollection: what cannot be saved",
      expects: [
        missing,
        [
          "code": 100, "status": nil,
          "message": "Invalid key \"a b\"; use letters, digits, \"_\" and \"-\".",
        ],
        [
          "code": 100, "status": nil,
          "message": "The object is nil; use a valid collection name.",
        ],
      ]
    ) { device in
      await device.run {
        [
          await SDKValue.failure {
            let picture = try Self.known("p9")
            picture.setObject(1, forKey: "views")
            try await device.save(picture)
          },
          await SDKValue.failure {
            let picture = try Self.picture()
            picture.setObject(1, forKey: "a b")
            try await device.save(picture)
          },
          await SDKValue.failure { try await device.save(MKCollection(name: "a/b")) },
        ]
      }
    },
  ]

  static let optional = [
    Scenario(
      "MKCollection: an object that may be missing",
      expects: [1, true, ["code": 100, "status": nil]]
    ) { device in
      try await device.run {
        let picture = MKCollection(name: "picturedata")
        picture.setObject(1, forKey: "views")
        try await device.save(picture)
        try await device.refresh(picture)
        let views = SDKValue.value(picture.object(forKey: "views"))
        try await device.delete(picture)
        let failure = await SDKValue.failure { try await device.save(MKCollection(name: "")) }
        return [
          views, .bool(picture?.isTransient == true),
          ["code": failure["code"] ?? nil, "status": failure["status"] ?? nil],
        ]
      }
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
        try await device.save(picture)
        let other = MKCollection(name: "picturedata")
        other?.collectionId = picture?.collectionId
        try await device.refresh(other)
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
      expects: [item(dawn), missing, "dawn.jpg 1"]
    ) { device in
      try await device.run {
        let other = try known("p1")
        try await device.refresh(other)
        let failure = await SDKValue.failure { try await device.refresh(known("p9")) }
        let decoded = try other.decode(Picture.self)
        return [
          SDKValue.object(other), failure,
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
        try await device.refresh(picture)
        let keys = picture.allKeys.joined(separator: " ")
        let date = Date(timeIntervalSince1970: 1_395_507_940.351)
        picture.setObject(date, forKey: "picturedate")
        let isChanged = picture.isChanged
        try await device.save(picture)
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
      "MKCollection: delete", given: [.item(["id": "p3"])],
      expects: [
        true, missing,
        ["code": 100, "status": nil, "message": "The object has no id; save it first."],
      ]
    ) { device in
      try await device.run {
        let other = try known("p3")
        try await device.delete(other)
        let again = await SDKValue.failure { try await device.delete(known("p3")) }
        let nowhere = await SDKValue.failure { try await device.delete(Self.picture()) }
        return [.bool(other.isTransient), again, nowhere]
      }
    }
  ]
}
