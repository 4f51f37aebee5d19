#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// Conditions on a geopoint field; distances go out as radians of the earth.
extension SMQuery {
  /// The field is within some miles of a coordinate.
  public func `where`(
    _ field: String, isWithin miles: Double, milesOf coordinate: CLLocationCoordinate2D
  ) {
    `where`(field, isWithin: miles, milesOf: SMGeoPoint(coordinate: coordinate))
  }

  /// The field is within some miles of a point.
  public func `where`(_ field: String, isWithin miles: Double, milesOf geoPoint: SMGeoPoint) {
    within(field, circleAround: geoPoint, radians: miles / SMGeoPoint.earthRadiusInMiles)
  }

  /// The field is within some kilometres of a coordinate.
  public func `where`(
    _ field: String, isWithin kilometers: Double, kilometersOf coordinate: CLLocationCoordinate2D
  ) {
    `where`(field, isWithin: kilometers, kilometersOf: SMGeoPoint(coordinate: coordinate))
  }

  /// The field is within some kilometres of a point.
  public func `where`(
    _ field: String, isWithin kilometers: Double, kilometersOf geoPoint: SMGeoPoint
  ) {
    within(field, circleAround: geoPoint, radians: kilometers / SMGeoPoint.earthRadiusInKilometers)
  }

  /// The field is in a box, borders included, given by two coordinates.
  public func `where`(
    _ field: String, isWithinBoundsWithSWCorner southWest: CLLocationCoordinate2D,
    andNECorner northEast: CLLocationCoordinate2D
  ) {
    `where`(
      field, isWithinBoundsWithSWGeoPoint: SMGeoPoint(coordinate: southWest),
      andNEGeoPoint: SMGeoPoint(coordinate: northEast))
  }

  /// The field is in a box, borders included, given by two points.
  public func `where`(
    _ field: String, isWithinBoundsWithSWGeoPoint southWest: SMGeoPoint,
    andNEGeoPoint northEast: SMGeoPoint
  ) {
    change { $0.set(field + "[within]", southWest.queryText + "," + northEast.queryText) }
  }

  /// Nearest objects first; results carry their distance in radians, any order is ignored.
  public func `where`(_ field: String, near coordinate: CLLocationCoordinate2D) {
    `where`(field, nearGeoPoint: SMGeoPoint(coordinate: coordinate))
  }

  /// Nearest objects first; results carry their distance in radians, any order is ignored.
  public func `where`(_ field: String, nearGeoPoint geoPoint: SMGeoPoint) {
    change { $0.set(field + "[near]", geoPoint.queryText) }
  }

  private func within(_ field: String, circleAround center: SMGeoPoint, radians: Double) {
    let circle = center.queryText + "," + QueryValue.decimals(radians)
    change { $0.set(field + "[within]", circle) }
  }
}
