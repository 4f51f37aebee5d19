import Foundation
import GhostlightCore
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on geolocation` {
  @Test func `Add a GeoPoint Schema Field`() async throws {
    // The field is added by hand, as in the dashboard.
    let app = try GuideApp()
    try app.setUp(
      "schema exists", ["name": "bar", "fields": ["location": "geopoint"]])
    let bar = try await app.client.dataStore().createObject(
      ["location": SMGeoPoint(latitude: 1, longitude: 2)], inSchema: "bar")
    #expect((bar["location"] as? [String: Any])?.latitude() == 1)

    // The field is inferred. Afterwards it accepts only values of this type.
    let store = app.client.dataStore()
    _ = try await store.createObject(
      ["location": SMGeoPoint(latitude: 1, longitude: 2)], inSchema: "cafe")
    await #expect(throws: NSError.self) {
      _ = try await store.createObject(["location": "round the corner"], inSchema: "cafe")
    }
  }

  /// All tests share one manager, so they run one after another.
  ///
  /// A settable source provides the location instead of a GPS.
  @MainActor @Suite(.serialized) struct `Start Tracking Geo-Location` {
    @Test func `Using SMLocationManager`() {
      let source = SMSettableLocationSource()
      SMLocationManager.sharedInstance().locationManager = source

      SMLocationManager.sharedInstance().locationManager.startUpdatingLocation()
      #expect(source.isUpdating)

      SMLocationManager.sharedInstance().locationManager.stopUpdatingLocation()
      #expect(!source.isUpdating)
    }

    @Test func `Obtaining Latitude and Longitude Values`() async throws {
      let source = SMSettableLocationSource()
      SMLocationManager.sharedInstance().locationManager = source
      SMLocationManager.sharedInstance().locationManager.startUpdatingLocation()
      #expect(SMLocationManager.sharedInstance().locationManager.location == nil)

      source.setLocation(CLLocation(latitude: 37.77215879638275, longitude: -122.4064476357965))
      let coordinate = try #require(
        SMLocationManager.sharedInstance().locationManager.location?.coordinate)
      let latitude = NSNumber(value: coordinate.latitude)
      let longitude = NSNumber(value: coordinate.longitude)
      #expect(latitude == 37.77215879638275)
      #expect(longitude == -122.4064476357965)

      // Saving Geo-Location Data
      let points = Mailbox(of: SMGeoPoint.self)
      SMGeoPoint.getForCurrentLocation(
        onSuccess: { geoPoint in
          points.put(geoPoint)
        },
        onFailure: { error in
          Issue.record(error)
        })
      #expect(await points.next() == SMGeoPoint(latitude: latitude, longitude: longitude))
    }

    @Test func `Subclassing SMLocationManager`() {
      final class CityManager: SMLocationManager {
        init() {
          super.init()
          locationManager.desiredAccuracy = 3000
        }
      }
      #expect(CityManager().locationManager.desiredAccuracy == 3000)
    }
  }

  @Test func `Saving and Reading Geo-Location Values`() throws {
    let location = SMGeoPoint(
      latitude: NSNumber(value: 37.77215879638275), longitude: NSNumber(value: -122.4064476357965))

    let data = try NSKeyedArchiver.archivedData(
      withRootObject: location, requiringSecureCoding: true)

    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: SMGeoPoint.self, from: data)
    #expect(read == location)
  }

  @Test func `Geo-Location using the Datastore API: Saving`() async throws {
    let app = try GuideApp()
    let objects = Mailbox(of: String?.self)

    let renoCoordinate = CLLocationCoordinate2DMake(39.537940, -119.783936)
    let location = SMGeoPoint(coordinate: renoCoordinate)
    let arguments: [String: Any] = ["name": "My Location", "location": location]

    app.client.dataStore().createObject(
      arguments, inSchema: "todo",
      onSuccess: { object, schema in
        let place = object["location"] as? [String: Any]
        objects.put("\(schema): \(place?.latitude() ?? 0), \(place?.longitude() ?? 0)")
      },
      onFailure: { error, _, _ in
        Issue.record(error)
      })

    #expect(await objects.next() == "todo: 39.53794, -119.783936")
  }

  @Test func `Geo-Location using the Datastore API: Reading`() async throws {
    let app = try GuideApp()
    let places = [
      "near": SMGeoPoint(latitude: 37.78, longitude: -122.41),
      "far": SMGeoPoint(coordinate: CLLocationCoordinate2DMake(39.537940, -119.783936)),
    ]
    for (name, place) in places {
      _ = try await app.client.dataStore().createObject(
        ["title": name, "location": place], inSchema: "people")
    }
    let found = Mailbox(of: [String].self)

    let location = SMGeoPoint(
      latitude: NSNumber(value: 37.77215879638275), longitude: NSNumber(value: -122.4064476357965))
    let query = SMQuery(schema: "people")
    query.where("location", isWithin: 5, milesOf: location)
    app.client.dataStore().performQuery(
      query,
      onSuccess: { results in
        found.put(results.titles)
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await found.next() == ["near"])
  }
}
