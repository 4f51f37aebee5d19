import Foundation
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import Testing

@Suite struct `Predicates about places` {
  /// One test case: a predicate in each of its forms, with its type, members and query.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let type: SMGeoQueryOperatorType
    let members: [String]
    let query: [String: String]
    let make: @Sendable () -> [SMPredicate]
  }

  private static let (a, b) = (
    CLLocationCoordinate2D(latitude: 1, longitude: 2),
    CLLocationCoordinate2D(latitude: 3, longitude: 4)
  )
  private static func point(_ place: CLLocationCoordinate2D) -> SMGeoPoint {
    SMGeoPoint(coordinate: place)
  }

  private static let rows = [
    Row(
      testDescription: "miles", type: .SMGeoQueryWithinMilesOperatorType,
      members: ["coordinate latitude 1.0 longitude 2.0", "field at", "miles 5.0"],
      query: ["f[within]": "1.000000,2.000000,0.001264"]
    ) {
      [
        SMPredicate(where: "at", isWithin: 5, milesOf: a),
        SMPredicate(where: "at", isWithin: 5, milesOf: point(a)),
        .predicateWhere("at", isWithin: 5, milesOf: a),
        .predicateWhere("at", isWithin: 5, milesOf: point(a)),
      ]
    },
    Row(
      testDescription: "kilometers", type: .SMGeoQueryWithinKilometersOperatorType,
      members: ["coordinate latitude 1.0 longitude 2.0", "field at", "kilometers 500.0"],
      query: ["f[within]": "1.000000,2.000000,0.078524"]
    ) {
      [
        SMPredicate(where: "at", isWithin: 500, kilometersOf: a),
        SMPredicate(where: "at", isWithin: 500, kilometersOf: point(a)),
        .predicateWhere("at", isWithin: 500, kilometersOf: a),
        .predicateWhere("at", isWithin: 500, kilometersOf: point(a)),
      ]
    },
    Row(
      testDescription: "bounds", type: .SMGeoQueryWithinBoundsOperatorType,
      members: [
        "field at", "ne latitude 3.0 longitude 4.0", "sw latitude 1.0 longitude 2.0",
      ], query: ["f[within]": "1.000000,2.000000,3.000000,4.000000"]
    ) {
      [
        SMPredicate(where: "at", isWithinBoundsWithSWCorner: a, andNECorner: b),
        SMPredicate(
          where: "at", isWithinBoundsWithSWGeoPoint: point(a), andNEGeoPoint: point(b)),
        .predicateWhere("at", isWithinBoundsWithSWCorner: a, andNECorner: b),
        .predicateWhere(
          "at", isWithinBoundsWithSWGeoPoint: point(a), andNEGeoPoint: point(b)),
      ]
    },
    Row(
      testDescription: "near", type: .SMGeoQueryNearOperatorType,
      members: ["coordinate latitude 1.0 longitude 2.0", "field at"],
      query: ["f[near]": "1.000000,2.000000"]
    ) {
      [
        SMPredicate(where: "at", near: a), SMPredicate(where: "at", nearGeoPoint: point(a)),
        .predicateWhere("at", near: a), .predicateWhere("at", nearGeoPoint: point(a)),
      ]
    },
  ]

  private static func text(_ members: [String: Any]) -> [String] {
    members.map { key, value in
      guard let point = value as? [String: Double] else { return "\(key) \(value)" }
      return ([key] + point.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
        .joined(separator: " ")
    }.sorted()
  }

  @Test(arguments: rows) func `each form of a predicate has the same members and query`(
    _ row: Row
  ) {
    for predicate in row.make() {
      #expect(predicate.sm_predicateOperatorType == row.type)
      #expect(Self.text(predicate.predicateDictionary) == row.members)
      #expect(predicate.property == "at")
      let query = SMQuery(schema: "todo")
      predicate.add(to: query, field: "f")
      #expect(query.requestParameters == row.query)
      #expect(!predicate.evaluate(with: ["at": 1]))
      #expect(!predicate.evaluate(with: ["at": 1], substitutionVariables: nil))
      #expect((predicate.copy() as AnyObject) === predicate)
    }
  }

  @Test(arguments: [
    ("TRUEPREDICATE", false), ("a == 1", false), ("a == 1 AND b == 2", false),
  ]) func `a predicate without places has no geographic part`(
    _ format: String, _ isGeographic: Bool
  ) throws {
    let predicate = NSPredicate(format: format, argumentArray: [])
    #expect(try FetchCondition(predicate).hasGeographicPart == isGeographic)
    let near = SMPredicate(where: "at", near: Self.a)
    for joined in [
      NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, near]),
      NSCompoundPredicate(orPredicateWithSubpredicates: [predicate, near]),
      NSCompoundPredicate(notPredicateWithSubpredicate: near),
    ] {
      #expect(try FetchCondition(joined).hasGeographicPart)
    }
  }
}
