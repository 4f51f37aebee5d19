import AppCenterScenarios
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `Documents in responses of Cosmos DB` {
  private static let system =
    #""id":"1","_ts":1791622989,"_etag":"\"x\"","PartitionKey":"readonly""#
  private static let properties =
    "Can't deserialize document (missing system properties or partition key)"

  @Test(
    arguments: [
      (#"{"document":{"a":1.50},\#(system)}"#, #"{"a":1.50}"#),
      (#"{"document":null,\#(system)}"#, nil),
      (#"{\#(system)}"#, nil),
    ] as [(String, String?)])
  func `a response may have an inner document`(_ body: String, _ json: String?) async throws {
    let world = try World()
    world.emulators.intercept { $0.isForCosmos ? Response(.ok, body: Array(body.utf8)) : nil }
    #expect(
      await world.read("1", in: "readonly")
        == Seen(
          json: json, partition: "readonly", id: "1", eTag: "\"x\"", updated: 1_791_622_989))
  }

  @Test(arguments: [
    #"{}"#, #"{"document":{},"id":"1","_ts":1,"_etag":"x"}"#,
    #"{"document":{},"id":1,"_ts":1,"_etag":"x","PartitionKey":"readonly"}"#,
    #"{"document":{},"id":"1","_ts":"1","_etag":"x","PartitionKey":"readonly"}"#,
    #"{"document":{},"id":"1","_ts":1,"PartitionKey":"readonly"}"#,
  ])
  func `a response without system properties is an error`(_ body: String) async throws {
    let world = try World()
    world.emulators.intercept { $0.isForCosmos ? Response(.ok, body: Array(body.utf8)) : nil }
    #expect(
      await world.read("1", in: "readonly")
        == .failed(.jsonSerializationFailed, Self.properties, partition: nil, id: nil))
  }

  @Test(arguments: ["", "<html>", "[1]"])
  func `a response that is not an object is an error`(_ body: String) async throws {
    let world = try World()
    world.emulators.intercept { $0.isForCosmos ? Response(.ok, body: Array(body.utf8)) : nil }
    let seen = await world.read("1", in: "readonly")
    #expect(seen.code == 102)
    #expect(seen.message?.hasPrefix("Can't deserialize JSON payload") == true)
    #expect(seen.partition == "readonly")
    #expect(seen.id == "1")
  }

  @Test func `an inner document that is not an object is an error`() async throws {
    let world = try World()
    let body = #"{"document":"text",\#(Self.system)}"#
    world.emulators.intercept { $0.isForCosmos ? Response(.ok, body: Array(body.utf8)) : nil }
    let seen = await world.read("1", in: "readonly")
    #expect(seen.code == 102)
    #expect(seen.message == "Can't deserialize document (its value is not an object)")
  }
}
