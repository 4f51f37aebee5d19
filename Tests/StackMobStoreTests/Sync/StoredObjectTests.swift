import Foundation
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import Testing

@Suite struct `Objects as the server stores them` {
  private static let sent: [(JSONObject, JSON, Bool)] = [
    ([:], [:], true), (["a": 1], ["a": 1, "b": 2], true), (["a": 1], ["a": 2], false),
    (["a": 1], [:], false), (["a": 1], ["a": 1.0], true), (["a": 1.5], ["a": 1.5], true),
    (["a": "x"], ["a": "x"], true), (["a": "x"], ["a": "y"], false), (["a": nil], [:], true),
    (["a": nil], ["a": nil], true), (["a": nil], ["a": 1], false), (["a": true], ["a": true], true),
    (["a": true], ["a": false], false), (["a": []], ["a": []], true), (["a": []], [:], true),
    (["a": []], ["a": ["x"]], false), (["a": ["x"]], ["a": ["x"]], true),
    (["a": ["x"]], ["a": ["y"]], false), (["a": ["x"]], ["a": []], false),
    (["a": ["lat": 1, "lon": 2]], ["a": ["lat": 1.0, "lon": 2.0, "x": 3]], true),
    (["a": ["lat": 1, "lon": 2]], ["a": ["lat": 1, "lon": 3]], false),
    (["a": "Content-Transfer-Encoding: base64\nAA"], ["a": "http://s3/x"], true),
    (["a": "Content-Transfer-Encoding: base64\nAA"], ["a": nil], false),
    (["a": 1, "b": 2], ["a": 1, "b": 3], false),
  ]

  @Test(arguments: sent) func `a sent object is recognised in what the server stores`(
    _ sent: JSONObject, _ stored: JSON, _ isStored: Bool
  ) {
    #expect(sent.isStored(as: stored) == isStored)
  }

  @Test func `the members that differ are those with another value`() {
    let old: JSONObject = ["a": 1, "b": nil, "c": ["x"]]
    let new: JSONObject = ["a": 2, "b": nil, "c": ["x"], "d": 4]
    #expect(new.members(differingFrom: old) == ["a": 2, "d": 4])
    #expect(old.members(differingFrom: old) == [:])
  }

  @Test func `dates are left out, read in milliseconds, and given to policies as dates`() {
    let object: JSONObject = ["a": 1, "createddate": 1000, "lastmoddate": 2500]
    #expect(object.withoutDates == ["a": 1])
    #expect(object.date("lastmoddate") == Date(timeIntervalSince1970: 2.5))
    #expect(object.date("b") == nil)
    let policy = object.forPolicy
    #expect(policy["createddate"] as? Date == Date(timeIntervalSince1970: 1))
    #expect(policy["lastmoddate"] as? Date == Date(timeIntervalSince1970: 2.5))
    #expect(policy["a"] as? Int == 1 && policy.count == 3)
    #expect(Date(timeIntervalSince1970: 1.0004).milliseconds == 1000)
    #expect(Date(timeIntervalSince1970: 1.0006).milliseconds == 1001)
    #expect(Date(milliseconds: 1500) == Date(timeIntervalSince1970: 1.5))
  }

  /// One test case: a value of an attribute and its JSON, or the type that is refused.
  struct Value: Sendable, CustomTestStringConvertible {
    let type: NSAttributeType
    let value: @Sendable () -> Any?
    let json: JSON?
    init(_ type: NSAttributeType, _ json: JSON?, _ value: @escaping @Sendable () -> Any?) {
      (self.type, self.json, self.value) = (type, json, value)
    }
    var testDescription: String { "\(type) \(json?.text() ?? "refused")" }
  }

  private static let id = UUID()
  private static let values = [
    Value(.stringAttributeType, nil as JSON?) { Data() }, Value(.stringAttributeType, "x") { "x" },
    Value(.stringAttributeType, .null) { nil }, Value(.dateAttributeType, .null) { NSNull() },
    Value(.booleanAttributeType, true) { NSNumber(value: 1) },
    Value(.booleanAttributeType, false) { NSNumber(value: 0) },
    Value(.booleanAttributeType, false) { "yes" }, Value(.integer32AttributeType, 7) { 7 },
    Value(.doubleAttributeType, 1.5) { 1.5 },
    Value(.dateAttributeType, 1500) { Date(timeIntervalSince1970: 1.5009) },
    Value(.dateAttributeType, -1500) { Date(timeIntervalSince1970: -1.5009) },
    Value(.dateAttributeType, nil) { Date(timeIntervalSince1970: 1e300) },
    Value(.dateAttributeType, nil) { "today" },
    Value(.UUIDAttributeType, .string(id.uuidString)) { id },
    Value(.UUIDAttributeType, "text") { "text" },
    Value(.URIAttributeType, "http://a/b") { URL(string: "http://a/b") },
    Value(.URIAttributeType, "text") { "text" }, Value(.binaryDataAttributeType, nil) { Data() },
    Value(.transformableAttributeType, ["a": 1]) { ["a": 1] },
    Value(.transformableAttributeType, nil) { Data([1]) },
  ]

  @Test(arguments: values) func `a value of an attribute has one JSON form, or a reason`(
    _ row: Value
  ) throws {
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType) = ("field", row.type)
    if let json = row.json {
      #expect(try ObjectSerialization.json(row.value(), of: attribute) == json)
    } else {
      let error = #expect(throws: SMException.self) {
        try ObjectSerialization.json(row.value(), of: attribute)
      }
      let type = row.value().map { "\(Swift.type(of: $0))" } ?? ""
      #expect(
        error
          == SMException(
            name: "SMExceptionIncompatibleObject",
            reason:
              "The attribute field has a value of the type \(type), which no field of StackMob "
              + "can store; convert bytes to a String with SMBinaryDataConversion."))
    }
  }
}
