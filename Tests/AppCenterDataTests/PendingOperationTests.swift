import GhostlightCore
import HTTPTypes
import Testing

@testable import AppCenterData

@Suite struct `Pending operations of the document store` {
  private let store = DocumentStore(in: nil)

  private static func record(
    _ id: String = "a", _ document: JSON? = ["n": 1], eTag: String? = nil, updated: Int64? = 3
  ) -> DocumentRecord {
    DocumentRecord(
      partition: "user-1", id: id, document: document, eTag: eTag, updated: updated)
  }

  private func rows() throws -> [String] {
    let rows = try store.write("user-1") { database, table in
      try table.rows(database, "user-1")
    }
    return (rows ?? []).map { row in
      "\(row.id) \(row.document ?? "-") \(row.eTag ?? "-") \(row.expiration) \(row.downloaded) "
        + "\(row.updated) \(row.pending?.rawValue ?? "-")"
    }
  }

  @Test func `each pending row is a request, unless it is expired`() throws {
    try store.save(Self.record("a"), .create, timeToLive: -1, at: 1)
    try store.save(Self.record("b"), .replace, timeToLive: 60, at: 1)
    try store.save(Self.record("c", nil, eTag: "e"), .delete, timeToLive: -1, at: 1)
    try store.save(Self.record("d"), nil, timeToLive: -1, at: 1)
    try store.save(Self.record("e", nil), .replace, timeToLive: 5, at: 1)
    let pending = try store.pending("user-1", at: 6)
    let texts = pending.map { document in
      let request = document.request
      let parts: [String?] = [
        document.partition, document.id, document.key, document.operation.rawValue,
        request.method.rawValue, request.id, request.written, request.document?.text(),
        request.isUpsert ? "upsert" : nil,
      ]
      return parts.map { $0 ?? "-" }.joined(separator: " ")
    }
    #expect(
      texts == [
        "user-1 a user-1_a CREATE POST - a {\"n\":1} -",
        "user-1 b user-1_b REPLACE POST - b {\"n\":1} upsert",
        "user-1 c user-1_c DELETE DELETE c - - -",
      ])
    #expect(try rows().map { $0.prefix(1) } == ["a", "b", "c", "d"])
    #expect(try store.pending("other", at: 6).isEmpty)
    #expect(try store.pending("user-2", at: 6).isEmpty)
  }

  @Test func `a pending row without a document sends null`() throws {
    try store.save(Self.record("a", nil), .replace, timeToLive: -1, at: 1)
    #expect(try store.pending("user-1", at: 1).map(\.request.document) == [.null])
  }

  /// Saves a pending creation of `a`, and returns what will be sent.
  private func sent(timeToLive: Int = -1, eTag: String? = nil) throws -> PendingDocument {
    try store.save(Self.record(eTag: eTag), .create, timeToLive: timeToLive, at: 1)
    return try #require(try store.pending("user-1", at: 1).first)
  }

  @Test func `a sent operation leaves the service's document with its expiration`() throws {
    let document = try sent(timeToLive: 60)
    let answer = DocumentRecord(
      partition: "user-9", id: "z", document: ["n": 5], eTag: "new", updated: 8)
    #expect(try !store.resolve(document, with: answer, at: 20))
    #expect(try rows() == ["a {\"n\":5} new 61 20 8 -"])
  }

  @Test(arguments: [(60, false), (61, true)] as [(Int64, Bool)])
  func `a sent operation whose row is expired leaves nothing`(
    _ now: Int64, _ isRemoved: Bool
  ) throws {
    let document = try sent(timeToLive: 60)
    #expect(try !store.resolve(document, with: Self.record(eTag: "new"), at: now))
    #expect(try rows().isEmpty == isRemoved)
  }

  @Test func `an operation that is given up leaves nothing`() throws {
    let document = try sent()
    #expect(try !store.resolve(document, with: nil, at: 2))
    #expect(try rows().isEmpty)
    #expect(try !store.resolve(document, with: Self.record(), at: 2))
    #expect(try rows().isEmpty)
  }

  @Test func `a write during the sending stays, with the version that was sent`() throws {
    let document = try sent()
    try store.save(Self.record("a", ["n": 2]), .create, timeToLive: -1, at: 5)
    #expect(try store.resolve(document, with: Self.record(eTag: "new"), at: 9))
    #expect(try rows() == ["a {\"n\":2} new -1 5 3 REPLACE"])
  }

  @Test(arguments: [PendingOperation.replace, .delete])
  func `another operation during the sending stays`(_ next: PendingOperation) throws {
    let document = try sent(eTag: "old")
    try store.save(Self.record("a", eTag: "old"), next, timeToLive: -1, at: 5)
    #expect(try store.resolve(document, with: Self.record(eTag: "new"), at: 9))
    #expect(try rows() == ["a {\"n\":1} new -1 5 3 \(next.rawValue)"])
    #expect(try store.resolve(document, with: nil, at: 9))
    #expect(try rows() == ["a {\"n\":1} new -1 5 3 \(next.rawValue)"])
  }

  @Test func `a document that was read during the sending is not pending`() throws {
    let document = try sent()
    try store.save(Self.record("a", eTag: "old"), nil, timeToLive: -1, at: 5)
    #expect(try !store.resolve(document, with: Self.record(eTag: "new"), at: 9))
    #expect(try rows() == ["a {\"n\":1} new -1 5 3 -"])
  }

  @Test func `an operation of another partition changes nothing`() throws {
    let row = DocumentRow(
      DocumentRecord(partition: "other", id: "a"), .delete, until: -1, at: 1)
    let document = try #require(PendingDocument(row))
    #expect(try !store.resolve(document, with: nil, at: 1))
    #expect(PendingDocument(DocumentRow(Self.record(), nil, until: -1, at: 1)) == nil)
  }
}
