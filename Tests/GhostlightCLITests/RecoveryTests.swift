import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Partial recordings of a recorder` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records two exchanges, kills the recorder, and returns the path of the partial file.
  private func killed() throws -> String {
    let recorder = try RunningListener("record", "--upstream", "stackmob", "-o", folder["a.har"])
    let client = try recorder.connect()
    let body = #"{"username":"jack","password":"open sesame 7"}"#
    #expect(try client.send("POST", "/user", body).status == 201)
    #expect(try client.send("GET", "/user/jack").status == 200)
    #expect(try recorder.end(SIGKILL).code == 128 + SIGKILL)
    return folder["a.har.partial"]
  }

  @Test func `a killed recorder leaves all responses in a partial recording`() throws {
    let partial = try killed()
    #expect(!folder.exists("a.har"))
    #expect(try folder.read("a.har.partial").contains("open sesame 7"))
    let recovered = try Command.run("recordings", "recover", partial, "-o", folder["a.har"])
    #expect(recovered == .message(0, "2 exchanges in \(folder["a.har"])"))
    #expect(!folder.exists("a.har.partial"))
    let text = try folder.read("a.har")
    #expect(text.contains("REDACTED-password-1") && !text.contains("sesame"))
    #expect(try Command.run("recordings", "lint", folder["a.har"]).code == 0)
  }

  @Test func `a partial recording of a newer version is refused and kept`() throws {
    let text = "GHOSTLIGHT PARTIAL RECORDING 2\n"
    let partial = try folder.write(text, to: "newer.har.partial")
    let refused = try Command.run("recordings", "recover", partial, "-o", folder["a.har"])
    #expect(
      refused
        == .message(
          65,
          "cannot use \(partial): it has form 2, and this version reads up to 1: "
            + "recover it with the version that recorded it"))
    #expect(try folder.read("newer.har.partial") == text)
  }

  @Test func `a partial recording is refused as input of other commands`() throws {
    let partial = try killed()
    let refusal = CommandResult.message(
      65,
      "\(partial) is the partial file of a recorder, with all secrets: save it with "
        + "`ghostlight recordings recover \(partial) -o FILE`")
    #expect(try Command.run("recordings", "lint", partial) == refusal)
    #expect(try Command.run("recordings", "lint", folder.path) == refusal)
    #expect(try Command.run("recordings", "inspect", partial) == refusal)
    #expect(
      try Command.run("record", "--upstream", "stackmob", "-o", folder["a.har"])
        == .message(
          1,
          "\(partial) is what a recording left that was cut off, or one that "
            + "still goes on: save it with `ghostlight recordings recover \(partial) -o FILE`, or "
            + "remove it"))
  }

  @Test func `a partial recording can be read while the recorder still writes it`() throws {
    let path = folder["a.har"]
    let recorder = try RunningListener("record", "--upstream", "stackmob", "-o", path)
    let client = try recorder.connect()
    #expect(try client.send("GET", "/user/jack").status == 404)
    let partial = "\(path).partial"
    let recovered = try Command.run("recordings", "recover", partial, "-o", folder["b.har"])
    #expect(
      recovered
        == CommandResult(
          code: 0, output: "",
          errors: "ghostlight: 1 exchange in \(folder["b.har"])\nghostlight: \(partial) stays: a "
            + "recorder still writes it, and makes its own file of it at its end\n"))
    #expect(try client.send("GET", "/user/jill").status == 404)
    #expect(try recorder.end().output == #"{"written":"\#(path)","exchanges":2}"# + "\n")
    #expect(!folder.exists("a.har.partial"))
  }

  @Test func `a truncated partial recording is reported`() throws {
    let partial = try killed()
    let bytes = try Data(contentsOf: URL(filePath: partial))
    try bytes.dropLast(3).write(to: URL(filePath: partial))
    let recovered = try Command.run("recordings", "recover", partial)
    #expect(recovered.code == 0)
    #expect(recovered.output.contains("/user\"") && recovered.output.hasSuffix("}\n"))
    #expect(
      recovered.errors.hasPrefix(
        "ghostlight: warning: \(partial): GET /user/jack: left out, the recorder ended before the "
          + "exchange\nghostlight: warning: \(partial): "))
    #expect(folder.exists("a.har.partial"))
  }

  @Test(arguments: [
    ("none", 1, "cannot use"), ("a.har", 65, "it is nothing that a recorder left"),
  ])
  func `only a partial recording can be recovered`(
    _ name: String, _ code: Int32, _ text: String
  ) throws {
    try folder.write("{}", to: "a.har")
    let result = try Command.run("recordings", "recover", folder[name])
    #expect(result.code == code)
    #expect(result.errors.contains(text), "\(result.errors)")
  }
}
