import Foundation
import GhostlightCore
import TestExecutors
import mkApp

/// Scenarios for uploading, reading and deleting files.
extension Scenario {
  static let files = [
    Scenario(
      "mkCollectionFile", expects: ["a.txt", "hello", "hello", "hello", true, true]
    ) { device in
      try await device.run {
        let file = MKCollectionFile(name: "a.txt", data: Data("hello".utf8))
        try await device.save(file)
        let id = file.collectionId ?? ""
        let direct = try await device.load(MKCollectionFile.file(withId: id))
        let found =
          try await device.get(id, by: MIAQuery(collectionName: "files")) as? MKCollectionFile
        let loaded = try await device.load(found ?? file)
        let name = found?.name
        let location = file.location ?? ""
        try await device.delete(file)
        return [
          SDKValue.value(name), SDKValue.text(file.data), SDKValue.text(direct),
          SDKValue.text(loaded),
          .bool(location.hasSuffix("/files/download/\(id)")), .bool(file.isTransient),
        ]
      }
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
              try await device.save(MKCollectionFile(name: name, data: data))
            }["code"] ?? nil)
        }
        let unknown = await SDKValue.failure {
          _ = try await device.load(MKCollectionFile.file(withId: "nothing.txt"))
        }
        outcomes.append(["code": unknown["code"] ?? nil, "status": unknown["status"] ?? nil])
        return .array(outcomes)
      }
    },
  ]
}
