@testable import EGF2
import EGF2FixtureModels
import Foundation

/// A notification as texts that can be compared.
struct Notice: Sendable, Equatable {
  let name: String
  /// The id, or the id and the edge, that its object identifies.
  let about: String?
  /// The entries of its user info: models as class and id, other values as texts.
  let details: [String: String]

  init(_ name: String, about: String? = nil, _ details: [String: String]) {
    self.name = name
    self.about = about
    self.details = details
  }

  init(_ notification: Notification) {
    name = notification.name.rawValue
    let key = (notification.object as? NotificationObject)?.key
    about = key.map { key in key.edge.map { "\(key.source)/\($0)" } ?? key.source }
    var details: [String: String] = [:]
    for (key, value) in notification.userInfo ?? [:] {
      details[String(describing: key)] = Self.text(value)
    }
    self.details = details
  }

  private static func text(_ value: Any) -> String {
    switch value {
    case let object as GraphObject: "\(type(of: object)) \(object.id ?? "-")"
    case let objects as [NSObject]: objects.map { text($0) }.joined(separator: ", ")
    default: "\(value)"
    }
  }
}
