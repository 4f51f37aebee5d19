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
        SDKValue.text(try MKCollectionFile.file(withId: id).loadData())
      }
      let received: JSON = try await device.awaitCallback { resume in
        MKCollectionFile.file(withId: id).loadDataInBackground { _, data, _ in
          resume(SDKValue.text(data))
        }
      }
      return try await device.run {
        let found = try await MIAQuery(collectionName: "files").getObject(withID: id)
        let loaded = try await (found as? MKCollectionFile)?.loadData()
        let name = (found as? MKCollectionFile)?.name
        let location = file.location ?? ""
        try await file.delete()
        return [
          SDKValue.value(name), SDKValue.text(file.data), blocked, received, SDKValue.text(loaded),
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
              SDKValue.value(file?.object(forKey: "size"))
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
        var outcomes: [JSON] = []
        for (name, data) in [("", Data([1])), ("a.txt", Data())] {
          outcomes.append(
            await SDKValue.failure {
              try await MKCollectionFile(name: name, data: data).save()
            }["code"] ?? nil)
        }
        let unknown = await SDKValue.failure {
          _ = try await MKCollectionFile.file(withId: "nothing.txt").loadData()
        }
        outcomes.append(["code": unknown["code"] ?? nil, "status": unknown["status"] ?? nil])
        return .array(outcomes)
      }
    },
  ]
}
