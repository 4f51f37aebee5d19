import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A server with a data folder` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ arguments: String...) throws -> CommandResult {
    try Command.run(["serve", "--port-base", "0", "--data", folder["data"]] + arguments)
  }

  @Test func `a data folder is refused with another configuration than its own`() throws {
    let first = try folder.write(
      #"{"stackmob":{"objects":{"todo":[{"todo_id":"1","n":1}]}},"faults":[]}"#, to: "first.json")
    let second = try folder.write(
      #"{"stackmob":{"objects":{"todo":[{"todo_id":"1","n":2}]}}}"#, to: "second.json")
    let third = try folder.write(
      #"{"journal":{"entries":5},"stackmob":{"objects":{"todo":[{"todo_id":"1","n":1}]}}}"#,
      to: "third.json")
    var server = try RunningServer("--data", folder["data"], "--config", first)
    let objects = try server.connect().send("GET", "/todo").body
    #expect(try server.connect().send("PUT", "/todo/1", #"{"n":3}"#).status == 200)
    #expect(try server.end(SIGKILL).code == 128 + SIGKILL)
    for (arguments, place) in [
      (["--config", second], "$.stackmob.objects.todo[0].n"), ([], "$.stackmob"),
    ] {
      let result = try Command.run(
        ["serve", "--port-base", "0", "--data", folder["data"]] + arguments)
      #expect(
        result
          == .message(
            65,
            "\(folder["data"]) was made with another configuration "
              + "(\(place) differs): start with the configuration that it was made with, or choose another "
              + "data folder"))
    }
    server = try RunningServer("--data", folder["data"], "--config", third)
    let kept = try server.connect().send("GET", "/todo").body
    #expect(kept.contains(#""n":3"#))
    // The seeded objects still have the dates of the first start.
    let date = /"createddate":(\d+)/
    #expect(try #require(kept.firstMatch(of: date)).1 == #require(objects.firstMatch(of: date)).1)
  }

  @Test func `a server starts again with a lower work limit per request`() throws {
    var server = try RunningServer("--data", folder["data"])
    #expect(try server.connect().send("POST", "/note", #"{"note_id":"1"}"#).status == 201)
    #expect(try server.end(SIGKILL).code == 128 + SIGKILL)
    let config = try folder.write(#"{"maxWork":1}"#, to: "ghostlight.json")
    server = try RunningServer("--data", folder["data"], "--config", config)
    #expect(try server.connect().send("GET", "/note/1").status == 400)
    #expect(try server.end(SIGTERM).code == 0)
    server = try RunningServer("--data", folder["data"])
    #expect(try server.connect().send("GET", "/note/1").body.contains(#""note_id":"1""#))
  }

  @Test func `lost changes are reported, and accepted only with --accept-loss`() throws {
    var server = try RunningServer("--data", folder["data"])
    for number in 1...5 {
      let body = #"{"note_id":"\#(number)"}"#
      #expect(try server.connect().send("POST", "/note", body).status == 201)
    }
    #expect(try server.end(SIGKILL).code == 128 + SIGKILL)
    try FileManager.default.removeItem(atPath: folder["data"] + "/ghostlight.sqlite-wal")
    let fact = "\(folder["data"])/ghostlight.sqlite no longer has the changes 1 to 5"
    #expect(
      try refusal()
        == .message(
          65,
          "\(fact): replace the folder by a copy, or start with "
            + "--accept-loss in the state before that"))
    server = try RunningServer("--data", folder["data"], "--accept-loss")
    #expect(try server.connect().send("POST", "/note", #"{"note_id":"6"}"#).status == 201)
    #expect(try server.end() == .message(0, "\(fact): the server starts with the earlier state"))
    server = try RunningServer("--data", folder["data"])
    let notes = try server.connect().send("GET", "/note").body
    #expect(notes.contains(#""note_id":"6""#) && !notes.contains(#""note_id":"5""#))
  }
}
