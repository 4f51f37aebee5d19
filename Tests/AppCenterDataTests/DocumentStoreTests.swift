import Foundation
import GhostlightCore
import GhostlightSQLite
import Testing

@testable import AppCenterData

@Suite struct `Rows of the document store` {
  private static let partition = "user-1"

  private static func record(
    _ id: String = "a", _ document: JSON? = ["n": 1], eTag: String? = "e", updated: Int64? = 3,
    partition: String = partition
  ) -> DocumentRecord {
    DocumentRecord(partition: partition, id: id, document: document, eTag: eTag, updated: updated)
  }

  private static func text(_ record: DocumentRecord) -> String {
    let fields = [
      record.partition, record.id, record.document?.text(), record.eTag,
      record.updated.map { "\($0)" }, record.error.map { "\($0.code)" },
      record.isFromDevice ? "device" : nil,
    ]
    return fields.map { $0 ?? "-" }.joined(separator: " ")
  }

  /// Returns all columns of a partition's rows, in the order of the rows.
  private func rows(_ store: DocumentStore, _ partition: String = partition) throws -> [String] {
    let rows = try store.write(partition) { database, table in
      try table.rows(database, partition)
    }
    return (rows ?? []).map { row in
      let fields: [String?] = [
        row.partition, row.id, row.document, row.eTag, "\(row.expiration)", "\(row.downloaded)",
        "\(row.updated)", row.pending?.rawValue,
      ]
      return fields.map { $0 ?? "-" }.joined(separator: " ")
    }
  }

  private func cached(_ store: DocumentStore, _ id: String = "a", at seconds: Int64) -> String {
    let cached = store.read(Self.partition, id, at: seconds)
    return Self.text(cached.record) + " " + (cached.pending?.rawValue ?? "-")
  }

  @Test(
    arguments: [
      (-1, 100, -1), (0, 100, 100), (1, 100, 101), (60, 100, 160), (.max, 1, .max), (.max, 0, .max),
    ] as [(Int, Int64, Int64)])
  func `a time to live ends at a time`(_ ttl: Int, _ now: Int64, _ expiration: Int64) {
    #expect(DocumentRow.expiration(ttl, at: now) == expiration)
  }

  @Test(
    arguments: [
      (100, 99, false), (100, 100, true), (100, 101, true), (-1, 100, false), (0, 0, true),
      (-2, 100, true),
    ] as [(Int64, Int64, Bool)])
  func `a row expires at its time`(_ expiration: Int64, _ now: Int64, _ isExpired: Bool) {
    let row = DocumentRow(Self.record(), nil, until: expiration, at: 7)
    #expect(row.isExpired(at: now) == isExpired)
  }

