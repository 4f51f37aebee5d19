import Foundation
import GhostlightCore
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `Values of fields` {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sent: JSON
    var value: @Sendable () -> Any?

    init(_ name: String, _ sent: JSON, _ value: @escaping @Sendable () -> Any?) {
      (testDescription, self.sent, self.value) = (name, sent, value)
    }
  }

  static let rows = [
    Row("text", "mario") { "mario" },
    Row("NSString", "mario") { NSString("mario") },
    Row("Int", 51) { 51 },
    Row("UInt8", 51) { UInt8(51) },
    Row("Double", 1.5) { 1.5 },
    Row("Float", 0.1) { Float(0.1) },
    Row("Bool", true) { true },
    Row("boolean NSNumber", false) { NSNumber(value: false) },
    Row("whole NSNumber", 1) { NSNumber(value: 1) },
    Row("broken NSNumber", 1.25) { NSNumber(value: 1.25) },
    Row("NSNull", .null) { NSNull() },
    Row("nil", .null) { nil },
    Row("Date", 1_395_507_940_351) { Date(timeIntervalSince1970: 1_395_507_940.351) },
    Row("NSDate", 1_395_507_940_351) { NSDate(timeIntervalSince1970: 1_395_507_940.351) },
    Row("array", [1, "a", true, .null, 1000]) {
      [1, "a", true, NSNull(), Date(timeIntervalSince1970: 1)] as [Any]
    },
    Row("dictionary", ["a": 1, "b": ["c": 2]]) { ["b": ["c": 2], "a": 1] as [String: Any] },
    Row("object", "ef02") {
      let object = MKCollection(name: "c")
      object?.collectionId = "ef02"
      return object
    },
  ]

  @Test(arguments: rows)
  func `field values are sent as JSON`(_ row: Row) throws {
    let app = TestApp(.item())
    try app.run {
      let object = MKCollection(name: "c")
      object.setObject(row.value(), forKey: "k")
      try object.save()
    }
    let expected: JSON = ["k": row.sent]
    #expect(app.service.requests.map { try? JSON.parse($0.body) } == [expected])
  }

  static let refused = [
    Row("Data", .null) { Data([1]) },
    Row("URL", .null) { URL(fileURLWithPath: "/") },
    Row("Double", .null) { Double.infinity },
    Row("Data", .null) { [["a": Data([1])]] },
  ]

  @Test(arguments: refused)
  func `field values that cannot be sent are refused without a request`(_ row: Row) {
    let app = TestApp(.item())
    app.run {
      let object = MKCollection(name: "c")
      object.setObject(row.value(), forKey: "k")
      let error = #expect(throws: MKError.self) { try object.save() }
      #expect(error?.code == .invalidParams)
      #expect(error?.message.contains(" at \"k\" cannot be sent; give text") == true)
    }
    #expect(app.service.requests.isEmpty)
  }

  @Test func `JSON values are read back as field values`() throws {
    let app = TestApp(
      .item(["i": 1, "d": 1.5, "w": 2.0, "b": true, "n": nil, "a": [1], "o": ["x": "y"]]))
    try app.run {
      let object = MKCollection(name: "c")
      try object.save()
      #expect(object.object(forKey: "i") as? Int == 1)
      #expect(object.object(forKey: "d") as? Double == 1.5)
      #expect(object.object(forKey: "w") as? Int == 2)
      #expect(object.object(forKey: "b") as? Bool == true)
      #expect(object.object(forKey: "n") == nil)
      #expect(object.object(forKey: "a") as? [Int] == [1])
      #expect(object.object(forKey: "o") as? [String: String] == ["x": "y"])
      #expect(object?.allKeysAndValues["n"] is NSNull)
    }
  }

  @Test func `a field that was set as a date is read as a date`() throws {
    let date = Date(timeIntervalSince1970: 1_395_507_940.351)
    let app = TestApp(.item(["mine": 1_395_507_940_351, "other": 1_395_507_940_351]), .item())
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      object.setObject(date, forKey: "mine")
      try object.save()
      #expect(object.object(forKey: "mine") as? Date == date)
      #expect(object.object(forKey: "other") as? Int == 1_395_507_940_351)
      #expect(object.date(forKey: "other") == date)
      #expect(object.date(forKey: "updatedAt") == object.updatedAt)
    }
  }

  @Test func `dates can be sent in seconds`() throws {
    let app = TestApp(.item(["at": 7]))
    app.instance.jsonDateFormatInSeconds = true
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      object.setObject(Date(timeIntervalSince1970: 7), forKey: "at")
      try object.save()
      #expect(object.date(forKey: "at") == Date(timeIntervalSince1970: 7))
    }
    #expect(app.service.lines == [#"POST /c/ {"at":7}"#])
  }
}
