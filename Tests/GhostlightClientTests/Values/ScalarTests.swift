import Foundation
import GhostlightClient
import GhostlightCore
import Testing

@Suite struct `Scalars` {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: @Sendable () -> Any

    init(_ text: String, _ value: @escaping @Sendable () -> Any) {
      testDescription = text
      self.value = value
    }
  }

  static let rows: [Row] = [
    Row("null") { JSON.null },
    Row("[1]") { JSON.array([1]) },
    Row("null") { NSNull() },
    Row("true") { true },
    Row("true") { NSNumber(value: true) },
    Row("1") { NSNumber(value: 1) },
    Row("1.5") { NSNumber(value: 1.5) },
    Row("-7") { Int8(-7) },
    Row("18446744073709551615") { UInt64.max },
    Row("-9223372036854775808") { Int64.min },
    Row("18446744073709551615") { NSNumber(value: UInt64.max) },
    Row("-3") { NSNumber(value: -3) },
    Row("2.5") { NSNumber(value: Float(2.5)) },
    Row("false") { NSNumber(value: false) },
    Row("false") { false },
    Row("0") { 0 },
    Row("1.1") { Float(1.1) },
    Row("1.1") { 1.1 },
    Row(#""a""#) { "a" },
  ]

  @Test(arguments: rows) func `scalar values become JSON`(_ row: Row) throws {
    #expect(try JSON(scalar: row.value())?.text() == row.testDescription)
  }

  static let invalid: [Row] = [
    Row("nan") { Double.nan },
    Row("inf") { Float.infinity },
    Row("-inf") { NSNumber(value: -Double.infinity) },
    Row("nan") { Float.nan },
  ]

  @Test(arguments: invalid) func `numbers that JSON cannot express are errors`(_ row: Row) {
    let error = #expect(throws: UnrepresentableNumber.self) { try JSON(scalar: row.value()) }
    #expect(error.map { "\($0.value)" } == row.testDescription)
  }

  static let others: [Row] = [
    Row("a list") { [1] },
    Row("a dictionary") { ["a": 1] },
    Row("a date") { Date(timeIntervalSince1970: 0) },
    Row("data") { Data() },
  ]

  @Test(arguments: others) func `values that are not scalars are not converted`(_ row: Row) throws {
    #expect(try JSON(scalar: row.value()) == nil)
  }
}
