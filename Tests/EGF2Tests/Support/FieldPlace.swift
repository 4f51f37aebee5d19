import EGF2
import EGF2FixtureModels
import Foundation

/// A struct model with a reference, a date and an inner struct.
final class FieldPlace: NSObject, EGF2Model {
  var streetName: String?
  var since: Foundation.Date?
  var keeper: String?
  var keeperObject: User?
  var inner: FieldPlace?

  required override init() { super.init() }

  class var graphFields: [EGF2Field] {
    [
      .string("streetName", json: "street_name", \FieldPlace.streetName),
      .date("since", \FieldPlace.since),
      .reference("keeper", \FieldPlace.keeper, object: \FieldPlace.keeperObject),
      .structure("inner", \FieldPlace.inner),
    ]
  }

  func requiredFields() -> [String] { ["streetName"] }
}
