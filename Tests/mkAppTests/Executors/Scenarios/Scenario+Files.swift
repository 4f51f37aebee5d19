import Foundation
import GhostlightCore
import TestExecutors
import mkApp

/// Files.
extension Scenario {
  static let files = [
    Scenario(
      "mkCollectionFile", expects: ["a.txt", "hello", "hello", "hello", "hello", true, true]
    ) { device in
      let file = try await device.run {
        let file = MKCollectionFile(name: "a.txt", data: Data("hello".utf8))
        try await file.save()
        return file
      }
      let id = file.collectionId ?? ""
      let blocked = try await device.block {
        Told.text(try MKCollectionFile.file(withId: id).loadData())
      }
      let received: JSON = try await device.awaitCallback { resume in
        MKCollectionFile.file(withId: id).loadDataInBackground { _, data, _ in
          resume(Told.text(data))
        }
      }
      return try await device.run {
        let found = try await MIAQuery(collectionName: "files").getObject(withID: id)
        let loaded = try await (found as? MKCollectionFile)?.loadData()
        let name = (found as? MKCollectionFile)?.name
        let location = file.location ?? ""
        try await file.delete()
        return [
          Told.value(name), Told.text(file.data), blocked, received, Told.text(loaded),
          .bool(location.hasSuffix("/files/download/\(id)")), .bool(file.isTransient),
        ]
      }
    },
    Scenario("mkCollectionFile: save, and in the background", expects: [true, true, 5]) { device in
      let blocked = try await device.block {
        let file = MKCollectionFile(name: "a.txt", data: Data("hello".utf8))
        try file.save()
        return file.collectionId?.hasSuffix(".txt") == true
      }
      let received: (Bool, JSON) = try await device.awaitCallback { resume in
        MKCollectionFile(name: "a.txt", data: Data("world".utf8)).saveInBackground { file, error in
          resume(
            (
              file?.collectionId?.hasSuffix(".txt") == true && error == nil,
              Told.value(file?.object(forKey: "size"))
            ))
        }
      }
      return [.bool(blocked), .bool(received.0), received.1]
    },
    Scenario(
      "mkCollectionFile: what cannot be",
      expects: [104, 105, ["code": 203, "status": nil]]
    ) { device in
      await device.run {
        var told: [JSON] = []
        for (name, data) in [("", Data([1])), ("a.txt", Data())] {
          told.append(
            await Told.failure {
              try await MKCollectionFile(name: name, data: data).save()
            }["code"] ?? nil)
        }
        let unknown = await Told.failure {
          _ = try await MKCollectionFile.file(withId: "nothing.txt").loadData()
        }
        told.append(["code": unknown["code"] ?? nil, "status": unknown["status"] ?? nil])
        return .array(told)
      }
    },
  ]
}
