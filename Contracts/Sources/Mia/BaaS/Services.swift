import GhostlightContracts
import GhostlightCore

/// Promises about first-generation analytics, devices for push, and geocoding.
enum Services {
  static let pact = Pact.mia {
    reports
    places
  }

  private static let json: KeyValuePairs<String, Example> = ["Content-Type": "application/json"]

  private static func kept(
    _ description: String, _ evidence: [Evidence], at path: String, _ body: JSONObject
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference("B8")] + evidence,
      .post("\(path)", json: .value(.object(body))),
      .status(200, headers: json, json: Pictures.answer(body)), route: "Create or update an item",
      whole: ["$", "$.info"])
  }

  @InteractionBuilder private static var reports: [Interaction] {
    for kind in ["installation", "dailyuse"] {
      kept(
        "\(kind) is reported as an item",
        [.guide("Basic analytics"), .decision("E15: an ordinary collection")], at: "/analytics/",
        [
          "type": .string(kind), "installationId": "ef02dcaa-7a2e-4c31-a505-c2cb014d769e",
          "day": "2019-05-17", "timestamp": 1_558_051_200_000, "platform": "linux",
          "sdk": "mkApp", "sdkVersion": "1.0.0", "appVersion": "1.0",
        ])
    }
    kept(
      "a device is registered for push as an item",
      [.sdk("Android push aar"), .decision("an ordinary collection")], at: "/devices",
      ["os": "ANDROID", "registrationId": "device-1", "info": ["model": "Nexus 5"]])
    Interaction.step(
      "registered devices can be asked for", [.protocolReference("B8"), .sdk("Android push aar")],
      given: [.item(["id": "d1", "os": "IOS", "registrationId": "device-2"], in: "devices")],
      .get("/devices", query: Pictures.query(#"{"os":"IOS"}"#)),
      .status(
        200, headers: json,
        json: [Pictures.answer(["id": "d1", "os": "IOS", "registrationId": "device-2"])]),
      route: "List items", whole: ["$[*]"])
  }

  private static func finds(
    _ description: String, _ query: KeyValuePairs<String, Example>, _ places: Example...
  ) -> Interaction {
    Interaction.step(
      description,
      [
        .protocolReference("B9"), .guide("Advanced Network settings"), .decision("E16"),
      ], .get("/geocoding/geo", query: query), .status(200, headers: json, json: .array(places)),
      route: "Geocode", whole: ["$[*]", "$[*].location"])
  }

  private static func place(_ name: String, _ east: Double, _ north: Double) -> Example {
    [
      "address": "\(name)",
      "location": [
        "type": "Point", "coordinates": [.value(.double(east)), .value(.double(north))],
      ],
    ]
  }

  @InteractionBuilder private static var places: [Interaction] {
    finds("a place is found by its name", ["address": "Milano"], place("Milano", 9.19, 45.4642))
    finds("a name may be written otherwise", ["address": "milano"], place("milano", 9.19, 45.4642))
    finds("a name that is not known finds nothing", ["address": "Atlantis"])
    finds(
      "the nearest place is found by where it is", ["lat": "41.9", "lng": "12.5"],
      place("Roma", 12.4964, 41.9028))
    for query in ["", "lat", "lng"] {
      Interaction.refusedItem(
        "geocoding \(query.isEmpty ? "nothing" : "by \(query) alone") is refused",
        [.protocolReference("B9"), .decision("E16")],
        query.isEmpty
          ? .get("/geocoding/geo")
          : .get("/geocoding/geo", query: KeyValuePairs(dictionaryLiteral: (query, "1"))), 400,
        "address, or lat and lng, are required", fault: "no place asked for", route: "Geocode")
    }
  }
}
