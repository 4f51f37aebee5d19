#if canImport(CoreLocation)
  public import CoreLocation
#endif

/// Conditions on a geopoint field.
///
/// Distances in miles or kilometres are converted to radians before they are sent.
extension SMQuery {
  /// Adds the condition that a field is within a number of miles of a coordinate.
  public func `where`(
    _ field: String, isWithin miles: Double, milesOf coordinate: CLLocationCoordinate2D
  ) {
    `where`(field, isWithin: miles, milesOf: SMGeoPoint(coordinate: coordinate))
  }

  /// Adds the condition that a field is within a number of miles of a point.
  public func `where`(_ field: String, isWithin miles: Double, milesOf geoPoint: SMGeoPoint) {
    within(field, circleAround: geoPoint, radians: miles / SMGeoPoint.earthRadiusInMiles)
  }

  /// Adds the condition that a field is within a number of kilometres of a coordinate.
  public func `where`(
    _ field: String, isWithin kilometers: Double, kilometersOf coordinate: CLLocationCoordinate2D
  ) {
    `where`(field, isWithin: kilometers, kilometersOf: SMGeoPoint(coordinate: coordinate))
  }

  /// Adds the condition that a field is within a number of kilometres of a point.
  public func `where`(
    _ field: String, isWithin kilometers: Double, kilometersOf geoPoint: SMGeoPoint
  ) {
    within(field, circleAround: geoPoint, radians: kilometers / SMGeoPoint.earthRadiusInKilometers)
  }

  /// Adds the condition that a field is in the box between two coordinates, borders included.
  public func `where`(
    _ field: String, isWithinBoundsWithSWCorner southWest: CLLocationCoordinate2D,
    andNECorner northEast: CLLocationCoordinate2D
  ) {
    `where`(
      field, isWithinBoundsWithSWGeoPoint: SMGeoPoint(coordinate: southWest),
      andNEGeoPoint: SMGeoPoint(coordinate: northEast))
  }

  /// Adds the condition that a field is in the box between two points, borders included.
  public func `where`(
    _ field: String, isWithinBoundsWithSWGeoPoint southWest: SMGeoPoint,
    andNEGeoPoint northEast: SMGeoPoint
  ) {
    change { $0.set(field + "[within]", southWest.queryText + "," + northEast.queryText) }
  }

  /// Sorts the results by their distance from a coordinate, nearest first.
  ///
  /// Each result contains its distance in radians. Any other order of the query is ignored.
  public func `where`(_ field: String, near coordinate: CLLocationCoordinate2D) {
    `where`(field, nearGeoPoint: SMGeoPoint(coordinate: coordinate))
  }

  /// Sorts the results by their distance from a point, nearest first.
  ///
  /// Each result contains its distance in radians. Any other order of the query is ignored.
  public func `where`(_ field: String, nearGeoPoint geoPoint: SMGeoPoint) {
    change { $0.set(field + "[near]", geoPoint.queryText) }
  }

  private func within(_ field: String, circleAround center: SMGeoPoint, radians: Double) {
    let circle = center.queryText + "," + QueryValue.decimals(radians)
    change { $0.set(field + "[within]", circle) }
  }
}
