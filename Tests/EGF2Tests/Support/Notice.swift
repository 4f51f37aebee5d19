@testable import EGF2
import EGF2FixtureModels
import Foundation

/// A notification whose values are converted to strings, so that it can be compared.
struct Notice: Sendable, Equatable {
  let name: String
  /// The graph object's id, or its id and an edge, for which the notification was posted.
  let about: String?
  /// The user info; models are converted to class and id, other values to strings.
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
