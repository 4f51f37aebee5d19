import Foundation
import GhostlightCore
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `StackMob geopoints` {
  @Test(arguments: [
    SMGeoPoint(latitude: 39.53794, longitude: -119.783936),
    SMGeoPoint(latitude: NSNumber(value: 39.53794), longitude: NSNumber(value: -119.783936)),
    SMGeoPoint(coordinate: CLLocationCoordinate2DMake(39.53794, -119.783936)),
  ])
  func `a geopoint is a dictionary of latitude and longitude`(_ point: SMGeoPoint) {
    #expect(point.latitude() == 39.53794)
    #expect(point.longitude() == -119.783936)
    #expect(point.dictionary == ["lat": 39.53794, "lon": -119.783936])
    #expect(point.json.text() == #"{"lat":39.53794,"lon":-119.783936}"#)
  }

  @Test(arguments: [
    (["lat": 1.5, "lon": 2, "distance": 0.1] as [String: any Sendable], 1.5, 2.0),
    (["lat": NSNumber(value: 3).doubleValue, "lon": -4.25], 3.0, -4.25),
  ])
  func `a geopoint is read from a result`(
    _ result: [String: any Sendable], _ latitude: Double, _ longitude: Double
  ) {
    #expect(result.latitude() == latitude)
    #expect(result.longitude() == longitude)
    #expect(SMGeoPoint(dictionary: result) == SMGeoPoint(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    [:] as [String: any Sendable], ["lat": 1], ["lon": 1], ["lat": "1", "lon": "2"],
  ])
  func `a result without two numbers is not a geopoint`(_ result: [String: any Sendable]) {
    #expect(SMGeoPoint(dictionary: result) == nil)
  }

  @Test(arguments: [true, false])
  func `a geopoint survives archiving and can be a dictionary key`(_ isSecure: Bool) throws {
    let point = SMGeoPoint(latitude: 37.77215879638275, longitude: -122.4064476357965)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: point, requiringSecureCoding: isSecure)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: SMGeoPoint.self, from: data)
    #expect(read == point)
    #expect(read.map { [$0: 1] } == [point: 1])
    #expect(point["lat"] == 37.77215879638275 && point["distance"] == nil)
    #expect("\(point)" == #"["lat": 37.77215879638275, "lon": -122.4064476357965]"#)
  }
}
