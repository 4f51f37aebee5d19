import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `Codable types of an app` {
  struct Shot: Codable, Equatable {
    var id: String?
    var username: String
    var taken: Date
    var note: String?
  }

  @Test func `a Codable value becomes fields and is decoded from them`() async throws {
    let taken = Date(timeIntervalSince1970: 1_395_507_940.351)
    let app = TestApp(.item(["username": "mario", "taken": 1_395_507_940_351]))
    try await app.run {
      let object = try #require(MKCollection(name: "c"))
      try object.setObjects(from: Shot(username: "mario", taken: taken))
      try await object.save()
      #expect(
        try object.decode(Shot.self) == Shot(id: "ef02", username: "mario", taken: taken))
    }
    #expect(app.service.lines == [#"POST /c/ {"taken":1395507940351,"username":"mario"}"#])
  }

  @Test func `query results are decoded as a Codable type`() async throws {
    let app = TestApp(.json(.ok, [["id": "1", "username": "m", "taken": "1970-01-01T00:00:07Z"]]))
    let shots = try await app.run {
      try await MIAQuery(collectionName: "c").findObjects(as: Shot.self)
    }
    #expect(
      shots == [Shot(id: "1", username: "m", taken: Date(timeIntervalSince1970: 7))])
  }

  @Test func `values that do not fit a Codable type are errors`() throws {
    let app = TestApp()
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      object.setObject(1, forKey: "username")
      let unread = #expect(throws: MKError.self) { try object.decode(Shot.self) }
      #expect(unread?.code == .invalidResponse)
      let unset = #expect(throws: MKError.self) { try object.setObjects(from: [1, 2]) }
      #expect(unset?.code == .invalidParams)
    }
  }
}
