import Foundation
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob

@MainActor
@Suite(.limitedConcurrency) struct `Current location` {
  private let source = SMSettableLocationSource()
  private let clock = StepClock()

  @Test func `a known location is returned by the first attempt`() async throws {
    source.setLocation(CLLocation(latitude: 0, longitude: 0))
    let point = try await SMGeoPoint.locate(retries: 3, with: manager())
    #expect(point == SMGeoPoint(latitude: 0, longitude: 0))
    #expect(!source.isUpdating)
  }

  @Test func `a missing location is requested again after 1500 ms`() async throws {
    let manager = manager()
    async let found = SMGeoPoint.locate(retries: 3, with: manager)
    #expect(await clock.wakeNext() == .milliseconds(1500))
    await clock.waitForSleeper()
    source.setLocation(CLLocation(latitude: 37.8, longitude: -122.4))
    #expect(await clock.wakeNext() == .milliseconds(1500))
    #expect(try await found == SMGeoPoint(latitude: 37.8, longitude: -122.4))
  }

  @Test(arguments: [0, 3])
  func `a missing location fails with -110 after the last retry`(_ retries: Int) async throws {
    let manager = manager()
    async let found = SMGeoPoint.locate(retries: retries, with: manager)
    for _ in 0..<retries { await clock.wakeNext() }
    do {
      let point = try await found
      Issue.record("there is a place: \(point)")
    } catch {
      let error = error as NSError
      #expect(error.domain == "SMError")
      #expect(error.code == -110)
      #expect(
        error.localizedDescription
          == "SMLocationManager failed to retrieve lat/lon after 3 attempts"
      )
    }
    #expect(!source.isUpdating)
  }

  @Test func `the first failure of the source is thrown once`() async throws {
    let manager = manager()
    source.fail(with: NSError(domain: "kCLErrorDomain", code: 1))
    source.fail(with: NSError(domain: "kCLErrorDomain", code: 2))
    await #expect(throws: NSError(domain: "kCLErrorDomain", code: 1)) {
      try await SMGeoPoint.locate(retries: 0, with: manager)
    }
    #expect(manager.locationManagerError == nil)
  }

  @Test func `a subclass can configure the location source`() {
    let manager = RoughManager()
    #expect(manager.locationManager.desiredAccuracy == 1000)
    #expect(SMLocationManager().locationManager.desiredAccuracy == -1)
  }

  private func manager() -> SMLocationManager {
    let manager = SMLocationManager(locationManager: source)
    manager.clock = clock
    return manager
  }
}

extension `Current location` {
  final class RoughManager: SMLocationManager {
    init() {
      super.init()
      locationManager.desiredAccuracy = 1000
    }
  }
}
