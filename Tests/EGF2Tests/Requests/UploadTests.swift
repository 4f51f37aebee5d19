import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Uploads` {
  private static let place = Response.object(
    "f-06", ["mime_type": "image/png", "upload_url": "https://bucket.example.com/a/b?sig=x%2Fy"])

  @Test func `an upload requests an address, sends the data and reports it`() async throws {
    let app = try ScriptedApp(
      .session, Self.place, .empty, .object("f-06", ["uploaded": true, "title": "A"]))
    try await app.graph.login(withEmail: "m@example.com", password: "secret")
    let file = try #require(
      await app.graph.uploadImage(
        withData: Data([1, 2, 3]), title: "A", mimeType: "image/jpeg", kind: "avatar") as? File)
    #expect(file.uploaded && file.title == "A" && file.uploadUrl == nil)

    let requests = app.service.requests.dropFirst()
    #expect(
      requests.map { "\($0.method) \($0.authority)\($0.target)" } == [
        "GET 127.0.0.1:4403/v1/new_image?title=A&mime_type=image%2Fjpeg&kind=avatar",
        "PUT bucket.example.com/a/b?sig=x%2Fy", "PUT 127.0.0.1:4403/v1/graph/f-06",
      ])
    let upload = try #require(requests.dropFirst().first)
    #expect(upload.headers == [.contentType: "image/png"])
    #expect(upload.scheme == "https" && upload.body == [1, 2, 3])
    #expect(requests.last?.body == Array(#"{"uploaded":true}"#.utf8))
    _ = try await app.graph.object(withId: "f-06")
    #expect(app.service.requests.count == 4)
  }

  @Test func `204 from bucket and server counts as success`() async throws {
    let app = try ScriptedApp(
      Self.place, Response(.noContent), .object("f-06"), Response(.noContent))
    let file = try await app.graph.uploadFile(withData: Data(), title: "A", mimeType: "image/png")
    #expect((file as? File)?.id == "f-06")
    try await app.graph.deleteObject(withId: "f-06")
    #expect(app.service.requests.map(\.method) == [.get, .put, .put, .delete])
  }

  static let failures: [([Response], Int)] = [
    ([.refusal(400, "BadRequestError", "no")], 1),
    ([place, .refusal(403, "AccessForbidden", "no")], 2),
    ([place, .empty, .refusal(403, "AccessForbidden", "no")], 3),
  ]

  @Test(arguments: failures)
  func `an upload ends with the error of its first failed request`(
    _ row: (answers: [Response], requests: Int)
  ) async throws {
    let app = try ScriptedApp(answers: row.answers)
    let error = await #expect(throws: EGF2Error.self) {
      try await app.graph.uploadFile(withData: Data(), title: "A", mimeType: "image/png")
    }
    #expect(error?.localizedFailureReason == "no")
    #expect(app.service.requests.count == row.requests)
  }

  static let unreadable: [JSONObject] = [
    ["mime_type": "a/b"], ["upload_url": "http://host/a"],
    ["mime_type": "a/b", "upload_url": "nowhere"],
  ]

  @Test(arguments: unreadable)
  func `an upload response without type or address is a wrong response`(
    _ fields: JSONObject
  ) async throws {
    let app = try ScriptedApp(.object("f-06", fields))
    let error = await #expect(throws: EGF2Error.self) {
      try await app.graph.uploadFile(withData: Data(), title: "A", mimeType: "image/png")
    }
    #expect(error?.kind == .wrongResponse && app.service.requests.count == 1)
  }
}
