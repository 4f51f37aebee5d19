extension TrialCarrier {
  private static func q(_ text: String) -> String { TrialText.quoted(text) }

  static let json: [TrialCarrier] = objects + pairs + strings + streams

  private static let objects: [TrialCarrier] = [
    .body("object × JSON body", "application/json") { random, name, value in
      "{\"user\":\"\(random.user())\",\(q(name)):\(q(value)),\"remember\":true}"
    },
    .body("object × indented JSON body", "application/json; charset=utf-8") { random, name, value in
      "{\n  \"id\": \(random.below(99)),\n  \(q(name)): \(q(value)),\n  \"active\": true\n}\n"
    },
    .body("nested object × JSON body", "application/json") { random, name, value in
      "{\"account\":{\"id\":\(random.below(99)),\"login\":{\(q(name)):\(q(value))}}}"
    },
    .body("object with value × JSON body", "application/json") { _, name, value in
      "{\(q(name)):{\"value\":\(q(value)),\"visible\":false}}"
    },
    .body("array of values × JSON body", "application/json") { random, name, value in
      "{\"id\":\(random.below(99)),\(q(name)):[\(q(value))]}"
    },
    .body("array of objects × JSON body", "application/json") { random, name, value in
      "[{\"id\":1},{\"id\":\(random.within(2...99)),\(q(name)):\(q(value))}]"
    },
    .body("resource × JSON:API body", "application/vnd.api+json") { random, name, value in
      "{\"data\":{\"type\":\"users\",\"id\":\"\(random.below(99))\",\"attributes\":{"
        + "\(q(name)):\(q(value))}}}"
    },
    .body("object × JSON body as text/plain", "text/plain") { random, name, value in
      "{\"id\":\(random.below(99)),\(q(name)):\(q(value))}"
    },
    .body("number × JSON body", "application/json", .digits) { random, name, value in
      "{\"id\":\(random.below(99)),\(q(name)):\(value)}"
    },
    .body("escaped string × JSON body", "application/json", .line) { random, name, value in
      "{\"id\":\(random.below(99)),\(q(name)):\"\(TrialText.unicodeEscaped(value))\"}"
    },
  ]

  private static let pairs: [TrialCarrier] = [
    .body("name/value pair × JSON body", "application/json") { _, name, value in
      "{\"fields\":[{\"name\":\"locale\",\"value\":\"en\"},"
        + "{\"name\":\(q(name)),\"value\":\(q(value))}]}"
    },
    .body("key/value pair × JSON body", "application/json") { random, name, value in
      "{\"settings\":[{\"id\":\(random.below(99)),\"key\":\(q(name)),\"value\":\(q(value))}]}"
    },
    .body("value/name pair × JSON body", "application/json") { _, name, value in
      "[{\"value\":\(q(value)),\"name\":\(q(name))}]"
    },
    .sent("operation × JSON Patch", "application/json-patch+json") { random, name, value in
      "[{\"op\":\"replace\",\"path\":\"/users/\(random.below(99))/\(name)\","
        + "\"value\":\(q(value))}]"
    },
  ]

  private static let strings: [TrialCarrier] = [
    .body("JSON string in JSON × JSON body", "application/json") { random, name, value in
      let inner = "{\"id\":\(random.below(99)),\(q(name)):\(q(value))}"
      return "{\"version\":1,\"body\":\(q(inner))}"
    },
    .sent("variables × GraphQL", "application/json") { _, name, value in
      let query = "mutation M($input: MInput!) { save(input: $input) { id } }"
      return "{\"query\":\(q(query)),\"variables\":{\"input\":{\(q(name)):\(q(value))}}}"
    },
    .sent("inline argument × GraphQL in JSON", "application/json", .line) { random, name, value in
      let argument = PlantedNames.identifier(name) + ": " + q(value)
      let query = "mutation { login(user: \"\(random.user())\", \(argument)) { id } }"
      return "{\"query\":\(q(query))}"
    },
    .sent("inline argument × GraphQL body", "application/graphql", .line) { random, name, value in
      "mutation {\n  login(user: \"\(random.user())\", "
        + "\(PlantedNames.identifier(name)): \(q(value))) { id }\n}\n"
    },
    .page("callback × JSONP", "application/javascript") { random, name, value in
      "callback\(random.below(99))({\"ok\":true,\(q(name)):\(q(value))});"
    },
  ]

  private static let streams: [TrialCarrier] = [
    .body("line × NDJSON", "application/x-ndjson") { random, name, value in
      "{\"id\":\(random.below(99))}\n{\(q(name)):\(q(value))}\n{\"end\":true}\n"
    },
    .page("event × server-sent events", "text/event-stream") { random, name, value in
      "id: \(random.below(99))\nevent: update\ndata: {\(q(name)):\(q(value))}\n\n"
    },
  ]
}
