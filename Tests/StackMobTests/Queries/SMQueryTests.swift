import Foundation
import GhostlightCore
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `StackMob queries` {
  @Test(arguments: [
    Row({ $0.where("title", isEqualTo: "Homework") }, "title", "Homework"),
    Row({ $0.where("age", isEqualTo: 12) }, "age", "12"),
    Row({ $0.where("title", isEqualTo: nil) }, "title[null]", "true"),
    Row({ $0.where("title", isEqualTo: NSNull()) }, "title[null]", "true"),
    Row({ $0.where("title", isEqualTo: "") }, "title[empty]", "true"),
    Row({ $0.where("title", isNotEqualTo: "Homework") }, "title[ne]", "Homework"),
    Row({ $0.where("title", isNotEqualTo: nil) }, "title[null]", "false"),
    Row({ $0.where("title", isNotEqualTo: "") }, "title[empty]", "false"),
    Row({ $0.where("age", isLessThan: 12) }, "age[lt]", "12"),
    Row({ $0.where("age", isLessThanOrEqualTo: 12.5) }, "age[lte]", "12.5"),
    Row({ $0.where("age", isGreaterThan: -3.0) }, "age[gt]", "-3"),
    Row({ $0.where("age", isGreaterThanOrEqualTo: NSNumber(value: 7)) }, "age[gte]", "7"),
    Row({ $0.where("name", isIn: ["Jack", "Jill", "Bob"]) }, "name[in]", "Jack,Jill,Bob"),
    Row({ $0.where("age", isIn: [1, 2.5, NSNull()]) }, "age[in]", "1,2.5"),
    Row({ $0.where("done", isEqualTo: true) }, "done", "true"),
    Row(
      { $0.where("createddate", isLessThan: Date(timeIntervalSince1970: 1_371_040_000.1239)) },
      "createddate[lt]", "1371040000123"),
  ])
  func `a condition becomes a query parameter`(_ row: Row) {
    let query = SMQuery(schema: "todo")
    row.condition(query)
    #expect(query.requestParameters == [row.name: row.value])
    #expect(query.requestHeaders == [:])
    #expect(query.refusal == nil)
  }

  @Test(arguments: [
    Row(
      { $0.where("place", isWithin: 0.25, milesOf: Row.home) },
      "place[within]", "37.775000,122.418300,0.000063"),
    Row(
      { $0.where("place", isWithin: 1000, kilometersOf: Row.home) },
      "place[within]", "37.775000,122.418300,0.157048"),
    Row(
      { $0.where("place", isWithin: 0.25, milesOf: SMGeoPoint(coordinate: Row.home)) },
      "place[within]", "37.775000,122.418300,0.000063"),
    Row(
      { $0.where("place", isWithin: 1000, kilometersOf: SMGeoPoint(coordinate: Row.home)) },
      "place[within]", "37.775000,122.418300,0.157048"),
    Row(
      { $0.where("place", isWithinBoundsWithSWCorner: Row.home, andNECorner: Row.north) },
      "place[within]", "37.775000,122.418300,38.000000,123.500000"),
    Row(
      {
        $0.where(
          "place", isWithinBoundsWithSWGeoPoint: SMGeoPoint(coordinate: Row.home),
          andNEGeoPoint: SMGeoPoint(coordinate: Row.north))
      },
      "place[within]", "37.775000,122.418300,38.000000,123.500000"),
    Row({ $0.where("place", near: Row.home) }, "place[near]", "37.775000,122.418300"),
    Row(
      { $0.where("place", nearGeoPoint: SMGeoPoint(coordinate: Row.home)) },
      "place[near]", "37.775000,122.418300"),
  ])
  func `distances become radians with six decimals`(_ row: Row) {
    let query = SMQuery(schema: "todo")
    row.condition(query)
    #expect(query.requestParameters == [row.name: row.value])
  }

  @Test func `order and page become header fields`() {
    let query = SMQuery(schema: "Todo")
    query.fromIndex(11, to: 22)
    query.order(byField: "priority", ascending: true)
    query.order(byField: "createddate", ascending: false)
    #expect(query.schemaName == "todo")
    #expect(query.queryItems == [])
    #expect(
      query.requestHeaders == [
        "Range": "objects=11-22", "X-StackMob-OrderBy": "priority:asc,createddate:desc",
      ])
    query.limit(10)
    #expect(query.requestHeaders["Range"] == "objects=0-9")
  }

  @Test func `a condition replaces one on the same field and operator`() {
    let query = SMQuery(schema: "todo")
    query.where("age", isLessThan: 10)
    query.where("age", isGreaterThan: 1)
    query.where("age", isLessThan: 20)
    #expect(
      query.queryItems == [
        QueryItem(name: "age[lt]", value: "20"), QueryItem(name: "age[gt]", value: "1"),
      ])
  }

  @Test(arguments: [
    Refusal({ $0.limit(0) }, "The limit 0 is not valid; use 1 or more."),
    Refusal(
      { $0.fromIndex(5, to: 4) }, "The range from 5 to 4 is empty; end at 5 or later."),
    Refusal(
      { $0.where("age", isLessThan: NSNull()) },
      "age[lt] needs a value to compare with; it got none."),
  ])
  func `a query that cannot be sent has an error with the reason`(_ row: Refusal) {
    let query = SMQuery(schema: "todo")
    row.change(query)
    let refusal = query.refusal as NSError?
    #expect(refusal?.domain == SMErrorDomain)
    #expect(refusal?.code == -100)
    #expect(refusal?.localizedDescription == row.reason)
    #expect(query.requestHeaders == [:])
    #expect(query.requestParameters == [:])
  }
}

extension `StackMob queries` {
  struct Row: Sendable, CustomTestStringConvertible {
    static let home = CLLocationCoordinate2DMake(37.775, 122.4183)
    static let north = CLLocationCoordinate2DMake(38, 123.5)

    var condition: @Sendable (SMQuery) -> Void
    var name: String
    var value: String

    init(_ condition: @escaping @Sendable (SMQuery) -> Void, _ name: String, _ value: String) {
      self.condition = condition
      self.name = name
      self.value = value
    }

    var testDescription: String { "\(name)=\(value)" }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var change: @Sendable (SMQuery) -> Void
    var reason: String

    init(_ change: @escaping @Sendable (SMQuery) -> Void, _ reason: String) {
      self.change = change
      self.reason = reason
    }

    var testDescription: String { reason }
  }
}
