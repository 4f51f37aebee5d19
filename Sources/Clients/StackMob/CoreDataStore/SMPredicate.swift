#if canImport(CoreData) || ManagedObjects
  public import Foundation

  #if canImport(CoreLocation)
    public import CoreLocation
  #endif

  /// What a geographic predicate asks for.
  public enum SMGeoQueryOperatorType: Int, Sendable, Hashable {
    /// Within some miles of a point.
    case SMGeoQueryWithinMilesOperatorType = 0
    /// Within some kilometres of a point.
    case SMGeoQueryWithinKilometersOperatorType = 1
    /// In a box.
    case SMGeoQueryWithinBoundsOperatorType = 2
    /// Near a point.
    case SMGeoQueryNearOperatorType = 3
  }

  /// A condition on a geopoint, for fetch requests.
  ///
  /// It may be joined to others by AND, not by OR. StackMob alone can tell whether it holds: no
  /// object in memory fulfils it.
  ///
  /// - Source: protocol reference B19; the guide, "Query based on Geo-Location".
  public final class SMPredicate: NSPredicate {
    /// What is asked for.
    public let sm_predicateOperatorType: SMGeoQueryOperatorType
    /// `field`, and by kind `miles` or `kilometers` with `coordinate`, `sw` with `ne`, or
    /// `coordinate` alone; points are dictionaries of `latitude` and `longitude`.
    public let predicateDictionary: [String: Any]
    private let apply: (SMQuery, _ field: String) -> Void

    private init(
      _ type: SMGeoQueryOperatorType, _ field: String, _ members: [String: Any],
      apply: @escaping (SMQuery, _ field: String) -> Void
    ) {
      sm_predicateOperatorType = type
      predicateDictionary = members.merging(["field": field]) { $1 }
      self.apply = apply
      #if canImport(CoreData)
        super.init()
      #else
        super.init(value: false)
      #endif
    }

    /// A predicate is not read from an archive.
    public required init?(coder: NSCoder) { nil }

    /// The property.
    var property: String { predicateDictionary["field"] as? String ?? "" }

    /// Adds the condition to a query, for a field.
    func add(to query: SMQuery, field: String) { apply(query, field) }

    /// Never: only StackMob can tell.
    public override func evaluate(with object: Any?) -> Bool { false }

    /// Never: only StackMob can tell.
    public override func evaluate(
      with object: Any?, substitutionVariables bindings: [String: Any]?
    ) -> Bool { false }

    /// The predicate itself, which does not change.
    public override func copy(with zone: NSZone? = nil) -> Any { self }

    private static func members(_ point: SMGeoPoint) -> [String: Double] {
      ["latitude": point.latitude(), "longitude": point.longitude()]
    }

    /// Within some miles of a point.
    public convenience init(
      where field: String, isWithin miles: Double, milesOf point: SMGeoPoint
    ) {
      self.init(
        .SMGeoQueryWithinMilesOperatorType, field,
        ["miles": miles, "coordinate": Self.members(point)]
      ) { $0.where($1, isWithin: miles, milesOf: point) }
    }

    /// Within some kilometres of a point.
    public convenience init(
      where field: String, isWithin kilometers: Double, kilometersOf point: SMGeoPoint
    ) {
      self.init(
        .SMGeoQueryWithinKilometersOperatorType, field,
        ["kilometers": kilometers, "coordinate": Self.members(point)]
      ) { $0.where($1, isWithin: kilometers, kilometersOf: point) }
    }

    /// In a box between its south-west and its north-east.
    public convenience init(
      where field: String, isWithinBoundsWithSWGeoPoint southWest: SMGeoPoint,
      andNEGeoPoint northEast: SMGeoPoint
    ) {
      self.init(
        .SMGeoQueryWithinBoundsOperatorType, field,
        ["sw": Self.members(southWest), "ne": Self.members(northEast)]
      ) { $0.where($1, isWithinBoundsWithSWGeoPoint: southWest, andNEGeoPoint: northEast) }
    }

    /// Near a point, the nearest first.
    public convenience init(where field: String, nearGeoPoint point: SMGeoPoint) {
      self.init(
        .SMGeoQueryNearOperatorType, field, ["coordinate": Self.members(point)]
      ) { $0.where($1, nearGeoPoint: point) }
    }

    /// Within some miles of a coordinate.
    public convenience init(
      where field: String, isWithin miles: Double, milesOf coordinate: CLLocationCoordinate2D
    ) {
      self.init(where: field, isWithin: miles, milesOf: SMGeoPoint(coordinate: coordinate))
    }

    /// Within some kilometres of a coordinate.
    public convenience init(
      where field: String, isWithin kilometers: Double,
      kilometersOf coordinate: CLLocationCoordinate2D
    ) {
      self.init(
        where: field, isWithin: kilometers, kilometersOf: SMGeoPoint(coordinate: coordinate))
    }

    /// In a box between the coordinates of its south-west and its north-east.
    public convenience init(
      where field: String, isWithinBoundsWithSWCorner southWest: CLLocationCoordinate2D,
      andNECorner northEast: CLLocationCoordinate2D
    ) {
      self.init(
        where: field, isWithinBoundsWithSWGeoPoint: SMGeoPoint(coordinate: southWest),
        andNEGeoPoint: SMGeoPoint(coordinate: northEast))
    }

    /// Near a coordinate, the nearest first.
    public convenience init(where field: String, near coordinate: CLLocationCoordinate2D) {
      self.init(where: field, nearGeoPoint: SMGeoPoint(coordinate: coordinate))
    }
  }

  /// The same by the names of the selectors.
  extension SMPredicate {
    /// Within some miles of a point.
    public static func predicateWhere(
      _ field: String, isWithin miles: Double, milesOf point: SMGeoPoint
    ) -> SMPredicate { SMPredicate(where: field, isWithin: miles, milesOf: point) }

    /// Within some miles of a coordinate.
    public static func predicateWhere(
      _ field: String, isWithin miles: Double, milesOf coordinate: CLLocationCoordinate2D
    ) -> SMPredicate { SMPredicate(where: field, isWithin: miles, milesOf: coordinate) }

    /// Within some kilometres of a point.
    public static func predicateWhere(
      _ field: String, isWithin kilometers: Double, kilometersOf point: SMGeoPoint
    ) -> SMPredicate { SMPredicate(where: field, isWithin: kilometers, kilometersOf: point) }

    /// Within some kilometres of a coordinate.
    public static func predicateWhere(
      _ field: String, isWithin kilometers: Double,
      kilometersOf coordinate: CLLocationCoordinate2D
    ) -> SMPredicate { SMPredicate(where: field, isWithin: kilometers, kilometersOf: coordinate) }

    /// In a box between its south-west and its north-east.
    public static func predicateWhere(
      _ field: String, isWithinBoundsWithSWGeoPoint southWest: SMGeoPoint,
      andNEGeoPoint northEast: SMGeoPoint
    ) -> SMPredicate {
      SMPredicate(
        where: field, isWithinBoundsWithSWGeoPoint: southWest, andNEGeoPoint: northEast)
    }

    /// In a box between the coordinates of its south-west and its north-east.
    public static func predicateWhere(
      _ field: String, isWithinBoundsWithSWCorner southWest: CLLocationCoordinate2D,
      andNECorner northEast: CLLocationCoordinate2D
    ) -> SMPredicate {
      SMPredicate(where: field, isWithinBoundsWithSWCorner: southWest, andNECorner: northEast)
    }

    /// Near a point, the nearest first.
    public static func predicateWhere(_ field: String, nearGeoPoint point: SMGeoPoint)
      -> SMPredicate
    { SMPredicate(where: field, nearGeoPoint: point) }

    /// Near a coordinate, the nearest first.
    public static func predicateWhere(_ field: String, near coordinate: CLLocationCoordinate2D)
      -> SMPredicate
    { SMPredicate(where: field, near: coordinate) }
  }
#endif
