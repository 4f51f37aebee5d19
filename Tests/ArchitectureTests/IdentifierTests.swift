import Testing

@Suite struct `Identifiers` {
  /// The words of an earlier, metaphorical vocabulary, and the standard terms that replace them.
  private static let replaced: [String: String] = [
    "hear": "receive", "hearing": "subscribing", "unheard": "refused",
    "tell": "notify", "tells": "notifies", "telling": "delivery", "told": "received",
    "isTold": "isDelivered", "hasTold": "hasDelivered", "untold": "unlisted",
    "asked": "requested", "learn": "record", "settle": "complete", "settlement": "completion",
    "strike": "activate", "bringAbout": "setUp", "notKept": "notDurable",
    "isNotKept": "isNotDurable", "forAnybody": "allowsAnonymous",
    "servesAnybody": "allowsAnonymous", "withoutMemory": "ephemeral", "unfit": "invalid",
    "Unfit": "Invalid", "house": "settings", "wing": "layer", "room": "module",
    "scene": "scope", "Scene": "EmulatedScope", "Audience": "Subscribers",
    "Visitor": "HTTPTestClient", "Door": "URLSessionBridge", "Rehearsal": "TestContext",
    "Performance": "ScenarioRunner", "Conversation": "MessageSession", "Theatre": "ServedStage",
  ]

  @Test func `identifiers use the field's words`() {
    for file in Repository.all {
      for (index, line) in file.code.enumerated() where !line.contains("`") {
        for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
          guard let better = Self.replaced[String(word)] else { continue }
          file.fail(line: index + 1, "\(word) is \(better)")
        }
      }
    }
  }

  @Test func `errors of clients are not called problems`() {
    for file in Repository.sources where file.target?.layer == "Clients" {
      for word in ["problem", "problems"] {
        for line in file.codeLines(with: word) { file.fail(line: line, "\(word) is error") }
      }
    }
  }

  @Test func `no type of Ghostlight is named a problem`() {
    for file in Repository.sources {
      for found in Declaration.all(in: file)
      where found.kind == .type && found.name.hasSuffix("Problem") {
        file.fail(line: found.line, "\(found.name) is an error")
      }
    }
  }
}
