import Foundation

/// An author, as an app would declare the type for a collection's objects.
struct Author: Codable, Hashable, Sendable {
  var name: String?
  var surname: String?
  var age: Int?
  var born: Date?
}
