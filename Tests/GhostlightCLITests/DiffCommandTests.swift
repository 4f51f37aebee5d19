import Foundation
import TestSupport
import Testing
import TestSupport

@Suite(.limitedConcurrency) struct `The ghostlight diff command` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var clock: String {
    get throws {
      try folder.write(
        #"{"clock":{"set":"2013-06-12T12:26:40Z","freeze":true}}"#, to: "ghostlight.json")
    }
  }

  private func recording() throws -> String {
    let path = folder["out.har"]
    let recorder = try RunningListener(
      "record", "--upstream", "stackmob", "-o", path, "--config", try clock)
    let client = try recorder.connect()
    _ = try client.send("POST", "/todo", #"{"todo_id":"a","title":"x"}"#)
    _ = try client.send("POST", "/user", #"{"username":"jack","password":"sesame 77"}"#)
    _ = try client.send("GET", "/todo/a")
    _ = try recorder.end()
    return path
  }

  @Test func `the diff command reports no drift if nothing changed`() throws {
    let path = try recording()
    let result = try Command.run("diff", path, "--against", "stackmob", "--config", try clock)
    #expect(
      result
        == CommandResult(
          code: 0, output: "stackmob against \(path): 3 exchanges compared, 0 drifted\n"))
  }

  @Test func `the diff command sets an emulator's clock to the recording's times`() throws {
    let path = folder["out.har"]
    let recorder = try RunningListener("record", "--upstream", "stackmob", "-o", path)
    let client = try recorder.connect()
    for number in 0..<5 {
      _ = try client.send("POST", "/todo", #"{"todo_id":"\#(number)"}"#)
      _ = try client.send("GET", "/todo")
    }
    _ = try client.send("POST", "/user", #"{"username":"jack","password":"sesame 77"}"#)
    _ = try recorder.end()
    let result = try Command.run("diff", path, "--against", "stackmob")
    #expect(
      result
        == CommandResult(
          code: 0, output: "stackmob against \(path): 11 exchanges compared, 0 drifted\n"))
  }

  @Test func `the diff command reports each difference that is not masked`() throws {
    _ = try recording()
    let text = try folder.read("out.har").replacing(#"\"title\":\"x\""#, with: #"\"title\":\"y\""#)
    let other = try folder.write(
      text.replacingFirst(#"\"title\":\"y\""#, with: #"\"title\":\"x\""#), to: "other.har")
    let drifted = try Command.run("diff", other, "--against", "stackmob", "--format", "json")
    #expect(drifted.code == 1)
    let report = try JSONSerialization.jsonObject(with: Data(drifted.output.utf8))
    #expect((report as? [String: Any])?["compared"] as? Int == 3)
    #expect(drifted.output.contains(#""place": "$.title""#))
    let masked = try Command.run("diff", other, "--against", "stackmob", "--mask", "$..title")
    #expect(masked.code == 0, "\(masked.output)")
  }

  @Test func `the diff command learns from a second recording which values may differ`() throws {
    let path = try recording()
    let text = try folder.read("out.har").replacing("1371040000000", with: "1371040000001")
    let second = try folder.write(text, to: "second.har")
    let server = try RunningServer("--config", try clock)
    #expect(try Command.run("diff", second, "--against", server.stackMob, "--strict").code == 1)
    _ = try server.run("reset")
    let result = try Command.run(
      "diff", second, "--against", server.stackMob, "--strict", "--learn", path)
    #expect(result.code == 0, "\(result.output)")
    _ = try server.run("reset")
    let quiet = try Command.run("diff", second, "--against", server.stackMob)
    #expect(quiet.code == 0 && quiet.output.contains(", 0 drifted, masked "), "\(quiet.output)")
  }

  @Test func `the diff command compares a recording with a server at a URL`() throws {
    let server = try RunningServer("--config", try clock)
    let path = try recording()
    #expect(try Command.run("diff", path, "--against", server.stackMob).code == 0)
    #expect(try Command.run("diff", path, "--against", server.stackMob).code == 1)
    let url = UnservedAddress.url
    let result = try Command.run("diff", path, "--against", url)
    #expect(result == .message(1, "the upstream \(url) cannot be reached: connection refused"))
  }

  @Test func `broken input has another exit code than drift`() throws {
    let path = try recording()
    let broken = try folder.write("{}", to: "broken.har")
    let rows: [([String], Int32)] = [
      ([broken], 2), ([folder["none.har"]], 1),
      ([path, "--learn", broken], 2),
    ]
    for (arguments, code) in rows {
      let result = try Command.run(["diff"] + arguments + ["--against", "stackmob"])
      #expect(result.code == code, "\(arguments): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(try Command.run("diff", path, "--against", "parse").code == 64)
  }
}

extension String {
  fileprivate func replacingFirst(_ text: String, with other: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return replacingCharacters(in: range, with: other)
  }
}
