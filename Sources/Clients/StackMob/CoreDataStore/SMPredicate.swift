#if canImport(CoreData) || ManagedObjects
  public import Foundation

  #if canImport(CoreLocation)
    public import CoreLocation
  #endif

  /// The kind of a geographic condition in an ``SMPredicate``.
  ///
  /// The predicate's ``SMPredicate/predicateDictionary`` has different members for each kind. The
  /// raw values are those of the SDK.
  public enum SMGeoQueryOperatorType: Int, Sendable, Hashable {
    /// The field is within a number of miles of a point.
    case SMGeoQueryWithinMilesOperatorType = 0
    /// The field is within a number of kilometres of a point.
    case SMGeoQueryWithinKilometersOperatorType = 1
    /// The field is in a box.
    case SMGeoQueryWithinBoundsOperatorType = 2
    /// The field is near a point; the nearest objects come first.
    case SMGeoQueryNearOperatorType = 3
  }

  /// A condition on a geopoint field, for the predicate of a fetch request.
  ///
  /// It can be combined with other conditions by AND, but not by OR. Only StackMob can evaluate the
  /// condition: it is `false` for every object in memory, and a fetch from the cache finds nothing.
  ///
  /// ```swift
  /// import StackMob
  ///
  /// func nearby(_ point: SMGeoPoint, in context: NSManagedObjectContext) throws -> [NSManagedObject] {
  ///   let request = NSFetchRequest<NSManagedObject>(entityName: "Shop")
  ///   request.predicate = SMPredicate(where: "location", isWithin: 5, kilometersOf: point)
  ///   return try context.executeFetchRequestAndWait(request)
  /// }
  /// ```
  ///
  /// - Source: protocol reference B19; the guide, "Query based on Geo-Location".
  public final class SMPredicate: NSPredicate {
    /// The kind of the condition, which decides the keys of ``predicateDictionary``.
    public let sm_predicateOperatorType: SMGeoQueryOperatorType
    /// The arguments of the condition.
    ///
    /// `field` is the name of the property. The other keys depend on the kind: `miles` or
    /// `kilometers` with `coordinate`; `sw` and `ne`; or only `coordinate`. Points are dictionaries
    /// with `latitude` and `longitude`.
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

    /// Returns `nil`: predicates of this class cannot be read from an archive.
    public required init?(coder: NSCoder) { nil }

    var property: String { predicateDictionary["field"] as? String ?? "" }

    /// Adds the condition to `query`; `field` is the StackMob name of the geopoint field.
    func add(to query: SMQuery, field: String) { apply(query, field) }

    /// Returns `false`, because only StackMob can evaluate the condition.
    public override func evaluate(with object: Any?) -> Bool { false }

    /// Returns `false`, because only StackMob can evaluate the condition.
    public override func evaluate(
      with object: Any?, substitutionVariables bindings: [String: Any]?
    ) -> Bool { false }

    /// Returns the predicate itself, which is immutable.
    public override func copy(with zone: NSZone? = nil) -> Any { self }

    private static func members(_ point: SMGeoPoint) -> [String: Double] {
      ["latitude": point.latitude(), "longitude": point.longitude()]
    }

    /// Creates a condition that a field is within a number of miles of a point.
    public convenience init(
      where field: String, isWithin miles: Double, milesOf point: SMGeoPoint
    ) {
      self.init(
        .SMGeoQueryWithinMilesOperatorType, field,
        ["miles": miles, "coordinate": Self.members(point)]
      ) { $0.where($1, isWithin: miles, milesOf: point) }
    }

    /// Creates a condition that a field is within a number of kilometres of a point.
    public convenience init(
      where field: String, isWithin kilometers: Double, kilometersOf point: SMGeoPoint
    ) {
      self.init(
        .SMGeoQueryWithinKilometersOperatorType, field,
        ["kilometers": kilometers, "coordinate": Self.members(point)]
      ) { $0.where($1, isWithin: kilometers, kilometersOf: point) }
    }

    /// Creates a condition that a field is in the box between a south-west and a north-east point.
    public convenience init(
      where field: String, isWithinBoundsWithSWGeoPoint southWest: SMGeoPoint,
      andNEGeoPoint northEast: SMGeoPoint
    ) {
      self.init(
        .SMGeoQueryWithinBoundsOperatorType, field,
        ["sw": Self.members(southWest), "ne": Self.members(northEast)]
      ) { $0.where($1, isWithinBoundsWithSWGeoPoint: southWest, andNEGeoPoint: northEast) }
    }

    /// Creates a condition that sorts objects by their distance from a point, nearest first.
    public convenience init(where field: String, nearGeoPoint point: SMGeoPoint) {
      self.init(
        .SMGeoQueryNearOperatorType, field, ["coordinate": Self.members(point)]
      ) { $0.where($1, nearGeoPoint: point) }
    }

    /// Creates a condition that a field is within a number of miles of a coordinate.
    public convenience init(
      where field: String, isWithin miles: Double, milesOf coordinate: CLLocationCoordinate2D
    ) {
      self.init(where: field, isWithin: miles, milesOf: SMGeoPoint(coordinate: coordinate))
    }

    /// Creates a condition that a field is within a number of kilometres of a coordinate.
    public convenience init(
      where field: String, isWithin kilometers: Double,
      kilometersOf coordinate: CLLocationCoordinate2D
    ) {
      self.init(
        where: field, isWithin: kilometers, kilometersOf: SMGeoPoint(coordinate: coordinate))
    }

    /// Creates a condition that a field is in the box between a south-west and a north-east
    /// coordinate.
    public convenience init(
      where field: String, isWithinBoundsWithSWCorner southWest: CLLocationCoordinate2D,
      andNECorner northEast: CLLocationCoordinate2D
    ) {
      self.init(
        where: field, isWithinBoundsWithSWGeoPoint: SMGeoPoint(coordinate: southWest),
        andNEGeoPoint: SMGeoPoint(coordinate: northEast))
    }

    /// Creates a condition that sorts objects by their distance from a coordinate, nearest first.
    public convenience init(where field: String, near coordinate: CLLocationCoordinate2D) {
      self.init(where: field, nearGeoPoint: SMGeoPoint(coordinate: coordinate))
    }
  }

  /// The initializers as static methods, with the names of the Objective-C selectors.
  extension SMPredicate {
    /// Returns a condition that a field is within a number of miles of a point.
    public static func predicateWhere(
      _ field: String, isWithin miles: Double, milesOf point: SMGeoPoint
    ) -> SMPredicate { SMPredicate(where: field, isWithin: miles, milesOf: point) }

    /// Returns a condition that a field is within a number of miles of a coordinate.
    public static func predicateWhere(
      _ field: String, isWithin miles: Double, milesOf coordinate: CLLocationCoordinate2D
    ) -> SMPredicate { SMPredicate(where: field, isWithin: miles, milesOf: coordinate) }

    /// Returns a condition that a field is within a number of kilometres of a point.
    public static func predicateWhere(
      _ field: String, isWithin kilometers: Double, kilometersOf point: SMGeoPoint
    ) -> SMPredicate { SMPredicate(where: field, isWithin: kilometers, kilometersOf: point) }

    /// Returns a condition that a field is within a number of kilometres of a coordinate.
    public static func predicateWhere(
      _ field: String, isWithin kilometers: Double,
      kilometersOf coordinate: CLLocationCoordinate2D
    ) -> SMPredicate { SMPredicate(where: field, isWithin: kilometers, kilometersOf: coordinate) }

    /// Returns a condition that a field is in the box between a south-west and a north-east point.
    public static func predicateWhere(
      _ field: String, isWithinBoundsWithSWGeoPoint southWest: SMGeoPoint,
      andNEGeoPoint northEast: SMGeoPoint
    ) -> SMPredicate {
      SMPredicate(
        where: field, isWithinBoundsWithSWGeoPoint: southWest, andNEGeoPoint: northEast)
    }

    /// Returns a condition that a field is in the box between a south-west and a north-east
    /// coordinate.
    public static func predicateWhere(
      _ field: String, isWithinBoundsWithSWCorner southWest: CLLocationCoordinate2D,
      andNECorner northEast: CLLocationCoordinate2D
    ) -> SMPredicate {
      SMPredicate(where: field, isWithinBoundsWithSWCorner: southWest, andNECorner: northEast)
    }

    /// Returns a condition that sorts objects by their distance from a point, nearest first.
    public static func predicateWhere(_ field: String, nearGeoPoint point: SMGeoPoint)
      -> SMPredicate
    { SMPredicate(where: field, nearGeoPoint: point) }

    /// Returns a condition that sorts objects by their distance from a coordinate, nearest first.
    public static func predicateWhere(_ field: String, near coordinate: CLLocationCoordinate2D)
      -> SMPredicate
    { SMPredicate(where: field, near: coordinate) }
  }
#endif
