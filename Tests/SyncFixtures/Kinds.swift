package import Foundation
package import ManagedObjects
package import TestExecutors

/// A class with an attribute of every type.
package final class Kinds: NSManagedObject {}

/// The model of ``Kinds``, with values for all attributes, and the collection at a service.
package enum KindsModel {
  static var attributes: [(String, NSAttributeType)] {
    [
      ("small", .integer16AttributeType), ("middle", .integer32AttributeType),
      ("large", .integer64AttributeType), ("exact", .decimalAttributeType),
      ("wide", .doubleAttributeType), ("narrow", .floatAttributeType),
      ("text", .stringAttributeType), ("flag", .booleanAttributeType),
      ("day", .dateAttributeType), ("bytes", .binaryDataAttributeType),
      ("key", .UUIDAttributeType), ("place", .URIAttributeType),
      ("list", .transformableAttributeType),
    ]
  }

  /// The definition of the collection in the CRUD service.
  package static let collection = MiaProject.collection(
    "Kinds",
    [
      "small": "number", "middle": "number", "large": "number", "exact": "number",
      "wide": "number", "narrow": "number", "text": "string", "flag": "boolean", "day": "Date",
      "bytes": "string", "key": "string", "place": "string", "list": "RawObject",
    ])

  package static let key = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

  package static var values: [String: Any] {
    [
      "small": -7, "middle": 70_000, "large": 9_007_199_254_740_993 as Int64,
      "exact": NSDecimalNumber(string: "12.50"), "wide": 0.1, "narrow": Float(0.25),
      "text": "x", "flag": true, "day": Date(timeIntervalSince1970: 1_586_106_974.175),
      "key": key ?? UUID(), "place": URL(filePath: "/a"),
      "list": ["a": ["b", 1] as [Any]] as [String: Any],
    ]
  }
}
