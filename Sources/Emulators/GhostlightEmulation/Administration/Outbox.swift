public import GhostlightCore

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

/// Something that a backend would have sent to the outside world.
public struct OutboxMessage: Sendable, Hashable {
  /// What it is.
  public enum Kind: String, Sendable {
    /// An e-mail.
    case mail
    /// A push notification.
    case push
    /// A request to somebody's server.
    case webhook
  }

  /// Counts from 1 in each namespace and emulator.
  public let number: Int
  /// When it would have left, in milliseconds since 1970.
  public let milliseconds: Int64
  /// What it is.
  public let kind: Kind
  /// Addresses, device tokens or URLs.
  public let recipients: [String]
  /// What it says, by the vendor's own names.
  public let content: JSONObject
}

extension Outbox {
  /// The messages and their count, as a snapshot holds them.
  package var snapshot: JSON {
    let list = messages.map { message in
      JSON.object([
        "number": .integer(Int64(message.number)),
        "milliseconds": .integer(message.milliseconds),
        "kind": .string(message.kind.rawValue),
        "to": .array(message.recipients.map(JSON.string)),
        "content": .object(message.content),
      ])
    }
    return ["count": .integer(Int64(count)), "messages": .array(list)]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: ``SnapshotError`` with the place.
  package init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    let count = try reader.member("count")
    guard (0...1 << 53).contains(try count.integer()) else { throw count.error("is no count") }
    self.count = Int(try count.integer())
    for message in try reader.member("messages").elements() {
      let kind = try message.member("kind")
      guard let known = OutboxMessage.Kind(rawValue: try kind.string()) else {
        throw kind.error("is no kind of message")
      }
      var recipients: [String] = []
      for recipient in try message.member("to").elements() {
        recipients.append(try recipient.string())
      }
      messages.append(
        OutboxMessage(
          number: Int(try message.member("number").integer()),
          milliseconds: try message.member("milliseconds").integer(), kind: known,
          recipients: recipients, content: try message.member("content").object()))
    }
  }
}
