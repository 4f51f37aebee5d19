import AppCenterData
import Foundation

/// The model class of the vendor's guide.
package class User: MSSerializableDocument {
  package var name: String
  package var email: String

  package init(name: String, email: String) {
    self.name = name
    self.email = email
  }

  package required init(from dictionary: [AnyHashable: Any]) {
    name = dictionary["name"] as? String ?? ""
    email = dictionary["email"] as? String ?? ""
  }

  package func serializeToDictionary() -> [AnyHashable: Any] {
    ["name": name, "email": email]
  }
}
