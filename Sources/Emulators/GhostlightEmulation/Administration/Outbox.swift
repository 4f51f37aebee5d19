package import GhostlightCore

/// What a backend would have sent: mails, pushes, webhooks, oldest first.
///
/// Holds the latest 1,000 messages.
public struct Outbox: Sendable, Hashable {
  /// The messages, oldest first.
  public internal(set) var messages: [OutboxMessage] = []
  var count = 0
  private static let capacity = 1000

  /// Makes an empty outbox.
  public init() {}

  package mutating func post(
    _ kind: OutboxMessage.Kind, to recipients: [String], _ content: JSONObject, at moment: Moment
  ) {
    count += 1
    if messages.count == Self.capacity { messages.removeFirst() }
    messages.append(
      OutboxMessage(
        number: count, milliseconds: moment.milliseconds, kind: kind, recipients: recipients,
        content: content))
  }

  /// The messages of both, those of `other` last.
  package func merged(with other: Outbox) -> Outbox {
    guard !other.messages.isEmpty else { return self }
    var result = self
    result.messages += other.messages
    return result
  }
}
