import GhostlightCore
import GhostlightEmulation

/// Functions of GeoJSON geometries on the WGS 84 ellipsoid: points, lines, polygons and
/// multi-polygons.
///
/// - Source: Microsoft's pages of the functions. Assumptions: the result for an invalid geometry is
///   undefined, and the wording of all reasons but one.
extension SQLFunction {
  static let geometry: [SQLFunction] = [
    ofGeometries("ST_DISTANCE") { first, second in
      SQLNumber.json(first.distance(to: second))
    },
    ofGeometries("ST_WITHIN") { first, second in .bool(first.isWithin(second)) },
    ofGeometries("ST_INTERSECTS") { first, second in .bool(first.intersects(second)) },
    SQLFunction("ST_AREA", 1...1) { arguments, context throws(SQLError) in
      guard let value = arguments[0],
        case .success(let geometry) = try SQLGeometry.read(value, context.budget)
      else { return nil }
      return SQLNumber.json(geometry.squareMeters)
    },
    SQLFunction("ST_ISVALID", 1...1) { arguments, context throws(SQLError) in
      guard let value = arguments[0] else { return nil }
      switch try SQLGeometry.read(value, context.budget) {
      case .success: return true
      case .failure: return false
      }
    },
    SQLFunction("ST_ISVALIDDETAILED", 1...1) { arguments, context throws(SQLError) in
      guard let value = arguments[0] else { return nil }
      switch try SQLGeometry.read(value, context.budget) {
      case .success: return ["valid": true]
      case .failure(let problem): return ["valid": false, "reason": .string(problem.reason)]
      }
    },
  ]

  /// Returns a function of two geometries.
  ///
  /// The function compares each edge of one geometry with each edge of the other.
  private static func ofGeometries(
    _ name: String, _ body: @escaping @Sendable (SQLGeometry, SQLGeometry) -> JSON
  ) -> SQLFunction {
    SQLFunction(name, 2...2) { arguments, context throws(SQLError) in
      guard let left = arguments[0], let right = arguments[1],
        case .success(let first) = try SQLGeometry.read(left, context.budget),
        case .success(let second) = try SQLGeometry.read(right, context.budget)
      else { return nil }
      // The size of a document or query limits each `size`, but the product may overflow.
      let (steps, overflow) = first.size.multipliedReportingOverflow(by: second.size)
      try context.budget.pay(overflow ? Int.max : steps)
      return body(first, second)
    }
  }
}

/// The reason why a value is not a valid geometry.
struct SQLGeometryError: Error {
  let reason: String
}

/// A GeoJSON geometry.
struct SQLGeometry: Sendable {
  struct Position: Sendable, Hashable {
    let longitude: Double
    let latitude: Double
  }

  /// The rings of a polygon: an outer ring, followed by holes.
  ///
  /// A ring's first and last positions are equal.
  typealias Rings = [[Position]]

  private var points: [Position] = []
  private var lines: [[Position]] = []
  private(set) var polygons: [Rings] = []

  /// The number of positions in the geometry, at least one.
  private(set) var size = 0

