import Foundation

/// An app's type for objects of a collection.
struct Author: Codable, Hashable, Sendable {
  var name: String?
  var surname: String?
  var age: Int?
  var born: Date?
}
