@testable import AppCenterData
import AppCenterScenarios
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Time to live on the device` {
  @Test func `options are infinite by default and refuse values below -1`() {
    #expect(MSReadOptions().deviceTimeToLive == kMSDataTimeToLiveInfinite)
    #expect(MSWriteOptions(deviceTimeToLive: 60)?.deviceTimeToLive == 60)
    #expect(MSWriteOptions(deviceTimeToLive: -1)?.deviceTimeToLive == -1)
    #expect(MSReadOptions(deviceTimeToLive: -2) == nil)
    #expect(MSReadOptions.createInfiniteCacheOptions().deviceTimeToLive == -1)
    #expect(MSReadOptions.createNoCacheOptions().deviceTimeToLive == 0)
    #expect(MSWriteOptions.createInfiniteCacheOptions().deviceTimeToLive == -1)
    #expect(MSWriteOptions.createNoCacheOptions().deviceTimeToLive == 0)
    #expect(
      [kMSDataTimeToLiveInfinite, kMSDataTimeToLiveNoCache, kMSDataTimeToLiveDefault]
        == [-1, 0, -1])
  }

  @Test(
    arguments: [
      (nil, -1), (-1, -1), (60, 1_568_974_332), (.max, .max),
    ] as [(Int?, Int64)])
  func `a time to live sets the expiration`(_ seconds: Int?, _ expiration: Int64) async throws {
    let world = try await World.signedIn()
    let options = seconds.flatMap { MSWriteOptions(deviceTimeToLive: $0) }
    _ = await world.create("1", ["n": 1], options: options)
    #expect(try world.rows().map(\.expiration) == [expiration])
  }

  @Test func `an expired document is removed offline and read again online`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1], options: MSWriteOptions(deviceTimeToLive: 60))
    world.setOnline(false)
    world.emulators.advance(seconds: 60)
    #expect(
      await world.read("1")
        == .failed(
          .localDocumentExpired,
          "Local document for partition '\(World.partition)' and document ID '1' expired at "
            + "2019-09-20T10:12:12.000Z, discarding it", partition: World.partition, id: "1"))
    #expect(await world.read("1").code == 200)
    world.setOnline(true)
    #expect(await world.read("1").json == #"{"n":1}"#)
  }

  @Test func `an offline read renews the time to live`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1], options: MSWriteOptions(deviceTimeToLive: 60))
    world.setOnline(false)
    world.emulators.advance(seconds: 59)
    #expect(await world.read("1", options: MSReadOptions(deviceTimeToLive: 60)).code == nil)
    #expect(try world.rows().map(\.expiration) == [1_568_974_391])
    _ = await world.read("1", options: .createNoCacheOptions())
    #expect(try world.rows().isEmpty)
  }

  @Test func `a time to live of 0 stores nothing, not even a pending write`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1], options: .createNoCacheOptions())
    #expect(try world.rows().isEmpty)
    world.setOnline(false)
    let written = await world.replace("1", ["n": 2], options: .createNoCacheOptions())
    #expect(written.isFromDevice && written.json == #"{"n":2}"#)
    #expect(try world.rows().isEmpty)
    _ = await world.replace("2", ["n": 2])
    #expect(await world.read("2", options: .createNoCacheOptions()).json == #"{"n":2}"#)
    #expect(try world.rows().isEmpty)
  }

  @Test func `a time to live below -1 is the default`() async throws {
    let world = try await World.signedIn()
    let options = MSWriteOptions()
    options.deviceTimeToLive = -7
    _ = await world.create("1", ["n": 1], options: options)
    #expect(try world.rows().map(\.expiration) == [-1])
  }
}
