import Testing

@Suite struct `Words` {
  /// The words of an earlier vocabulary, and the words of the field that replace them.
  private static let replaced: [String: String] = [
    "Rehearsal": "TestContext", "Backstage": "MockTransport", "Theatre": "ServedStage",
    "Audience": "Subscribers", "Visitor": "HTTPTestClient", "Performance": "ScenarioRunner",
    "Door": "URLSessionBridge", "Scene": "EmulatedScope", "scene": "scope",
    "ContractScene": "InteractionSession", "Conversation": "MessageSession",
    "AddressBook": "ServerAddresses", "StageCut": "StageSnapshot", "Snapshotter": "SnapshotWriter",
    "SpyNote": "SpyEntry", "NearEntry": "NearMiss", "OrderPromise": "OrderRequirement",
    "ExactText": "BytewiseString", "ReadableText": "EscapedText",
    "UnfitNumber": "UnrepresentableNumber", "WebAddress": "Endpoint",
    "Leftovers": "DeferredDeallocation",
    "WritersTurn": "WriterLock", "AnswerWatch": "AnswerRecorder", "FaultBoard": "FaultPlans",
    "Telling": "EventProbe", "HouseTests": "ArchitectureTests", "HousePlan": "ModuleMap",
    "NewsFeed": "EventSource", "NewsListener": "EventSubscriber", "MACResigner": "MACRequestSigner",
    "bringAbout": "setUp", "hear": "receive", "hearing": "subscribing", "isNotKept": "isNotDurable",
    "notKept": "notDurable", "takeCut": "writeSnapshot", "spied": "forwarded",
    "forAnybody": "allowsAnonymous", "servesAnybody": "allowsAnonymous",
    "withoutMemory": "ephemeral", "simplest": "canonical", "strike": "activate",
    "settle": "complete", "settlement": "completion",
    "learn": "record", "teller": "callbacks",
    "tellMissing": "reportMissing", "house": "settings", "wing": "layer", "room": "module",
    "told": "received", "Told": "SDKValue", "Tale": "SDKValue", "tell": "notify",
    "tells": "notifies", "telling": "delivery", "isTold": "isDelivered", "hasTold": "hasDelivered",
    "untold": "unlisted", "asked": "requested", "unheard": "refused", "didLearn": "setScheme",
    "paint": "style", "counterpart": "target", "Terms": "Options", "unfit": "invalid",
    "Unfit": "Invalid", "RefreshTurn": "RefreshStep", "storedCuts": "storedSnapshots",
  ]

  @Test(arguments: Repository.all)
  func `identifiers use the field's words`(_ file: SourceFile) {
    for (index, line) in file.code.enumerated() where !line.contains("`") {
      for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
        guard let better = Self.replaced[String(word)] else { continue }
        file.fail(line: index + 1, "\(word) is \(better)")
      }
    }
  }

  @Test(arguments: Repository.sources.filter { $0.target?.layer == "Clients" })
  func `errors of clients are not called problems`(_ file: SourceFile) {
    for word in ["problem", "problems"] {
      for line in file.codeLines(with: word) { file.fail(line: line, "\(word) is error") }
    }
  }

  @Test(arguments: Repository.sources)
  func `no type of Ghostlight is named a problem`(_ file: SourceFile) {
    for found in Declaration.all(in: file)
    where found.kind == .type && found.name.hasSuffix("Problem") {
      file.fail(line: found.line, "\(found.name) is an error")
    }
  }
}
