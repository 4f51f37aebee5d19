import Foundation
import GhostlightCore
import GhostlightSyncStatus
import ManagedObjects
import Testing

@testable import GhostlightSync

@Suite struct `Values of a synchronisation` {
  private static let form = FakeService().form
  private static let mute = ValueForm(
    date: { _ in nil }, readDate: { _ in nil }, moment: { _ in Date() }, sendsData: false)

  private static func attribute(
    _ type: NSAttributeType, optional: Bool = true, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = SyncSpace.attribute("v", type)
    attribute.isOptional = optional
    attribute.defaultValue = value
    return attribute
  }

  /// Columns: the attribute's type, a value, and its JSON; `nil` if it cannot be sent.
  private static var sent: [(NSAttributeType, Any?, String?)] {
    [
      (.booleanAttributeType, true, "true"), (.booleanAttributeType, NSNumber(value: 0), "false"),
      (.floatAttributeType, Float(0.1), "0.1"), (.floatAttributeType, Float.nan, nil),
      (.doubleAttributeType, 0.1, "0.1"), (.doubleAttributeType, Double.infinity, nil),
      (.decimalAttributeType, NSDecimalNumber(string: "12.50"), "12.5"),
      (.decimalAttributeType, NSDecimalNumber.notANumber, nil),
      (.integer16AttributeType, -7, "-7"), (.integer32AttributeType, 70_000, "70000"),
      (.integer64AttributeType, Int64.max, "9223372036854775807"),
      (.dateAttributeType, Date(timeIntervalSince1970: 1.5), "1500"),
      (.binaryDataAttributeType, Data([1, 2]), #""AQI=""#),
      (
        .UUIDAttributeType, UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#
      ),
      (.URIAttributeType, URL(string: "a:b"), #""a:b""#), (.stringAttributeType, "x", #""x""#),
      (
        .transformableAttributeType,
        ["b": [1, "x", true, 2.5, Date(timeIntervalSince1970: 2)] as [Any], "a": ["c": 1]]
          as [String: Any], #"{"a":{"c":1},"b":[1,"x",true,2.5,2000]}"#
      ), (.transformableAttributeType, [Double.nan], nil),
      (.transformableAttributeType, Data(), "\"\""),
      (.stringAttributeType, nil, "nothing"),
    ]
  }

  @Test func `a value is sent in its form, or is refused`() throws {
    for (type, value, json) in Self.sent {
      let attribute = Self.attribute(type)
      let object = Stored.value(value, type)
      guard let json else {
        #expect(throws: UnrepresentableValue.self) { try attribute.json(object, Self.form) }
        continue
      }
      let found = try attribute.json(object, Self.form)
      #expect((found?.text() ?? "nothing") == json, "\(type)")
    }
    for (type, value, reason) in [
      (.dateAttributeType, Date(), "The date is out of range."),
      (.transformableAttributeType, [Date()], "The date is out of range."),
      (.binaryDataAttributeType, Data(), "Bytes cannot be sent."),
    ] as [(NSAttributeType, Any, String)] {
      let error = #expect(throws: UnrepresentableValue.self) {
        try Self.attribute(type).json(value, Self.mute)
      }
      #expect(error?.reason == reason)
    }
  }

  /// Columns: the attribute's type, JSON, and the value as text; `nil` if it does not fit.
  private static let received: [(NSAttributeType, JSON, String?)] = [
    (.integer16AttributeType, 32_767, "32767"), (.integer16AttributeType, 32_768, nil),
    (.integer16AttributeType, -32_768, "-32768"), (.integer16AttributeType, 1.5, nil),
    (.integer16AttributeType, 2.0, "2"), (.integer32AttributeType, 2_147_483_647, "2147483647"),
    (.integer32AttributeType, 2_147_483_648, nil),
    (.integer64AttributeType, .integer(.max), "9223372036854775807"),
    (.integer64AttributeType, 1e19, nil), (.booleanAttributeType, true, "1"),
    (.booleanAttributeType, 1, nil), (.doubleAttributeType, 0.1, "0.1"),
    (.doubleAttributeType, 3, "3.0"), (.doubleAttributeType, "x", nil),
    (.floatAttributeType, 0.5, "0.5"), (.floatAttributeType, "x", nil),
    (.decimalAttributeType, 12.25, "12.25"), (.decimalAttributeType, "x", nil),
    (.stringAttributeType, "x", "x"), (.stringAttributeType, 1, nil),
    (.dateAttributeType, 1500, "1970-01-01 00:00:01 +0000"), (.dateAttributeType, "x", nil),
    (.binaryDataAttributeType, "AQI=", "2 bytes"), (.binaryDataAttributeType, "?", nil),
    (
      .UUIDAttributeType, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    ),
    (.UUIDAttributeType, "x", nil), (.URIAttributeType, "a:b", "a:b"), (.URIAttributeType, 1, nil),
    (.transformableAttributeType, [1, "x"], "[1, \"x\"]"), (.undefinedAttributeType, "x", nil),
    (.stringAttributeType, .null, "nothing"),
  ]

  @Test func `JSON becomes a value of its attribute, or does not fit`() throws {
    for (type, json, text) in Self.received {
      let attribute = Self.attribute(type)
      guard let text else {
        let error = #expect(throws: UnrepresentableValue.self, "\(type) \(json)") {
          try attribute.value(json, Self.form)
        }
        #expect(error?.reason == "v cannot be \(json.description.prefix(80)).")
        continue
      }
      let found = try attribute.value(json, Self.form)
      #expect(found.map { "\($0)" } ?? "nothing" == text, "\(type) \(json)")
    }
    let mandatory = Self.attribute(.stringAttributeType, optional: false, default: "d")
    #expect(try mandatory.value(nil, Self.form) as? String == "d")
    #expect(try mandatory.value(.null, Self.form) as? String == "d")
    let optional = Self.attribute(.stringAttributeType, default: "d")
    #expect(try optional.value(nil, Self.form) == nil)
    let long = JSON.string(String(repeating: "x", count: 200))
    let error = #expect(throws: UnrepresentableValue.self) {
      try Self.attribute(.booleanAttributeType).value(long, Self.form)
    }
    #expect(error?.reason.count == "v cannot be .".count + 80)
  }

  @Test func `attributes are sent, mirrored or neither`() throws {
    let entity = NSEntityDescription()
    entity.name = "All"
    let names = [
      "b", "a", "id", "_id", "createdAt", "updatedAt", "creatorId", "updaterId", "sync", "trash",
      "__STATE__", "hidden",
    ]
    entity.properties = names.map { SyncSpace.attribute($0, .stringAttributeType) }
    entity.attributesByName["hidden"]?.isTransient = true
    #expect(entity.synchronised.map(\.name) == ["a", "b"])
    #expect(
      entity.mirrors.map(\.name).sorted()
        == ["_id", "createdAt", "creatorId", "id", "updatedAt", "updaterId"])
    #expect(try entity.fields(["a": "x", "id": "1", "z": 1], Self.form) == ["a": "x"])
  }

  /// Columns: the type of the mirrored attributes, and their values.
  @Test(arguments: [
    (
      NSAttributeType.stringAttributeType,
      ["1", "1970-01-01T00:00:01.999Z", "1970-01-01T00:00:02.000Z", "c1", "u1"]
    ),
    (.integer64AttributeType, ["-", "1999", "2000", "-", "-"]),
    (.doubleAttributeType, ["-", "1999.0", "2000.0", "-", "-"]),
    (
      .dateAttributeType, ["-", "1970-01-01 00:00:01 +0000", "1970-01-01 00:00:02 +0000", "-", "-"]
    ),
    (.booleanAttributeType, ["-", "-", "-", "-", "-"]),
  ])
  func `a record is mirrored in attributes that fit`(
    _ type: NSAttributeType, _ values: [String]
  ) throws {
    let entity = NSEntityDescription()
    entity.name = "All"
    let names = ["id", "createdAt", "updatedAt", "creatorId", "updaterId"]
    entity.properties = names.map { SyncSpace.attribute($0, type) }
    let object = NSManagedObject(entity: entity, insertInto: nil)
    object.mirror(SyncSpace.document("1", 2000), Self.form)
    #expect(names.map { name in object.value(forKey: name).map { "\($0)" } ?? "-" } == values)
  }

  @Test func `errors describe the problem`() {
    let rows: [(SyncError, String)] = [
      (
        .noEntity("A"),
        "The model has no entity A; give the entity, its class and its collection the same name."
      ),
      (.noStore, "The context has no persistent store; add one to its coordinator first."),
      (.recordsUnavailable("r"), "The records of the synchronisation cannot be used: r"),
      (
        .invalidDocument(entity: "A", id: "1", reason: "r"),
        "The document 1 does not fit the entity A: r"
      ), (.invalidValue(entity: "A", attribute: "b", reason: "r"), "A.b cannot be sent: r"),
      (.unexpectedAnswer("r"), "The service's response does not have the expected form: r"),
    ]
    for (error, text) in rows {
      #expect(error.description == text && error.localizedDescription == text)
    }
    let status = SyncStatus(
      lastSyncedEntity: "a", syncingEntity: "b", error: SyncError.noStore, progress: 0.5)
    #expect(
      status.lastSyncedEntity == "a" && status.syncingEntity == "b" && status.progress == 0.5
        && status.error as? SyncError == .noStore && status.replacedEdits == [])
    #expect(kMIASyncroNotificationKeyStatus == "kMIASyncroNotificationKeyStatus")
    #expect(Notification.Name.MIASyncroStatus.rawValue == "kMIASyncroNotification")
  }

  @Test func `a status is posted with its sender to the observers of that sender`() {
    final class Seen: @unchecked Sendable { var statuses: [String?] = [] }
    let (sender, other, seen) = (NSObject(), NSObject(), Seen())
    let token = NotificationCenter.default.addObserverForSyncStatus(
      observer: seen,
      selector: { notification in
        let status = notification.userInfo?[kMIASyncroNotificationKeyStatus] as? SyncStatus
        seen.statuses.append(status?.syncingEntity)
      }, object: sender)
    func post(_ name: String, _ from: NSObject) {
      SyncStatus(lastSyncedEntity: nil, syncingEntity: name, error: nil, progress: 0)
        .post(from: from)
    }
    post("a", sender)
    post("b", other)
    NotificationCenter.default.removeObserver(token)
    post("c", sender)
    #expect(seen.statuses == ["a"])
  }
}

/// Values in the form in which managed objects return them.
private enum Stored {
  static func value(_ value: Any?, _ type: NSAttributeType) -> Any? {
    let entity = NSEntityDescription()
    entity.name = "Number"
    entity.properties = [SyncSpace.attribute("v", type)]
    let object = NSManagedObject(entity: entity, insertInto: nil)
    object.setValue(value, forKey: "v")
    return object.value(forKey: "v")
  }
}
