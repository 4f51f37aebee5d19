import Foundation

/// A notification that is to be posted once the app gets its result.
struct News: Sendable {
  let name: Notification.Name
  /// What it is about; nil for all.
  var object: NotificationObject?
  var details: [String: NewsDetail]
  /// Whether it is posted before the result is told.
  var comesFirst = false

  /// Posts it.
  func post(to center: NotificationCenter, about result: Any) {
    center.post(
      name: name, object: object, userInfo: details.mapValues { $0.value(about: result) })
  }
}
