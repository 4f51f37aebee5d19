import GhostlightCore
import GhostlightEmulation

/// A position on the earth in decimal degrees (A18).
struct GeoPoint: Sendable, Hashable {
  let latitude: Double
  let longitude: Double

  /// Creates a point, or returns `nil` unless the latitude is in [-90, 90] and the longitude in
  /// [-180, 180).
  init?(latitude: Double, longitude: Double) {
    guard Self.isLatitude(latitude), Self.isLongitude(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Creates a point from the members `lat` and `lon`, or returns `nil` if they are invalid.
  ///
  /// Other members, such as `distance` in a query result, are ignored.
  init?(_ object: JSONObject) {
    guard let latitude = object["lat"]?.number, let longitude = object["lon"]?.number else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Creates a point from an object with only `lat` and `lon`, even if their values are out of
  /// range.
  init?(exactly object: JSONObject) {
    guard object.count == 2, let latitude = object["lat"]?.number,
      let longitude = object["lon"]?.number
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Returns the reason why an object is not a valid point, or `nil` if the object is valid.
  static func problem(_ object: JSONObject) -> String? {
    for (name, range) in [("lat", "-90 to 90"), ("lon", "-180 to less than 180")] {
      guard let number = object[name]?.number else { return "\(name) is not a number" }
      let isInside = name == "lat" ? isLatitude(number) : isLongitude(number)
      guard isInside else { return "\(name) is \(object[name]?.text() ?? ""), not from \(range)" }
    }
    return nil
  }

  private static func isLatitude(_ number: Double) -> Bool { (-90...90).contains(number) }

  private static func isLongitude(_ number: Double) -> Bool { number >= -180 && number < 180 }

  /// Returns the great-circle distance to another point, in radians.
  func distance(to other: GeoPoint) -> Double {
    GreatCircle.angle(
      latitude: latitude, longitude: longitude, toLatitude: other.latitude,
      longitude: other.longitude)
  }
}

/// Functions that parse the numbers of the query conditions `near` and `within`.
enum GeoNumbers {
  /// Returns the numbers in a condition's value, which are separated by commas.
  ///
  /// - Throws: ``Fault/badGeoQuery`` if the field is not a geopoint, or if a part is not a number.
  static func read(_ condition: QueryCondition, _ type: FieldType) throws(Fault) -> [Double] {
    let malformed = Fault.badGeoQuery.filled(["field": condition.field])
    guard type == .geopoint else { throw malformed.withReason("the field's type is \(type.name)") }
    var numbers: [Double] = []
    for part in condition.value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = DecimalText.double(String(part)) else {
        throw malformed.withReason("\"\(part)\" is not a number")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns the refusal of a condition whose numbers are not valid points, or are too many or too
  /// few.
  static func problem(
    _ condition: QueryCondition, _ numbers: [Double], counts: ClosedRange<Int>
  ) -> Fault {
    let malformed = Fault.badGeoQuery.filled(["field": condition.field])
    guard counts.contains(numbers.count) else {
      return malformed.withReason(
        "\(numbers.count) numbers, not from \(counts.lowerBound) to \(counts.upperBound)")
    }
    for first in stride(from: 0, to: numbers.count - 1, by: 2) {
      let place: JSONObject = [
        "lat": .canonical(numbers[first]), "lon": .canonical(numbers[first + 1]),
      ]
      if let problem = GeoPoint.problem(place) { return malformed.withReason(problem) }
    }
    return malformed.withReason("the distance is negative")
  }
}

/// A query condition `f[near]=lat,lon[,radians]` (A18).
struct NearCondition: Sendable {
  let field: String
  let center: GeoPoint
  /// The maximum distance in radians; infinite by default.
  let radius: Double

  /// Creates a near condition from a parsed condition.
  ///
  /// - Throws: ``Fault/badGeoQuery`` if the field is not a geopoint, or if the numbers are invalid.
  init(_ condition: QueryCondition, _ type: FieldType) throws(Fault) {
    field = condition.field
    let numbers = try GeoNumbers.read(condition, type)
    guard numbers.count == 2 || (numbers.count == 3 && numbers[2] >= 0),
      let center = GeoPoint(latitude: numbers[0], longitude: numbers[1])
    else { throw GeoNumbers.problem(condition, numbers, counts: 2...3) }
    self.center = center
    radius = numbers.count == 3 ? numbers[2] : .infinity
  }

  var test: FieldTest {
    .measured { [center, radius] value, budget throws(Fault) in
      try budget.spend()
      guard case .object(let object) = value, let point = GeoPoint(object) else { return false }
      return center.distance(to: point) <= radius
    }
  }

  /// An object's distance, and its index in the list of found objects.
  private struct Neighbour {
    let distance: Double
    let position: Int
  }

  /// Returns one page of objects, sorted by their distance from the center.
  ///
  /// The distance is added to each object's geopoint. All objects in `found` must have the field.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up; no object is sorted then.
  func page(
    of found: [FoundDocument], from first: Int, limit: Int?, within budget: WorkBudget
  ) throws(Fault) -> [JSONObject] {
    try budget.spend(sorting: found.count)
    try budget.spend(found.count, times: 2)
    var neighbours: [Neighbour] = []
    neighbours.reserveCapacity(found.count)
    for (position, object) in found.enumerated() {
      guard case .object(let place) = object.document[field], let point = GeoPoint(place) else {
        continue
      }
      neighbours.append(Neighbour(distance: center.distance(to: point), position: position))
    }
    neighbours.sort { ($0.distance, $0.position) < ($1.distance, $1.position) }
    var objects: [JSONObject] = []
    for neighbour in neighbours.dropFirst(first).prefix(limit ?? .max) {
      var object = found[neighbour.position].document
      try budget.spend(object.count)
      guard case .object(var place) = object[field] else { continue }
      place["distance"] = .double(neighbour.distance)
      object[field] = .object(place)
      objects.append(object)
    }
    return objects
  }
}
