package import GhostlightCore

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
  /// - Throws: ``SnapshotProblem`` with the place.
  package init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    let count = try reader.member("count")
    guard (0...1 << 53).contains(try count.integer()) else { throw count.problem("is no count") }
    self.count = Int(try count.integer())
    for message in try reader.member("messages").elements() {
      let kind = try message.member("kind")
      guard let known = OutboxMessage.Kind(rawValue: try kind.string()) else {
        throw kind.problem("is no kind of message")
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
