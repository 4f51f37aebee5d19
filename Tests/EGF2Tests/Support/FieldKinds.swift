import EGF2
import Foundation

/// A model with a property of every kind.
final class FieldKinds: NSObject, EGF2GraphModel {
  var id: String?
  var text: String?
  var dayOfBirth: Foundation.Date?
  var amount: Int = 0
  var ratio: Double = 0
  var isOpen: Bool = true
  var owner: String?
  var ownerObject: NSObject?
  var system: String?
  var place: FieldPlace?
  var extra: NSDictionary?
  var places: [FieldPlace] = []
  var tags: [String] = []
  var days: [Foundation.Date] = []
  var sizes: [Int] = []
  var ratios: [Double] = []
  var flags: [Bool] = []

  required override init() { super.init() }

  class var graphObjectType: String { "kinds" }

  class var graphFields: [EGF2Field] {
    [
      .string("id", \FieldKinds.id),
      .string("text", \FieldKinds.text),
      .date("dayOfBirth", json: "day_of_birth", \FieldKinds.dayOfBirth),
      .integer("amount", \FieldKinds.amount),
      .number("ratio", \FieldKinds.ratio),
      .boolean("isOpen", json: "is_open", \FieldKinds.isOpen),
      .reference("owner", \FieldKinds.owner, object: \FieldKinds.ownerObject),
      .reference("system", \FieldKinds.system),
      .structure("place", \FieldKinds.place),
      .dictionary("extra", \FieldKinds.extra),
      .structures("places", \FieldKinds.places),
      .strings("tags", \FieldKinds.tags),
      .dates("days", \FieldKinds.days),
      .integers("sizes", \FieldKinds.sizes),
      .numbers("ratios", \FieldKinds.ratios),
      .booleans("flags", \FieldKinds.flags),
    ]
  }

  func requiredFields() -> [String] { ["id", "text"] }

  func editableFields() -> [String] {
    ["text", "dayOfBirth", "amount", "isOpen", "owner", "place", "extra", "places", "tags"]
  }
}
