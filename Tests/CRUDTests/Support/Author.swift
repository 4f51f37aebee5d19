import Foundation

/// A collection's object as an app has it.
struct Author: Codable, Hashable, Sendable {
  var name: String?
  var surname: String?
  var age: Int?
  var born: Date?
}