  /// Parses a geometry, and charges the number of its positions to the budget.
  static func read(
    _ value: JSON, _ budget: WorkBudget
  ) throws(SQLError) -> Result<SQLGeometry, SQLGeometryError> {
    try budget.pay(count(value["coordinates"] ?? .null, depth: 4))
    do throws(SQLGeometryError) {
      return .success(try SQLGeometry(value))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the number of values in nested arrays, including the arrays, down to a nesting level
  /// of `depth`.
  private static func count(_ value: JSON, depth: Int) -> Int {
    guard depth > 0, let elements = value.array else { return 1 }
    return elements.reduce(1) { $0 + count($1, depth: depth - 1) }
  }

  private init(_ value: JSON) throws(SQLGeometryError) {
    guard let type = value["type"]?.string, let coordinates = value["coordinates"]?.array else {
      throw SQLGeometryError(reason: "The input is not a GeoJSON object.")
    }
    switch type {
    case "Point": points = [try Self.position(.array(coordinates))]
    case "LineString": lines = [try Self.line(coordinates)]
    case "Polygon": polygons = [try Self.rings(coordinates)]
    case "MultiPolygon":
      for polygon in coordinates { polygons.append(try Self.rings(polygon.array ?? [])) }
      guard !polygons.isEmpty else {
        throw SQLGeometryError(reason: "The MultiPolygon input has no polygon.")
      }
    default:
      throw SQLGeometryError(reason: "The type '\(type)' is not supported.")
    }
    size = vertices.count
  }

  private static func position(_ value: JSON) throws(SQLGeometryError) -> Position {
    guard let numbers = value.array, numbers.count >= 2, let longitude = numbers[0].number,
      let latitude = numbers[1].number
    else { throw SQLGeometryError(reason: "A position must have a longitude and a latitude.") }
    guard abs(latitude) <= 90 else {
      throw SQLGeometryError(reason: "Latitude values must be between -90 and 90 degrees.")
    }
    guard abs(longitude) <= 180 else {
      throw SQLGeometryError(reason: "Longitude values must be between -180 and 180 degrees.")
    }
    return Position(longitude: longitude, latitude: latitude)
  }

  private static func line(_ values: [JSON]) throws(SQLGeometryError) -> [Position] {
    var line: [Position] = []
    for value in values { line.append(try position(value)) }
    guard line.count >= 2 else {
      throw SQLGeometryError(reason: "A line must have at least two positions.")
    }
    return line
  }

  private static func rings(_ values: [JSON]) throws(SQLGeometryError) -> Rings {
    var rings: Rings = []
    for (number, value) in values.enumerated() {
      let ring = try line(value.array ?? [])
      guard ring.first == ring.last else {
        throw SQLGeometryError(
          reason: "The Polygon input is not valid because the start and end points of the ring "
            + "number \(number + 1) are not the same. Each ring of a polygon must have the same "
            + "start and end points.")
      }
      guard ring.count >= 4 else {
        throw SQLGeometryError(
          reason: "The Polygon input is not valid because the ring number \(number + 1) has fewer "
            + "than four positions.")
      }
      rings.append(ring)
    }
    guard !rings.isEmpty else {
      throw SQLGeometryError(reason: "The Polygon input has no ring.")
    }
    return rings
  }

  private var paths: [[Position]] { lines + polygons.flatMap { $0 } }

  private var vertices: [Position] { points + paths.flatMap { $0 } }

  /// The edges of the geometry; a point counts as an edge with two equal ends.
  private var edges: [Edge] {
    points.map { Edge($0, $0) }
      + paths.flatMap { path in zip(path, path.dropFirst()).map { Edge($0, $1) } }
  }
}

/// Functions that compare two geometries.
extension SQLGeometry {
  /// Returns the shortest distance in metres; 0 if the geometries have a point in common.
  func distance(to other: SQLGeometry) -> Double {
    guard !intersects(other) else { return 0 }
    let (edges, others) = (edges, other.edges)
    var shortest = Double.infinity
    for vertex in vertices {
      for edge in others { shortest = min(shortest, edge.meters(to: vertex)) }
    }
    for vertex in other.vertices {
      for edge in edges { shortest = min(shortest, edge.meters(to: vertex)) }
    }
    return shortest
  }

  /// Returns whether the geometries have a point in common.
  func intersects(_ other: SQLGeometry) -> Bool {
    if vertices.contains(where: other.covers) || other.vertices.contains(where: covers) {
      return true
    }
    let others = other.edges
    return edges.contains { edge in others.contains { edge.meets($0) } }
  }

  /// Returns whether this geometry is inside a polygon of `other` or, if `other` has no polygons,
  /// consists of the same points.
  func isWithin(_ other: SQLGeometry) -> Bool {
    guard !other.polygons.isEmpty else {
      return !points.isEmpty && points == other.points
    }
    guard vertices.allSatisfy(other.covers) else { return false }
    let others = other.edges
    return !edges.contains { edge in others.contains { edge.crosses($0) } }
  }

  /// Returns whether a position is in one of the polygons and not in a hole.
  private func covers(_ place: Position) -> Bool {
    polygons.contains { rings in
      let isInRing = Self.isInside(place, rings[0]) || Self.isOnEdge(place, rings[0])
      let isInHole = rings.dropFirst().contains { Self.isInside(place, $0) }
      // A clockwise outer ring describes everything outside of the ring.
      return Self.area(rings[0]) < 0 ? !Self.isInside(place, rings[0]) : isInRing && !isInHole
    }
  }

  /// Returns twice the area of a ring, in square degrees; negative for a clockwise ring.
  private static func area(_ ring: [Position]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { area, edge in
      area + edge.0.longitude * edge.1.latitude - edge.1.longitude * edge.0.latitude
    }
  }

  private static func isOnEdge(_ place: Position, _ ring: [Position]) -> Bool {
    zip(ring, ring.dropFirst()).contains { Edge($0, $1).meets(Edge(place, place)) }
  }

  /// Returns whether a position is inside a ring: whether a line from the position to the east
  /// crosses the ring an odd number of times.
  private static func isInside(_ place: Position, _ ring: [Position]) -> Bool {
    var isInside = false
    for (start, end) in zip(ring, ring.dropFirst())
    where (start.latitude > place.latitude) != (end.latitude > place.latitude) {
      let share = (place.latitude - start.latitude) / (end.latitude - start.latitude)
      let longitude = start.longitude + share * (end.longitude - start.longitude)
      if longitude > place.longitude { isInside.toggle() }
    }
    return isInside
  }
}
