public import GhostlightCore

/// The mails, push notifications and webhook requests that a backend would have sent, oldest first.
///
/// Nothing is sent: a test reads the outbox to find, for example, the temporary password in a mail.
///
/// The outbox keeps the latest 1,000 messages and is part of the backend's state, so reset and
/// restore apply to it.
///
/// ```swift
/// import Ghostlight
///
/// let stage = Stage()
/// for message in try stage.namespace().outbox["stackmob"]?.messages ?? [] {
///   print(message.kind, message.recipients, message.content)
/// }
/// ```
public struct Outbox: Sendable, Hashable {
  /// The messages, oldest first.
  public internal(set) var messages: [OutboxMessage] = []
  var count = 0
  private static let capacity = 1000

  /// Creates an empty outbox.
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

  /// Returns an outbox with the messages of both outboxes; those of `other` come last.
  package func merged(with other: Outbox) -> Outbox {
    guard !other.messages.isEmpty else { return self }
    var result = self
    result.messages += other.messages
    return result
  }
}

/// A message that a backend would have sent to the outside world.
///
/// A handler creates it while it processes a request. It is a value and does not change later. Find
/// it in the ``Outbox`` of its backend.
public struct OutboxMessage: Sendable, Hashable {
  /// The channel through which a message would have been sent.
  ///
  /// It determines what ``OutboxMessage/recipients`` contains: e-mail addresses for a mail, device
  /// tokens for a push notification, or the URL of a webhook. Snapshots and the control API use the
  /// raw value.
  public enum Kind: String, Sendable {
    /// An e-mail.
    case mail
    /// A push notification.
    case push
    /// A request to a server whose URL is in the configuration.
    case webhook
  }

  /// The sequence number of the message in its namespace and emulator, from 1.
  public let number: Int
  /// The time of the message, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The channel: mail, push notification or webhook.
  public let kind: Kind
  /// The recipients: e-mail addresses, device tokens or URLs, depending on ``kind``.
  public let recipients: [String]
  /// The content of the message, such as a subject and a text, with the vendor's own member names.
  public let content: JSONObject
}

extension Outbox {
  /// The messages and the number of messages posted so far, in the format of a snapshot.
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

  /// Creates an outbox from the JSON of ``snapshot``.
  ///
  /// - Throws: ``SnapshotError`` with the JSON path of the invalid value.
  package init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    let count = try reader.member("count")
    guard (0...1 << 53).contains(try count.integer()) else {
      throw count.error("is not a valid count")
    }
    self.count = Int(try count.integer())
    for message in try reader.member("messages").elements() {
      let kind = try message.member("kind")
      guard let known = OutboxMessage.Kind(rawValue: try kind.string()) else {
        throw kind.error("is not a kind of message")
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
