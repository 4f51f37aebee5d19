import GhostlightEmulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SQLGeometry {
  /// A straight segment of a line or ring, with coordinates in degrees.
  struct Edge: Sendable {
    let start: Position
    let end: Position

    init(_ start: Position, _ end: Position) {
      self.start = start
      self.end = end
    }

    /// Returns the side of the edge's line on which a position is: positive on the left, 0 on the
    /// line.
    private func side(of place: Position) -> Double {
      (end.longitude - start.longitude) * (place.latitude - start.latitude)
        - (end.latitude - start.latitude) * (place.longitude - start.longitude)
    }

    /// Returns whether this edge and `other` cross at a point that is not an end of either.
    func crosses(_ other: Edge) -> Bool {
      side(of: other.start) * side(of: other.end) < 0
        && other.side(of: start) * other.side(of: end) < 0
    }

    /// Returns whether this edge and `other` have a point in common.
    func meets(_ other: Edge) -> Bool {
      crosses(other) || holds(other.start) || holds(other.end) || other.holds(start)
        || other.holds(end)
    }

    private func holds(_ place: Position) -> Bool {
      side(of: place) == 0
        && (min(start.longitude, end.longitude)...max(start.longitude, end.longitude))
          .contains(place.longitude)
        && (min(start.latitude, end.latitude)...max(start.latitude, end.latitude))
          .contains(place.latitude)
    }

    /// Returns the distance between a position and the nearest point of the edge, in metres.
    func meters(to place: Position) -> Double {
      // Away from the equator, a degree of longitude is shorter than a degree of latitude, so
      // longitudes are scaled by `width`.
      let width = cos(place.latitude * .pi / 180)
      let (east, north) = (
        (end.longitude - start.longitude) * width, end.latitude - start.latitude
      )
      let length = east * east + north * north
      var share = 0.0
      if length > 0 {
        let along =
          (place.longitude - start.longitude) * width * east
          + (place.latitude - start.latitude) * north
        share = min(1, max(0, along / length))
      }
      let nearest = Position(
        longitude: start.longitude + share * (end.longitude - start.longitude),
        latitude: start.latitude + share * (end.latitude - start.latitude))
      return Geodesic.meters(from: place, to: nearest)
    }
  }

  /// The shortest path between two positions on the ellipsoid of WGS 84.
  enum Geodesic {
    private static let radius = 6_378_137.0
    private static let flattening = 1 / 298.257223563

    /// Returns the length of the path in metres.
    ///
    /// - Source: Vincenty's inverse formula, 1975. It does not converge for positions that are
    ///   nearly opposite each other; these are measured on a sphere of the mean radius.
    static func meters(from first: Position, to second: Position) -> Double {
      guard first != second else { return 0 }
      let radian = Double.pi / 180
      let polar = (1 - flattening) * radius
      let difference = (second.longitude - first.longitude) * radian
      let firstAngle = atan((1 - flattening) * tan(first.latitude * radian))
      let secondAngle = atan((1 - flattening) * tan(second.latitude * radian))
      let (sin1, cos1) = (sin(firstAngle), cos(firstAngle))
      let (sin2, cos2) = (sin(secondAngle), cos(secondAngle))
      var lambda = difference
      for _ in 0..<200 {
        let east = cos2 * sin(lambda)
        let north = cos1 * sin2 - sin1 * cos2 * cos(lambda)
        let sine = (east * east + north * north).squareRoot()
        guard sine > 0 else { return 0 }
        let cosine = sin1 * sin2 + cos1 * cos2 * cos(lambda)
        let sigma = atan2(sine, cosine)
        let azimuth = cos1 * cos2 * sin(lambda) / sine
        let square = 1 - azimuth * azimuth
        let middle = square == 0 ? 0 : cosine - 2 * sin1 * sin2 / square
        let factor: Double = flattening / 16 * square * (4 + flattening * (4 - 3 * square))
        let doubled: Double = 2 * middle * middle - 1
        let inner: Double = sigma + factor * sine * (middle + factor * cosine * doubled)
        let before = lambda
        lambda = difference + (1 - factor) * flattening * azimuth * inner
        guard abs(lambda - before) < 1e-12 else { continue }
        let ratio: Double = square * (radius * radius / (polar * polar) - 1)
        let scaleTail: Double = ratio * (320 - 175 * ratio) - 768
        let scale: Double = 1 + ratio / 16384 * (4096 + ratio * scaleTail)
        let bendTail: Double = ratio * (74 - 47 * ratio) - 128
        let bend: Double = ratio / 1024 * (256 + ratio * bendTail)
        let fourth: Double = (4 * sine * sine - 3) * (4 * middle * middle - 3)
        let third: Double = cosine * doubled - bend / 6 * middle * fourth
        let correction: Double = bend * sine * (middle + bend / 4 * third)
        return polar * scale * (sigma - correction)
      }
      return sphere(first, second)
    }

    private static func sphere(_ first: Position, _ second: Position) -> Double {
      6_371_008.8
        * GreatCircle.angle(
          latitude: first.latitude, longitude: first.longitude, toLatitude: second.latitude,
          longitude: second.longitude)
    }
  }
}
