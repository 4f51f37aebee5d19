import AppCenterData
import Foundation

/// The guide's model.
class User: MSSerializableDocument {
  var name: String
  var email: String

  init(name: String, email: String) {
    self.name = name
    self.email = email
  }

  required init(from dictionary: [AnyHashable: Any]) {
    name = dictionary["name"] as? String ?? ""
    email = dictionary["email"] as? String ?? ""
  }

  func serializeToDictionary() -> [AnyHashable: Any] {
    ["name": name, "email": email]
  }
}