  @Test(arguments: [nil, .create, .replace, .delete] as [PendingOperation?])
  func `all columns of a row survive`(_ pending: PendingOperation?) throws {
    let store = DocumentStore(in: nil)
    try store.save(Self.record(), pending, timeToLive: 60, at: 100)
    let name = pending?.rawValue ?? "-"
    #expect(try rows(store) == ["user-1 a {\"n\":1} e 160 100 3 \(name)"])
    #expect(cached(store, at: 159) == "user-1 a {\"n\":1} e 3 - device \(name)")
    #expect(
      cached(store, at: 160) == "user-1 a - - - 202 - -")
    #expect(try rows(store).isEmpty)
    #expect(cached(store, at: 0) == "user-1 a - - - 200 - -")
  }

  @Test func `a row without values has none`() throws {
    let store = DocumentStore(in: nil)
    try store.save(Self.record("a", nil, eTag: nil, updated: nil), nil, timeToLive: -1, at: 9)
    #expect(try rows(store) == ["user-1 a - - -1 9 0 -"])
    #expect(cached(store, at: .max) == "user-1 a - - - - device -")
  }

  @Test func `two users and public documents have rows of their own`() throws {
    let store = DocumentStore(in: nil)
    for partition in ["user-1", "user-2", "readonly", "other"] {
      try store.save(
        Self.record("a", ["by": .string(partition)], partition: partition), nil, timeToLive: -1,
        at: 1)
    }
    for partition in ["user-1", "user-2", "readonly"] {
      #expect(try rows(store, partition) == ["\(partition) a {\"by\":\"\(partition)\"} e -1 1 3 -"])
    }
    #expect(try rows(store, "other").isEmpty)
    #expect(store.read("other", "a", at: 1).record.error?.code == 200)
    try store.delete("user-1", "a")
    try store.delete("user-2", "b")
    #expect(try rows(store, "user-1").isEmpty)
    #expect(try rows(store, "user-2").count == 1)
    try store.reset()
    for partition in ["user-2", "readonly"] { #expect(try rows(store, partition).isEmpty) }
  }

  @Test(
    arguments: [
      (nil, PendingOperation.create, nil, true), (nil, .replace, nil, true),
      (nil, .delete, nil, false), (nil, nil, nil, false), ("e", .create, nil, false),
      ("e", .replace, nil, false), ("e", nil, nil, false),
    ] as [(String?, PendingOperation?, String?, Bool)])
  func `a deletion of a document that was never sent removes its row`(
    _ eTag: String?, _ known: PendingOperation?, _ next: String?, _ isRemoved: Bool
  ) throws {
    let store = DocumentStore(in: nil)
    try store.save(Self.record("a", eTag: eTag), known, timeToLive: -1, at: 1)
    try store.save(Self.record("b"), .create, timeToLive: -1, at: 1)
    try store.save(Self.record("a", nil, eTag: next), .delete, timeToLive: -1, at: 2)
    let other = "user-1 b {\"n\":1} e -1 1 3 CREATE"
    #expect(try rows(store) == [other] + (isRemoved ? [] : ["user-1 a - - -1 2 3 DELETE"]))
  }

  @Test(arguments: [PendingOperation.create, .replace])
  func `a later write of an unsent document keeps its row`(_ next: PendingOperation) throws {
    let store = DocumentStore(in: nil)
    try store.save(Self.record("a", eTag: nil), .create, timeToLive: -1, at: 1)
    try store.save(Self.record("a", ["n": 2], eTag: nil), next, timeToLive: 0 - 1, at: 2)
    #expect(try rows(store) == ["user-1 a {\"n\":2} - -1 2 3 \(next.rawValue)"])
    try store.save(Self.record("a"), nil, timeToLive: 0, at: 3)
    #expect(try rows(store).isEmpty)
  }

  @Test func `a list renews living rows, and leaves out deleted and expired ones`() throws {
    let store = DocumentStore(in: nil)
    try store.save(Self.record("a"), nil, timeToLive: 60, at: 100)
    try store.save(Self.record("b"), .delete, timeToLive: 60, at: 100)
    try store.save(Self.record("c"), .replace, timeToLive: 60, at: 100)
    try store.save(Self.record("d"), nil, timeToLive: 10, at: 100)
    let listed = try store.list(Self.partition, timeToLive: 30, at: 110)
    #expect(
      listed.map(Self.text)
        == ["user-1 a {\"n\":1} e 3 - device", "user-1 c {\"n\":1} e 3 - device"])
    #expect(
      try rows(store) == [
        "user-1 a {\"n\":1} e 140 110 3 -", "user-1 b {\"n\":1} e 160 100 3 DELETE",
        "user-1 c {\"n\":1} e 140 110 3 REPLACE",
      ])
    #expect(try store.list("user-2", timeToLive: 30, at: 110).isEmpty)
    #expect(try store.list("other", timeToLive: 30, at: 110).isEmpty)
    #expect(try store.list(Self.partition, timeToLive: 0, at: 110).count == 2)
    #expect(try rows(store) == ["user-1 b {\"n\":1} e 160 100 3 DELETE"])
  }

  @Test func `listed documents do not replace pending ones or other partitions'`() throws {
    let store = DocumentStore(in: nil)
    try store.save(Self.record("a"), .replace, timeToLive: -1, at: 1)
    try store.save(Self.record("b"), nil, timeToLive: -1, at: 1)
    try store.saveListed(
      [
        Self.record("a", ["n": 2]), Self.record("b", ["n": 2]),
        Self.record("c", ["n": 2], partition: "user-2"), Self.record("d", ["n": 2]),
      ], timeToLive: 60, at: 5)
    #expect(
      try rows(store) == [
        "user-1 a {\"n\":1} e -1 1 3 REPLACE", "user-1 b {\"n\":2} e 65 5 3 -",
        "user-1 d {\"n\":2} e 65 5 3 -",
      ])
    #expect(try rows(store, "user-2").isEmpty)
    try store.saveListed([], timeToLive: 60, at: 5)
    #expect(try rows(store).count == 3)
  }

  @Test func `pending operations are found in the table of any user`() throws {
    let store = DocumentStore(in: nil)
    #expect(try !store.hasPending())
    #expect(try !store.hasPending("other"))
    try store.save(Self.record("a"), nil, timeToLive: -1, at: 1)
    try store.save(Self.record("a", partition: "readonly"), .replace, timeToLive: -1, at: 1)
    #expect(try !store.hasPending())
    #expect(try !store.hasPending("user-1"))
    try store.save(Self.record("b"), .delete, timeToLive: -1, at: 1)
    try store.save(Self.record("c", partition: "user-2"), nil, timeToLive: -1, at: 1)
    #expect(try store.hasPending())
    #expect(try store.hasPending("user-1"))
    #expect(try !store.hasPending("user-2"))
  }

  @Test func `a folder keeps the rows, and an old version of them is dropped`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("appcenter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try DocumentStore(in: folder).save(Self.record(), .create, timeToLive: 60, at: 100)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    let row = "user-1 a {\"n\":1} e 160 100 3 CREATE"
    #expect(try rows(DocumentStore(in: folder)) == [row])
    #expect(try rows(DocumentStore(in: folder)) == [row])
    try DatabaseQueue(
      path: folder.appendingPathComponent("Documents.sqlite").path, busyMilliseconds: 5000
    ).write { try $0.execute(sql: "PRAGMA user_version = 2") }
    #expect(try rows(DocumentStore(in: folder)).isEmpty)
  }
}
