import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Values of attributes` {
  /// Returns a model with an attribute of each type, named after the type's raw value.
  private static func model() -> NSManagedObjectModel {
    let entity = Company.entity("Thing")
    entity.properties = NSAttributeType.allCases.map { Company.attribute("t\($0.rawValue)", $0) }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  /// A value of an attribute type, at the limits of the type.
  struct Row: @unchecked Sendable {
    let type: NSAttributeType
    let values: [Any]
  }

  private static let rows = [
    Row(type: .integer16AttributeType, values: [Int16.min, Int16.max, Int16(0)]),
    Row(type: .integer32AttributeType, values: [Int32.min, Int32.max]),
    Row(type: .integer64AttributeType, values: [Int64.min, Int64.max]),
    Row(
      type: .doubleAttributeType,
      values: [-Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude, 0.1, Double.infinity]),
    Row(
      type: .floatAttributeType,
      values: [-Float.greatestFiniteMagnitude, Float.leastNonzeroMagnitude, Float(0.1)]),
    Row(
      type: .decimalAttributeType,
      values: ["0.1", "-12345678901234567890.123456789", "99999999999999999999999999999999999999"]
        .map { NSDecimalNumber(string: $0) }),
    Row(type: .booleanAttributeType, values: [true, false]),
    Row(type: .stringAttributeType, values: ["", "a\u{0}b", "é", "e\u{301}", "😀"]),
    Row(
      type: .dateAttributeType,
      values: [-1e9, 0.125, 1e9].map { Date(timeIntervalSinceReferenceDate: $0) }),
    Row(type: .binaryDataAttributeType, values: [Data(), Data([0, 255, 0])]),
    Row(
      type: .UUIDAttributeType, values: [People.key, UUID.zero]),
    Row(type: .URIAttributeType, values: ["a:b", "https://x.test/ä?q=1#f"].compactMap(URL.init)),
    Row(
      type: .transformableAttributeType,
      values: [
        "text" as NSString, ["a", "b"] as NSArray, ["a": 1] as NSDictionary,
        NSSet(array: ["a", "b"]), NSNumber(value: 7),
      ]),
    Row(type: .undefinedAttributeType, values: ["text" as NSString]),
  ]

  @Test(arguments: rows, StoreKind.allCases)
  func `the limits of each type are stored exactly`(_ row: Row, _ kind: StoreKind) throws {
    let space = try Workspace(kind, model: Self.model())
    let key = "t\(row.type.rawValue)"
    for value in row.values {
      let object = space.insert("Thing", [key: value])
      for _ in 0..<2 {
        let found = try #require(object.value(forKey: key) as? NSObject)
        #expect(found.isEqual(value), "\(value)")
        if row.type != .transformableAttributeType {
          #expect(String(describing: found) == String(describing: value as AnyObject))
        }
        try space.context.save()
        space.context.refresh(object, mergeChanges: false)
      }
      object.setValue(nil, forKey: key)
      try space.context.save()
      space.context.refresh(object, mergeChanges: false)
      #expect(object.value(forKey: key) == nil)
    }
  }

  /// Columns: the attribute's type, the set value, and the stored value; `nil` if it is refused.
  private static var conversions: [(NSAttributeType, Any?, StoredValue?)] {
    let numbers: [Any] = [
      Int(1), Int8(1), Int16(1), Int32(1), Int64(1), UInt(1), UInt8(1), UInt16(1), UInt32(1),
      UInt64(1), Float(1), 1.0, true, Decimal(1), NSNumber(value: 1), NSDecimalNumber(value: 1),
    ]
    let targets: [(NSAttributeType, StoredValue)] = [
      (.integer16AttributeType, .integer(1)), (.integer32AttributeType, .integer(1)),
      (.integer64AttributeType, .integer(1)), (.booleanAttributeType, .boolean(true)),
      (.doubleAttributeType, .double(1)), (.floatAttributeType, .float(1)),
      (.decimalAttributeType, .decimal(NSDecimalNumber(value: 1))),
    ]
    var all: [(NSAttributeType, Any?, StoredValue?)] = []
    for (type, value) in targets {
      for number in numbers { all.append((type, number, value)) }
      all += [(type, "1", nil), (type, Date(), nil)]
    }
    for type in NSAttributeType.allCases {
      all += [(type, nil, .null), (type, NSNull(), .null), (type, Int?.none as Any, .null)]
    }
    let url = URL(filePath: "/a")
    let date = Date(timeIntervalSinceReferenceDate: 1)
    return all + [
      (.integer16AttributeType, 32_768, .integer(-32_768)),
      (.integer16AttributeType, 32_767, .integer(32_767)),
      (.integer32AttributeType, 2_147_483_648, .integer(-2_147_483_648)),
      (.integer64AttributeType, UInt64.max, .integer(-1)),
      (.integer64AttributeType, 2.9, .integer(2)),
      (.decimalAttributeType, Double.infinity, .decimal(.notANumber)),
      (.booleanAttributeType, 0, .boolean(false)),
      (.booleanAttributeType, 2, .boolean(true)),
      (.stringAttributeType, "a", .text("a")),
      (.stringAttributeType, "a" as NSString, .text("a")),
      (.stringAttributeType, 1, nil), (.stringAttributeType, Data(), nil),
      (.dateAttributeType, date, .date(date)), (.dateAttributeType, 1, nil),
      (.binaryDataAttributeType, Data([1]), .data(Data([1]))),
      (.binaryDataAttributeType, "a", nil),
      (.UUIDAttributeType, People.key, .uuid(People.key)), (.UUIDAttributeType, "a", nil),
      (.URIAttributeType, url, .url(url)), (.URIAttributeType, "a", nil),
      (.transformableAttributeType, "a" as NSString, .object("a" as NSString)),
      (.undefinedAttributeType, "a" as NSString, .object("a" as NSString)),
    ]
  }

  @Test func `a value is converted to the type of its attribute, or is refused`() {
    for (type, value, stored) in Self.conversions {
      let found = StoredValue.coerced(value, for: Company.attribute("v", type))
      let isRight = found.map { found in stored.map(found.isSame) ?? false } ?? (stored == nil)
      #expect(isRight, "\(type) \(value ?? "nil"): \(found.map { "\($0)" } ?? "refused")")
    }
  }

  private static var different: [[StoredValue]] {
    [
      [.null], [.integer(1)], [.integer(2)], [.boolean(true)], [.boolean(false)], [.double(1)],
      [.double(2)], [.float(1)], [.float(2)],
      [.decimal(NSDecimalNumber(string: "1.0")), .decimal(NSDecimalNumber(string: "1"))],
      [.decimal(NSDecimalNumber(string: "2"))], [.text("é")], [.text("e\u{301}")],
      [.date(Date(timeIntervalSince1970: 1))], [.date(Date(timeIntervalSince1970: 2))],
      [.data(Data([1]))], [.data(Data([2]))], [.uuid(People.key)], [.uuid(UUID.zero)],
      [.url(URL(filePath: "/a"))], [.url(URL(filePath: "/b"))],
      [.object("a" as NSString), .object("a" as NSString)], [.object("b" as NSString)],
    ]
  }

  @Test func `only values that a store saves in the same way are the same`() {
    for (row, left) in Self.different.enumerated() {
      for (column, right) in Self.different.enumerated() {
        for one in left {
          for other in right {
            #expect(one.isSame(as: other) == (row == column), "\(one) \(other)")
          }
        }
      }
    }
    #expect(!StoredValue.object(1...2).isSame(as: .object(1...2)))
  }

  /// Columns: the stored value, and what properties of each Swift type read.
  @Test func `typed properties read the stored values of their type`() {
    func read<Value: ManagedValue>(_ type: Value.Type, _ value: StoredValue) -> Value? {
      Value.read(ManagedPropertyValue(.stored(value)))
    }
    let decimal = NSDecimalNumber(string: "2.5")
    let all: [(String, StoredValue)] = [
      ("null", .null), ("integer", .integer(70_000)), ("boolean", .boolean(true)),
      ("double", .double(-2.7)), ("float", .float(2.5)), ("decimal", .decimal(decimal)),
      ("text", .text("a")), ("date", .date(Date(timeIntervalSinceReferenceDate: 1))),
      ("data", .data(Data([1]))), ("uuid", .uuid(People.key)), ("url", .url(URL(filePath: "/a"))),
      ("object", .object(Data([9]))),
    ]
    func table<Value: ManagedValue>(_ type: Value.Type) -> [String: String] {
      all.reduce(into: [:]) { table, row in
        if let value = read(type, row.1) { table[row.0] = "\(value)" }
      }
    }
    #expect(table(Int.self) == ["integer": "70000", "boolean": "1", "double": "-2"])
    #expect(table(Int16.self) == ["integer": "4464", "boolean": "1", "double": "-2"])
    #expect(table(Bool.self) == ["integer": "true", "boolean": "true"])
    #expect(table(Double.self) == ["integer": "70000.0", "double": "-2.7", "float": "2.5"])
    #expect(table(Float.self) == ["double": "-2.7", "float": "2.5"])
    #expect(table(Decimal.self) == ["decimal": "2.5"])
    #expect(table(String.self) == ["text": "a"])
    #expect(table(Date.self).keys.sorted() == ["date"])
    #expect(table(Data.self) == ["data": "1 bytes", "object": "1 bytes"])
    #expect(table(UUID.self) == ["uuid": "\(People.key)"])
    #expect(table(URL.self) == ["url": "file:///a"])
    #expect(table(TransformableValue<Data>.self).keys.sorted() == ["object"])
    #expect(read(Int?.self, .null) == .some(nil) && read(Bool.self, .integer(0)) == false)
    #expect(read(Int.self, .boolean(false)) == 0 && read(Int.self, .double(1e300)) == nil)
    #expect(Int.absent == 0 && Bool.absent == false && Double.absent == 0 && Float.absent == 0)
    #expect(String.absent == nil && Date.absent == nil && Data.absent == nil && UUID.absent == nil)
  }

  /// Columns: the format of a transformer's error, and what the transformer returns.
  @Test func `a transformer that fails makes the save or the read fail, with the reason`() throws {
    final class Half: ValueTransformer {
      override func transformedValue(_ value: Any?) -> Any? {
        (value as? String).map { Data($0.utf8) }
      }
      override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { $0 == Data("a".utf8) ? "A" : nil }
      }
    }
    let name = NSValueTransformerName("AttributeValueTests.half")
    ValueTransformer.setValueTransformer(Half(), forName: name)
    defer { ValueTransformer.setValueTransformer(nil, forName: name) }
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    let attribute = Company.attribute("v", .transformableAttributeType)
    attribute.valueTransformerName = name.rawValue
    #expect(try AttributeTransformer.data(of: "a", attribute) == Data("a".utf8))
    #expect(try AttributeTransformer.value(of: Data("a".utf8), attribute) as? String == "A")
    func reason(_ work: () throws -> Void) -> String? {
      let error = failure(work)
      #expect(error?.code == NSCoreDataError && error?.domain == NSCocoaErrorDomain)
      return error?.localizedDescription
    }
    #expect(
      reason { _ = try AttributeTransformer.data(of: 5, attribute) }
        == "The transformer of 'v' did not return data.")
    #expect(
      reason { _ = try AttributeTransformer.value(of: Data(), attribute) }
        == "The transformer of 'v' did not return a value.")
    attribute.valueTransformerName = "nosuch"
    #expect(
      reason { _ = try AttributeTransformer.data(of: "a", attribute) }
        == "There is no value transformer named 'nosuch' for the attribute 'v'.")
    attribute.valueTransformerName = "NSSecureUnarchiveFromData"
    let archived = try AttributeTransformer.data(of: ["a"], attribute)
    #expect(try AttributeTransformer.value(of: archived, attribute) as? [String] == ["a"])
    #expect(ValueTransformer.allowsReverseTransformation())
    #expect(
      ObjectIdentifier(ValueTransformer.transformedValueClass()) == ObjectIdentifier(NSObject.self))
    #expect(ValueTransformer().transformedValue(5) as? Int == 5)
    #expect(ValueTransformer().reverseTransformedValue(5) as? Int == 5)
  }

  @Test(arguments: [0, 1, 62, 63, 64, 65, 127, 128, 200])
  func `a set of bits has each index alone`(_ index: Int) {
    var bits = ChangeBits()
    #expect(bits.isEmpty && !bits.contains(index))
    bits.remove(index)
    bits.insert(index)
    #expect(!bits.isEmpty && bits.indices(below: 300) == [index])
    #expect(bits.indices(below: index) == [] && bits.indices(below: index + 1) == [index])
    var more = bits
    for other in [3, 63, 64, 130] { more.insert(other) }
    let all = Set([3, 63, 64, 130, index])
    #expect(more.indices(below: 300) == all.sorted())
    more.remove(index)
    #expect(more.indices(below: 300) == all.subtracting([index]).sorted())
    bits.remove(index)
    #expect(bits.isEmpty)
  }
}
