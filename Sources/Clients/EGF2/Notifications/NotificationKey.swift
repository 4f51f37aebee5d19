/// What a notification is about: an object, or one of its edges.
struct NotificationKey: Sendable, Hashable {
  let source: String
  var edge: String?
}
