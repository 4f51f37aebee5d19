import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import mkApp

@Suite(.limitedConcurrency) struct `Every call of queries and files` {
  @Test(arguments: [(-1, 0), (0, 0), (1, 1), (499, 499), (500, 500), (501, 500)])
  func `a limit is at most 500, limit and skip are at least zero`(_ given: Int, _ limit: Int) {
    let query = MIAQuery(collectionName: "c")
    #expect(query.limit == 0 && query.skip == 0)
    query.limit = given
    query.skip = given
    #expect(query.limit == limit && query.skip == max(0, given))
  }

  private static func text(_ error: (any Error)?) -> String {
    (error as? MKError).map { "\($0.code) \($0.statusCode ?? 0) \($0.message)" } ?? "nothing"
  }

  /// One test case: a call in its forms, with the request and the result.
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let answer: JSON
    let result: String
    let calls: [@Sendable (@escaping @Sendable (String) -> Void) async throws -> Void]
    var testDescription: String { line }
  }

  private static func ids(_ objects: [Any]) -> String {
    objects.map { ($0 as? MKCollection)?.collectionId ?? "-" }.joined(separator: " ")
  }

  private static func blocking(_ body: () throws -> String) throws -> String { try body() }

  private static let rows = [
    Row(
      line: "GET /c/1", answer: ["id": "1"], result: "1",
      calls: [
        { report in
          MIAQuery(collectionName: "c").getObjectWithID("1") {
            report($0.map { ids([$0]) } ?? text($1))
          }
        },
        { report in
          MIAQuery(collectionName: "c").getObjectWithId("1") {
            report($0.map { ids([$0]) } ?? text($1))
          }
        },
        { report in report(ids([try await MIAQuery(collectionName: "c").getObject(withID: "1")])) },
      ]),
    Row(
      line: "GET /c/", answer: [["id": "1"], ["id": "2"]], result: "1 2",
      calls: [
        { report in
          MIAQuery(collectionName: "c").findObjects { (found: [Any]?, error: (any Error)?) in
            report(found.map { ids($0) } ?? text(error))
          }
        },
        { report in
          let found: [MKCollection] = try await MIAQuery(collectionName: "c").findObjects()
          report(ids(found))
        },
        { report in
          report(try blocking { ids(try MIAQuery(collectionName: "c").findObjects()) })
        },
        { report in
          let found = try await MIAQuery(collectionName: "c")
            .findObjects(as: [String: String].self)
          report(found.map { $0["id"] ?? "-" }.joined(separator: " "))
        },
      ]),
    Row(
      line: "GET /c/count", answer: ["count": 7], result: "7",
      calls: [
        { report in report("\(try await MIAQuery(collectionName: "c").countObjects())") },
        { report in
          report(try blocking { "\(try MIAQuery(collectionName: "c").countObjects())" })
        },
      ]),
  ]

  @Test(arguments: rows, [false, true]) func `a query has the same result in all its forms`(
    _ row: Row, _ isRefused: Bool
  ) async throws {
    let app = TestApp(isRefused ? .refusal(403, "no") : .json(.ok, row.answer))
    for call in row.calls {
      let received = Mailbox(of: String.self)
      do {
        try await app.run { try await call { received.put($0) } }
      } catch { received.put(Self.text(error)) }
      #expect(await received.next() == (isRefused ? "operationNotAllowed 403 no" : row.result))
    }
    #expect(app.service.lines == Array(repeating: row.line, count: row.calls.count))
  }

  private static let unreadable: [(JSON, String)] = [
    ([:], "a JSON array"), ([1], "an array of objects"), ("x", "a JSON array"),
  ]

  @Test(arguments: unreadable) func `an unexpected answer is named`(
    _ answer: JSON, _ wanted: String
  ) async throws {
    let app = TestApp(.json(.ok, answer))
    let query = app.run { MIAQuery(collectionName: "c") }
    await #expect(throws: MKError.unexpected(200, wanted)) { try await query.findObjects() }
    await #expect(throws: MKError.unexpected(200, "a count")) { try await query.countObjects() }
    if answer.object == nil {
      await #expect(throws: MKError.unexpected(200, "a JSON object")) {
        try await query.getObject(withID: "1")
      }
    }
  }

  @Test func `a query without an id or a collection's name is refused`() async throws {
    let app = TestApp(.json(.ok, []))
    await app.run {
      await #expect(
        throws: MKError(.invalidParams, message: "The id is empty; use the id of an object.")
      ) { try await MIAQuery(collectionName: "c").getObject(withID: "") }
      for name in ["", "a/b", "a?b"] {
        await #expect(
          throws: MKError(.invalidParams, message: "Invalid collection name \"\(name)\".")
        ) { try await MIAQuery(collectionName: name).countObjects() }
      }
    }
    #expect(app.service.requests.isEmpty)
  }

  private static let stored: JSON = [
    ["id": "i1", "name": "a.txt", "file": "0c1f.txt", "location": "https://files:8/d/0c1f"]
  ]

  @Test func `a file of a query is read by its id`() async throws {
    let app = TestApp(.json(.ok, Self.stored))
    let found = try await app.run {
      try await MIAQuery(collectionName: "files").getObject(withID: "x")
    }
    let file = try #require(found as? MKCollectionFile)
    #expect([file.name, file.location ?? "-"] == ["a.txt", "https://files:8/d/0c1f"])
    #expect(file.collectionId == "0c1f.txt" && file.data == nil)
    #expect(app.service.lines == [#"GET /files/?{"file":"x"}"#])
  }

  @Test(arguments: [false, true]) func `a file is loaded in all its forms`(_ isRefused: Bool)
    async throws
  {
    for form in 0..<3 {
      let app = TestApp(
        .json(.ok, Self.stored), isRefused ? .refusal(404, "no") : Response(.ok, body: [1, 2]))
      let file = app.run { MKCollectionFile.file(withId: "x") }
      let received = Mailbox(of: String.self)
      do {
        switch form {
        case 0:
          app.run {
            file.loadDataInBackground { isLoaded, data, error in
              #expect(isLoaded == (error == nil))
              received.put(data.map { "\(Array($0))" } ?? Self.text(error))
            }
          }
        case 1: received.put("\(Array(try await file.loadData()))")
        default: received.put(try Self.blocking { "\(Array(try file.loadData()))" })
        }
      } catch { received.put(Self.text(error)) }
      #expect(await received.next() == (isRefused ? "operationFailed 404 no" : "[1, 2]"))
      #expect(file.data == (isRefused ? nil : Data([1, 2])))
      #expect(app.service.requests.map(\.authority) == ["127.0.0.1:8080", "files:8"])
      #expect(app.service.requests.last?.scheme == "https")
      _ = try? await file.loadData()
      #expect(app.service.requests.count == 3)
    }
  }

  @Test(arguments: ["nowhere", "ftp://h/x", "http://h"]) func `a file needs an address`(
    _ location: String
  ) async throws {
    let app = TestApp(.json(.ok, [["id": "i", "file": "x", "location": .string(location)]]))
    let file = app.run { MKCollectionFile.file(withId: "x") }
    await #expect(
      throws: MKError(
        .nullFileUrl, message: "The file's location \"\(location)\" is not a valid URL.")
    ) { try await file.loadData() }
  }

  private static let types = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "pdf": "application/pdf", "txt": "text/plain",
    "csv": "text/csv", "html": "text/html", "json": "application/json", "xml": "application/xml",
    "zip": "application/zip", "mp3": "audio/mpeg", "mp4": "video/mp4", "mov": "video/quicktime",
  ]

  @Test func `a file without id is not uploaded, one without item is unknown`() async throws {
    let app = TestApp(.json(.ok, [:]), .json(.ok, []))
    let file = app.run { MKCollectionFile(name: "a", data: Data([1])) }
    #expect(file.name == "a" && app.run { MKCollectionFile(name: "") } == nil)
    await #expect(throws: MKError(.invalidResponse, message: "The server's response has no id.")) {
      try await file.save()
    }
    let other = app.run { MKCollectionFile.file(withId: "x") }
    await #expect(
      throws: MKError(.unknownFileName, message: "The server does not have the file \"x\".")
    ) {
      try await other.refresh()
    }
  }
}
