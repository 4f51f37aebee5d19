import AppCenter
import AppCenterScenarios
import Foundation
import GhostlightCore
import GhostlightSQLite
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `Document store on the device` {
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("appcenter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func table(_ name: String) -> String {
    "CREATE TABLE \"\(name)\" (\"id\" INTEGER PRIMARY KEY AUTOINCREMENT, "
      + "\"partition\" TEXT NOT NULL, \"document_id\" TEXT NOT NULL, \"document\" TEXT, "
      + "\"etag\" TEXT, \"expiration_time\" INTEGER, \"download_time\" INTEGER, "
      + "\"operation_time\" INTEGER, \"pending_operation\" TEXT, "
      + "UNIQUE(\"partition\", \"document_id\"))"
  }

  private func tables(_ file: URL) throws -> [String] {
    try DatabaseQueue(path: file.path, busyMilliseconds: 5000).inDatabase { database in
      #expect(try Int.fetchOne(database, sql: "PRAGMA user_version") == 1)
      return try String.fetchAll(
        database,
        sql: """
          SELECT sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
            ORDER BY name
          """)
    }
  }

  @Test func `the store has a table for public documents and one for each user`() async throws {
    try await withFolder { folder in
      let world = try World(storage: .directory(folder))
      _ = await world.read("1", in: "readonly")
      let file = folder.appendingPathComponent("Documents.sqlite")
      #expect(try tables(file) == [table("appDocuments")])
      try world.signIn("it's \"me\"")
      #expect(
        try tables(file) == [
          table("appDocuments"),
          table("user_it's \"me\"_documents")
            .replacing("\"me\"", with: "\"\"me\"\""),
        ])
    }
  }

  @Test func `a sign-out drops the user's table`() async throws {
    try await withFolder { folder in
      let world = try World(storage: .directory(folder))
      try world.signIn()
      _ = await world.create("1", ["n": 1])
      let file = folder.appendingPathComponent("Documents.sqlite")
      #expect(
        try tables(file) == [table("appDocuments"), table("user_\(World.account)_documents")])
      world.use { MSAuthTokenContext.setAuthToken(nil, withAccountId: nil) }
      #expect(try tables(file) == [table("appDocuments")])
    }
  }

  @Test func `rows have the documented columns`() async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["quote": "'\"", "n": 5_000_000_000])
    world.emulators.advance(seconds: 5)
    world.setOnline(false)
    _ = await world.delete("1")
    _ = await world.replace("2", ["a": 1])
    let rows = try DataService.of(world.context).store.write(World.partition) { database, table in
      try Row.fetchAll(database, sql: "SELECT * FROM \(table.name) ORDER BY id") { row in
        row.names.enumerated().map { "\($0.element)=\(row.value($0.offset))" }
          .joined(separator: " ")
      }
    }
    let eTag = try #require(created.eTag)
    #expect(
      rows == [
        "id=2 partition=\"\(World.partition)\" document_id=\"1\" document=NULL "
          + "etag=\(String(reflecting: eTag)) expiration_time=-1 download_time=1568974277 "
          + "operation_time=1568974272 pending_operation=\"DELETE\"",
        "id=3 partition=\"\(World.partition)\" document_id=\"2\" document=\"{\\\"a\\\":1}\" "
          + "etag=NULL expiration_time=-1 download_time=1568974277 operation_time=0 "
          + "pending_operation=\"REPLACE\"",
      ])
  }

  @Test func `documents and pending writes survive the process`() async throws {
    try await withFolder { folder in
      let first = try await World.signedIn(.directory(folder), isOnline: false)
      _ = await first.replace("1", ["n": 1])
      let listener = Listener()
      let second = try World(first.emulators, storage: .directory(folder), isStarted: false)
      second.use { MSData.setRemoteOperationDelegate(listener) }
      second.setOnline(false)
      second.use { MSAppCenter.start(EmulatorPair.secret, withServices: [MSData.self]) }
      #expect(await second.read("1").json == #"{"n":1}"#)
      second.setOnline(true)
      #expect(await listener.operations.next()?.id == "1")
      #expect(first.emulators.stored("1", in: World.partition)?["document"] == ["n": 1])
      // A third run of the app would send pending operations when it starts, but none are left.
      let third = try World(first.emulators, storage: .directory(folder))
      #expect(await third.read("1").isFromDevice == false)
    }
  }

  @Test func `the store uses the folder that is set before the start`() async throws {
    try await withFolder { folder in
      let world = try World(isStarted: false)
      world.use {
        MSData.setStorageDirectory(folder.path)
        MSAppCenter.start(EmulatorPair.secret, withServices: [MSData.self])
      }
      _ = await world.read("1", in: "readonly")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["Documents.sqlite", "Secrets.json"])
    }
  }

  @Test func `a store that cannot be opened fails writes, not reads of the service`() async throws {
    try await withFolder { folder in
      try Data("no folder".utf8).write(to: folder)
      let world = try World(storage: .directory(folder))
      try world.emulators.store("1", ["n": 1], in: "readonly")
      #expect(await world.read("1", in: "readonly").json == #"{"n":1}"#)
      try world.signIn()
      _ = await world.read("2")
      world.setOnline(false)
      let written = await world.replace("2", [:])
      #expect(written.code == 200)
      #expect(written.message?.hasPrefix("The local store cannot be used: ") == true)
    }
  }

  @Test func `a store of an older version is created again`() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try DatabaseQueue(path: folder.appendingPathComponent("Documents.sqlite").path)
        .write { database in
          try database.execute(sql: "CREATE TABLE appDocuments (x TEXT); PRAGMA user_version = 9")
        }
      let world = try World(storage: .directory(folder))
      _ = await world.read("1", in: "readonly")
      #expect(
        try tables(folder.appendingPathComponent("Documents.sqlite")) == [table("appDocuments")])
    }
  }

  @Test func `a row with invalid text is an error offline and read again online`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    _ = try DataService.of(world.context).store.write(World.partition) { database, table in
      try database.execute(
        sql: "UPDATE \(table.name) SET document = '(null)', pending_operation = 'REPLACE'")
    }
    world.setOnline(false)
    #expect(await world.read("1").code == 102)
    world.emulators.intercept { $0.method == .post ? Response(.serviceUnavailable) : nil }
    world.setOnline(true)
    #expect(await world.read("1").json == #"{"n":1}"#)
  }
}
