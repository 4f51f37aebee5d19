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
      return Ellipsoid.meters(from: place, to: nearest)
    }
  }
}
