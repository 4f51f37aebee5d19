import Dispatch
import Foundation
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob

@MainActor
@Suite(.limitedConcurrency, .serialized) struct `Sources of locations` {
  private static let (home, work) = (
    CLLocation(latitude: 1, longitude: 2), CLLocation(latitude: 3, longitude: 4)
  )

  @Test func `a stopped source keeps the last place until it is started again`() {
    let source = SMSettableLocationSource()
    source.setLocation(Self.home)
    #expect(source.location == nil && !source.isUpdating)
    source.startUpdatingLocation()
    #expect(source.location == Self.home && source.isUpdating)
    source.stopUpdatingLocation()
    source.setLocation(Self.work)
    #expect(source.location == Self.home && !source.isUpdating)
    source.stopUpdatingLocation()
    #expect(source.location == Self.home)
    source.startUpdatingLocation()
    #expect(source.location == Self.work)
    source.setLocation(nil)
    #expect(source.location == nil)
  }

  @Test func `a manager stops its old source and watches the new one`() {
    let (old, new) = (SMSettableLocationSource(), SMSettableLocationSource())
    #expect(old.desiredAccuracy == 0)
    let manager = SMLocationManager(locationManager: old)
    #expect(old.isUpdating && old.desiredAccuracy == -1)
    manager.locationManager = new
    #expect(!old.isUpdating && new.isUpdating && new.desiredAccuracy == -1)
    #expect(manager.locationManager === new)
    new.fail(with: NSError(domain: "new", code: 1))
    #expect(manager.locationManagerError as NSError? == NSError(domain: "new", code: 1))
  }

  @Test(
    arguments: [
      (["lat"], nil), (["lon"], nil), ([], nil),
      (["lat", "lon"], SMGeoPoint(latitude: 5, longitude: 5)),
    ] as [([String], SMGeoPoint?)])
  func `an archive needs both coordinates`(_ names: [String], _ point: SMGeoPoint?) throws {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    for name in names { coder.encode(5.0, forKey: name) }
    coder.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
    #expect(SMGeoPoint(coder: reader) == point)
  }

  @Test func `points are equal if both coordinates are`() {
    let point = SMGeoPoint(latitude: 1, longitude: 2)
    #expect(point == SMGeoPoint(latitude: 1, longitude: 2))
    #expect(point != SMGeoPoint(latitude: 1, longitude: 3))
    #expect(point != SMGeoPoint(latitude: 3, longitude: 2))
    #expect(!point.isEqual("point"))
    #expect(point.queryText == "1.000000,2.000000")
    let keyed: [AnyHashable: Any] = ["lat": 1, "lon": NSNumber(value: 2.5)]
    #expect(keyed.latitude() == 1 && keyed.longitude() == 2.5)
    #expect([1: 2.0].latitude() == nil)
  }
}
