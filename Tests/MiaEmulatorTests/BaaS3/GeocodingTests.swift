import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Geocoding of BaaS 3` {
  @Test(arguments: [
    ("address=Roma", "Roma 12.4964 41.9028"), ("address=new%20york", "new york -74.006 40.7128"),
    ("address=nowhere", ""), ("address=", ""), ("lat=45.5&lng=9.2", "Milano 9.19 45.4642"),
    ("lat=-30&lng=-180", "Sydney 151.2093 -33.8688"), ("lng=0&lat=51", "London -0.1276 51.5072"),
    ("lat=35&lng=140&more=1", "Tokyo 139.6917 35.6895"),
  ])
  func `geocoding finds places by name or position`(_ query: String, _ place: String) {
    var project = MiaProject()
    let response = project.send(Request(.get, RequestTarget("/geocoding/geo?\(query)")))
    let found = response.json?.array?.map { row in
      let point = row["location"]?["coordinates"]
      return "\(row["address"]?.string ?? "?") \(point?[0] ?? "?") \(point?[1] ?? "?")"
    }
    #expect(found == (place.isEmpty ? [] : [place]))
  }
}
