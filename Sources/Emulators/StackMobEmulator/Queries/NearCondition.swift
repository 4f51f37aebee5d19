import GhostlightCore
import GhostlightEmulation

/// `f[near]=lat,lon[,radians]` (A18).
struct NearCondition: Sendable {
  let field: String
  let center: GeoPoint
  /// The greatest distance in radians; infinite where none is given.
  let radius: Double

  /// - Throws: ``Fault/badGeoQuery``.
  init(_ condition: QueryCondition, _ type: FieldType) throws(Fault) {
    field = condition.field
    let numbers = try GeoNumbers.read(condition, type)
    guard numbers.count == 2 || (numbers.count == 3 && numbers[2] >= 0),
      let center = GeoPoint(latitude: numbers[0], longitude: numbers[1])
    else { throw .badGeoQuery.filled(["field": field]) }
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

  /// An object with its distance, and its place among those of the same distance.
  private struct Neighbour {
    let distance: Double
    let position: Int
  }

  /// The objects of a page by distance, each with it in its geopoint; those found all have one.
  ///
  /// - Throws: What is over the budget, before there is anything to sort.
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
