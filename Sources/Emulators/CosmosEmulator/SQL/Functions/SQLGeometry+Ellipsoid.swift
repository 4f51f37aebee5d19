#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SQLGeometry {
  /// The area of all polygons in square metres; 0 for points and lines.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/st-area.md; assumption: polygons that
  ///   contain a pole are not recognized.
  var squareMeters: Double {
    polygons.reduce(0) { sum, rings in
      let outer = Ellipsoid.squareMeters(in: rings[0])
      // A clockwise outer ring describes everything outside of the ring.
      let area = outer < 0 ? Ellipsoid.squareMeters + outer : outer
      return rings.dropFirst().reduce(sum + area) { $0 - abs(Ellipsoid.squareMeters(in: $1)) }
    }
  }

  /// Lengths and areas on the ellipsoid of WGS 84.
  ///
  /// The edges of lines and rings are arcs of great ellipses: of planes through the centre of the
  /// ellipsoid. The service's examples of distances are lengths of such arcs, not of the slightly
  /// shorter geodesics.
  enum Ellipsoid {
    private static let radius = 6_378_137.0
    /// The ratio of the polar radius to the equatorial radius.
    private static let ratio = 1 - 1 / 298.257223563
    private static let eccentricity = (1 - ratio * ratio).squareRoot()

    private typealias Vector = (x: Double, y: Double, z: Double)

    /// Returns the length of the arc between two positions in metres.
    ///
    /// The arc between opposite positions leads over a pole.
    static func meters(from first: Position, to second: Position) -> Double {
      guard first != second else { return 0 }
      let (start, end) = (vector(first), vector(second))
      var normal = cross(start, end)
      if dot(normal, normal) < 1e-24 {
        // Both positions are on one line through the centre.
        guard dot(start, end) < 0 else { return 0 }
        normal = dot((start.x, start.y, 0), start) < 1e-24 ? (0, 1, 0) : (start.y, -start.x, 0)
      }
      let size = dot(normal, normal).squareRoot()
      normal = (normal.x / size, normal.y / size, normal.z / size)
      // The great ellipse has its longer radius in the plane of the equator.
      let tilt = (normal.x * normal.x + normal.y * normal.y).squareRoot()
      let equatorial: Vector = tilt > 0 ? (-normal.y / tilt, normal.x / tilt, 0) : (1, 0, 0)
      let upward = cross(normal, equatorial)
      let shorter =
        1 / (normal.z * normal.z + (1 - normal.z * normal.z) / (ratio * ratio)).squareRoot()
      let angle = { (place: Vector) in atan2(dot(place, upward), shorter * dot(place, equatorial)) }
      let from = angle(start)
      var turn = angle(end) - from
      if turn < 0 { turn += 2 * .pi }
      return radius * length(from: from, turn: turn, flatness: 1 - shorter * shorter)
    }

    /// Returns the length of an arc of an ellipse whose longer radius is 1.
    ///
    /// - Source: the quadrature of Gauss and Legendre with eight points.
    private static func length(from: Double, turn: Double, flatness: Double) -> Double {
      let middle = from + turn / 2
      var sum = 0.0
      for point in points {
        for sign in [-1.0, 1.0] {
          let slope = cos(middle + sign * point.place * turn / 2)
          sum += point.weight * (1 - flatness * slope * slope).squareRoot()
        }
      }
      return sum * turn / 2
    }

    private static let points: [(place: Double, weight: Double)] = [
      (0.183_434_642_495_649_8, 0.362_683_783_378_362_0),
      (0.525_532_409_916_329_0, 0.313_706_645_877_887_3),
      (0.796_666_477_413_626_7, 0.222_381_034_453_374_5),
      (0.960_289_856_497_536_3, 0.101_228_536_290_376_3),
    ]

    /// Returns the vector from the centre to a position; its unit is the equatorial radius.
    private static func vector(_ place: Position) -> Vector {
      let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
      let sine = sin(latitude)
      let scale = 1 / (1 - eccentricity * eccentricity * sine * sine).squareRoot()
      return (
        scale * cos(latitude) * cos(longitude), scale * cos(latitude) * sin(longitude),
        scale * ratio * ratio * sine
      )
    }

    private static func cross(_ left: Vector, _ right: Vector) -> Vector {
      (
        left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z,
        left.x * right.y - left.y * right.x
      )
    }

    private static func dot(_ left: Vector, _ right: Vector) -> Double {
      left.x * right.x + left.y * right.y + left.z * right.z
    }
  }
}

/// Areas, computed on the sphere that has the same area as the ellipsoid.
extension SQLGeometry.Ellipsoid {
  /// The area of the ellipsoid.
  static let squareMeters = 2 * .pi * radius * radius * zone(1)

  /// Returns the area of a ring; negative for a clockwise ring.
  ///
  /// The area is the sum of the areas between each edge and the equator.
  static func squareMeters(in ring: [SQLGeometry.Position]) -> Double {
    let heights = ring.map { place in
      // The latitude on the sphere at which a zone from the equator has the same area.
      tan(asin(min(1, max(-1, zone(sin(place.latitude * .pi / 180)) / zone(1)))) / 2)
    }
    var angle = 0.0
    for place in ring.indices.dropFirst() {
      let width = ring[place].longitude - ring[place - 1].longitude
      let shorter = width > 180 ? width - 360 : width < -180 ? width + 360 : width
      let (left, right) = (heights[place - 1], heights[place])
      angle -= 2 * atan2(tan(shorter * .pi / 360) * (left + right), 1 + left * right)
    }
    return angle * squareMeters / (4 * .pi)
  }

  /// Returns the area between the equator and a latitude, given its sine, for each radian of
  /// longitude; its unit is half the square of the equatorial radius.
  private static func zone(_ sine: Double) -> Double {
    let product = eccentricity * sine
    let share = sine / (1 - product * product) + atanh(product) / eccentricity
    return ratio * ratio * share
  }
}
