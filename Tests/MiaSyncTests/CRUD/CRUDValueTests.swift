import Foundation
import GhostlightCore
import GhostlightSync
import GhostlightSyncStatus
import HTTPTypes
import ManagedObjects
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Values of CRUD's Sync` {
  private let project: MiaProject
  private let device: CRUDDevice

  init() throws {
    project = try MiaProject()
    device = try CRUDDevice("a", project.transport)
  }

  private func kinds(_ device: CRUDDevice) throws -> [[String: String]] {
    try device.context.performAndWait {
      try device.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Kinds")).map { object in
        object.entity.attributesByName.keys.reduce(into: [:]) { texts, name in
          texts[name] = object.value(forKey: name).map { "\($0)" }
        }
      }
    }
  }

  @Test func `values of each type are sent in the service's form and read back`() async throws {
    var values = KindsModel.values
    values["bytes"] = Data([1, 2, 255])
    try device.insert(values, Marks.push, entity: "Kinds")
    #expect(await device.sync([Kinds.self]) == nil)
    var document = project.send(.get, "/v2/Kinds/")[0]?.object ?? [:]
    for name in ["_id", "createdAt", "updatedAt", "creatorId", "updaterId"] { document[name] = nil }
    #expect(
      document == [
        "__STATE__": "PUBLIC", "bytes": "AQL/", "day": "2020-04-05T17:16:14.175Z", "exact": 12.5,
        "flag": true, "key": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        "large": 9_007_199_254_740_993, "list": ["a": ["b", 1]], "middle": 70_000,
        "narrow": 0.25, "place": "file:///a", "small": -7, "text": "x", "wide": 0.1,
      ])
    let other = try CRUDDevice("b", project.transport)
    #expect(await other.sync([Kinds.self]) == nil)
    #expect(try kinds(other) == kinds(device))
  }

  @Test(
    arguments: [
      ("small", 40_000, "small cannot be 40000."), ("middle", 0.5, "middle cannot be 0.5."),
      ("key", "none", #"key cannot be "none"."#), ("bytes", "?", #"bytes cannot be "?"."#),
    ] as [(String, JSON, String)])
  func `a document is skipped if a value does not fit`(
    _ name: String, _ value: JSON, _ reason: String
  ) async throws {
    let fields: JSONObject = ["__STATE__": "PUBLIC", "text": "x"]
    let body = JSON.object(fields.adding(name, value))
    let id = project.send(.post, "/v2/Kinds/", body)["_id"]?.string ?? ""
    let error = await device.sync([Kinds.self]) as? SyncError
    #expect(error == .invalidDocument(entity: "Kinds", id: id, reason: reason))
    #expect(try kinds(device) == [])
  }
}

extension JSONObject {
  fileprivate func adding(_ name: String, _ value: JSON) -> JSONObject {
    var object = self
    object[name] = value
    return object
  }
}
