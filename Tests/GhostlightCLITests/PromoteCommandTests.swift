import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight recordings promote command` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records a session with StackMob; returns the recording's path and the id of the first object.
  ///
  /// In the session, a client creates two objects, changes and reads the first one, and reads an
  /// object that does not exist.
  private func record() throws -> (path: String, id: String) {
    let path = folder["shop.har"]
    let recorder = try RunningListener("record", "--upstream", "stackmob", "-o", path)
    let client = try recorder.connect()
    let made = try client.send("POST", "/todo", #"{"title":"Milk"}"#)
    #expect(made.status == 201)
    let id = try String(#require(made.body.firstMatch(of: /"todo_id":"([0-9a-f]{32})"/)).output.1)
    #expect(try client.send("POST", "/todo", #"{"title":"Bread"}"#).status == 201)
    #expect(try client.send("PUT", "/todo/\(id)", #"{"title":"Salt"}"#).status == 200)
    #expect(try client.send("GET", "/todo/\(id)").status == 200)
    #expect(try client.send("GET", "/todo/none").status == 404)
    #expect(try recorder.end().code == 0)
    return (path, id)
  }

  @Test func `the promote command prints its inferences and writes a valid contract`() throws {
    let (har, id) = try record()
    let shown = try Command.run("recordings", "promote", har, "--provider", "stackmob")
    #expect(shown.code == 0)
    #expect(shown.errors == "")
    for line in [
      "1-2      POST /todo answers 201", "3        PUT /todo/{id} answers 200",
      "4        GET /todo/{id} answers 200",
      "5        GET /todo/none answers 404", "an id of 32 hexadecimal digits",
      "a time in milliseconds", "nothing is written without --output",
    ] {
      #expect(shown.output.contains(line), "\(line): \(shown.output)")
    }
    let contract = folder["shop.json"]
    let arguments = [
      "recordings", "promote", har, "--provider", "stackmob", "--given",
      "3-4: object exists {\"schema\":\"todo\",\"object\":{\"todo_id\":\"\(id)\",\"title\":\"Salt\"}}",
      "--given", "5: schema exists name=todo", "-o", contract,
    ]
    let written = try Command.run(arguments)
    #expect(written.code == 0, "\(written.errors)")
    #expect(
      written.output.hasSuffix(
        "wrote \(contract); `ghostlight verify \(contract)` holds it against stackmob\n"))
    let verified = try Command.run("verify", contract)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    // The emulator does not fulfill this contract: the object that entry 4 reads does not exist.
    let broken = try Command.run(
      "recordings", "promote", har, "--provider", "stackmob", "-o", contract, "--force")
    #expect(broken.code == 0)
    #expect(try Command.run("verify", contract).code == 1)
    let json = try Command.run(arguments + ["--format", "json", "--force"])
    let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(rows?.map { $0["entries"] as? [Int] } == [[1, 2], [3], [4], [5]])
  }

  @Test func `the promote command adds start documents to those of a configuration`() throws {
    let config = try folder.write(
      #"{"stackmob":{"objects":{"todo":[{"todo_id":"a","title":"A"},{"todo_id":"b"}]}}}"#,
      to: "before.json")
    let har = folder["shop.har"]
    let recorder = try RunningListener(
      "record", "--upstream", "stackmob", "-o", har, "--config", config)
    let client = try recorder.connect()
    #expect(try client.send("POST", "/todo", #"{"todo_id":"new"}"#).status == 201)
    #expect(try client.send("GET", "/todo").status == 200)
    #expect(try client.send("PUT", "/todo/a", #"{"title":"changed"}"#).status == 200)
    #expect(try client.send("GET", "/todo/a").status == 200)
    #expect(try recorder.end().code == 0)
    let path = try folder.write(
      #"{"clock":{"freeze":true},"stackmob":{"objects":{"todo":[{"todo_id":"b","own":1}]}}}"#,
      to: "ghostlight.json")
    let arguments = ["recordings", "promote", har, "--provider", "stackmob", "--documents"]
    let shown = try Command.run(arguments)
    #expect(
      shown.output == "DOCUMENTS  OF    INFERRED\n2          todo  primary key todo_id\n\n"
        + "nothing is written without --output\n")
    #expect(
      try Command.run(arguments + ["-o", path])
        == .message(
          64, "\(path) exists already: add --force to replace it, or --append to " + "add to it"))
    let written = try Command.run(arguments + ["-o", path, "--append"])
    #expect(written.code == 0, "\(written.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(folder.read("ghostlight.json").utf8))
    let members = try #require(json as? [String: Any])
    #expect(members.keys.sorted() == ["clock", "stackmob"])
    let objects = (members["stackmob"] as? [String: Any])?["objects"] as? [String: Any]
    let todos = objects?["todo"] as? [[String: Any]] ?? []
    #expect(todos.map { $0["todo_id"] as? String } == ["b", "a"])
    #expect(todos.last?["title"] as? String == "A")
    let read = try Command.run(
      "exec", "--config", path, "--", "sh", "-c",
      """
      curl -s -H "X-StackMob-API-Key: $STACKMOB_PUBLIC_KEY" $GHOSTLIGHT_STACKMOB_URL/todo/a
      """)
    #expect(read.output.contains(#""title":"A""#), "\(read.output)\(read.errors)")
    let none = try Command.run(arguments + ["--provider", "mia"])
    #expect(none.code == 65)
    #expect(none.errors.contains("shows no documents of mia"))
  }
}
