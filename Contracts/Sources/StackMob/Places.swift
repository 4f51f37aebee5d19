import GhostlightContracts
import GhostlightCore

/// Promises about geopoints: the `near` and `within` conditions, and refusals.
enum Places {
  static let pact = Pact.stackMob {
    near
    within
    refusals
  }

  private static func place(
    _ id: String, _ latitude: Double, _ longitude: Double
  ) -> JSONObject {
    Sample.dated([
      "place_id": .string(id),
      "at": ["lat": .double(latitude), "lon": .double(longitude)],
    ])
  }

  /// A place far away, one in the mountains, and one a few miles north of the queries' centre.
  private static let all = [
    place("far", 38.993572, 59.084473), place("tahoe", 39.119939, -120.033188),
    place("rafael", 37.977086, -122.531033),
  ]
  private static let states =
    [GivenState.schema("place", ["at": "geopoint", "name": "string"])]
    + all.map { .object("place", $0) }
    + [.object("place", ["place_id": "nowhere", "name": "no place at all"])]
  private static let centre = "37.775,-122.4183"

  /// Returns a place as a `near` query returns it: with its distance in radians.
  private static func found(_ id: String, _ distance: Double) -> Example {
    let object = all.first { $0["place_id"] == .string(id) } ?? [:]
    let point = object["at"] ?? .null
    return [
      "place_id": "\(id)", "createddate": .integer(Sample.date),
      "lastmoddate": .integer(Sample.date),
      "at": [
        "lat": .value(point["lat"] ?? .null), "lon": .value(point["lon"] ?? .null),
        "distance": .number(distance),
      ],
    ]
  }

  @InteractionBuilder private static var near: [Interaction] {
    Interaction.step(
      "near a place, all objects are found by distance, which they contain, in spite of another order",
      [
        .protocolReference("A18"), .guide("Query based on Geo-Location"), .suite("GeoPointSpec.js"),
      ],
      given: states,
      .get(
        "/place", query: ["at[near]": "\(centre)"],
        headers: ["X-StackMob-OrderBy": "place_id:asc"]),
      .status(
        200,
        json: [
          found("rafael", 0.00385386), found("tahoe", 0.04017106), found("far", 1.80151126),
        ]), route: "Query", whole: ["$[*]", "$[*].at"], order: [.ascending("$[*].at.distance")])
    Interaction.step(
      "near a place finds what lies within a distance in radians",
      [.protocolReference("A18"), .guide("Query based on Geo-Location")], given: states,
      .get("/place", query: ["at[near]": "\(centre),0.01"]),
      .status(200, json: [found("rafael", 0.00385386)]), route: "Query",
      whole: ["$[*]", "$[*].at"])
    Interaction.step(
      "the nearest alone, as a page of one",
      [.protocolReference("A18"), .protocolReference("A10.6")],
      given: states,
      .get("/place", query: ["at[near]": "\(centre)"], headers: ["Range": "objects=0-0"]),
      .status(
        206, headers: ["Content-Range": "objects 0-0/3"], json: [found("rafael", 0.00385386)]),
      route: "Query", whole: ["$[*]", "$[*].at"])
  }

  private static func inside(_ description: String, _ area: String, finds ids: [String])
    -> Interaction
  {
    let objects = all.filter { ids.contains($0["place_id"]?.string ?? "") }
    return Interaction.step(
      "places within \(description)",
      [.protocolReference("A18"), .guide("Query based on Geo-Location"), .decision("D6")],
      given: states, .get("/place", query: ["at[within]": "\(area)"]),
      .status(200, json: .array(objects.map { .same($0) })), route: "Query",
      whole: ["$[*]", "$[*].at"])
  }

  @InteractionBuilder private static var within: [Interaction] {
    inside("a circle", "\(centre),0.05", finds: ["tahoe", "rafael"])
    inside("a box", "37,-123,38,-122", finds: ["rafael"])
    inside("a box, its borders included", "37.977086,-122.531033,38,-122", finds: ["rafael"])
    inside("a box over the date line", "0,59,40,-122", finds: ["far", "rafael"])
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    let malformed: [Evidence] = [.documentation("REST API")]
    for (name, condition, value, evidence) in [
      ("near one number", "near", "1", malformed),
      ("near words", "near", "here,there", malformed),
      ("near a place off the globe", "near", "91,0", []),
      ("within two corners' half", "within", "1,2", malformed),
      ("within a negative distance", "within", "1,2,-0.5", []),
    ] {
      Interaction.refusal(
        "\(name) is refused",
        [.protocolReference("A18"), .protocolReference("A28")] + evidence, given: states,
        .get("/place", query: ["at[\(condition)]": "\(value)"]), 400,
        "Malformed geo value for field at", fault: "malformed geo query", route: "Query")
    }
    Interaction.refusal(
      "near a field that holds no place is refused", [.protocolReference("A18")], given: states,
      .get("/place", query: ["name[near]": "1,2"]), 400, "Malformed geo value for field name",
      fault: "malformed geo query", route: "Query")
    Interaction.refusal(
      "near a place as an alternative is refused",
      [.protocolReference("A18"), .documentation("REST API, \"OR\""), .decision("D8")],
      given: states,
      .get("/place", query: ["[or1].at[near]": "\(centre)", "[or1].name": "x"]), 400,
      "OR cannot be combined with near", fault: "OR with order or near", route: "Query")
  }
}
