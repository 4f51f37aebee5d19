import Foundation
import TestSupport
import Testing
import TestSupport

@Suite(.limitedConcurrency) struct `The ghostlight verify command` {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(SampleContract.text, to: "sample.json")
  }

  /// Returns the last line of the output without the duration.
  private func summary(_ result: CommandResult) -> String {
    let last = result.output.split(separator: "\n").last ?? ""
    return String(
      last.prefix(upTo: last.firstRange(of: /\ in [0-9.]+ m?s$/)?.lowerBound ?? last.endIndex))
  }

  @Test func `each interaction runs in its own world in process`() throws {
    let result = try Command.run("verify", folder.path, "--verbose")
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(
      result.output.hasPrefix(
        """
        \(contract)  sample → stackmob
          ✓ a new object has dates
          ✓ whoever is logged in is answered (no outside evidence)
          ✓ a missing object is refused

        """))
    #expect(summary(result) == "3 promises in process: 3 kept")
  }

  @Test func `a running server is verified and its state is unchanged`() throws {
    let server = try RunningServer()
    let before = try server.run("status", "--format", "json").output
    let result = try Command.run("verify", contract, "--control", server.control)
    #expect(summary(result) == "3 promises over HTTP at \(server.control): 3 kept")
    #expect(result.code == 0)
    #expect(try server.run("status", "--format", "json").output == before)
  }

  @Test func `interactions that need a state are skipped without a control listener`() throws {
    let server = try RunningServer()
    let result = try Command.run("verify", contract, "--against", server.stackMob)
    #expect(
      summary(result) == "3 promises over HTTP at \(server.stackMob): 1 kept, 2 skipped")
    #expect(result.code == 0)
    let filtered = try Command.run(
      "verify", contract, "--against", server.stackMob, "--filter", "missing")
    #expect(filtered.code == 3)
    #expect(filtered.errors == "ghostlight: nothing was played: all 1 were skipped\n")
  }

  @Test func `an unreachable server is reported once`() throws {
    let url = UnservedAddress.url
    #expect(
      try Command.run("verify", contract, "--against", url)
        == .message(1, "the upstream \(url) cannot be reached: connection refused"))
  }

  @Test func `a recording of a verification can be verified`() throws {
    let recorded = try Command.run("verify", contract, "--record", folder["sample.har"])
    #expect(recorded.code == 0)
    #expect(!(try folder.read("sample.har")).contains("MAC id=\\\"a\\\""))
    let result = try Command.run("verify", contract, "--recording", folder["sample.har"])
    #expect(summary(result) == "3 promises from a recording: 3 kept")
    #expect(result.code == 0)
  }

  @Test func `the recordings of a folder are combined`() throws {
    let other = try folder.write(
      SampleContract.text.replacing("sample", with: "other"), to: "other.json")
    for (name, path) in [("a", contract), ("b", other)] {
      try folder.write("", to: "recordings/deep/\(name).har")
      let recorded = try Command.run(
        "verify", path, "--record", folder["recordings/deep/\(name).har"], "--force")
      #expect(recorded.code == 0)
    }
    let result = try Command.run(
      "verify", contract, other, "--recording", folder["recordings"])
    #expect(summary(result) == "6 promises from a recording: 6 kept")
    #expect(result.code == 0)
  }

  @Test func `a bug fails verification in process, over HTTP and from a recording`() throws {
    let config = try folder.write(
      #"{"faults":[{"route":"Create","status":200}]}"#, to: "ghostlight.json")
    let contract = try folder.write(SampleContract.text, to: "a")
    let inProcess = try Command.run(
      "verify", contract, "--config", config, "--record", folder["bug.har"])
    let server = try RunningServer("--config", config)
    let overHTTP = try Command.run("verify", contract, "--control", server.control)
    let recorded = try Command.run("verify", contract, "--recording", folder["bug.har"])
    for result in [inProcess, overHTTP, recorded] {
      #expect(result.code == 1)
      #expect(
        result.output.contains(
          """
            ✗ a new object has dates
                curl -i -X POST '
          """), "\(result.output)")
      #expect(
        result.output.contains(
          """
                status
                  expected 201
                  actual   200

          """), "\(result.output)")
      #expect(summary(result).hasSuffix(": 2 kept, 1 broken"))
    }
  }

  @Test func `a broken promise is reported with the difference and the response`() throws {
    let config = try folder.write(
      #"{"faults":[{"route":"Create","status":503,"body":{"error":"busy"}}]}"#,
      to: "ghostlight.json")
    let contract = try folder.write(SampleContract.text, to: "a")
    let result = try Command.run(
      "verify", contract, "--config", config, "--junit", folder["report.xml"])
    #expect(result.output.contains("\n      answered 503 Service Unavailable\n"))
    #expect(result.output.contains("\n        {\"error\":\"busy\"}\n"), "\(result.output)")
    #expect(result.output.contains("\n      changed by fault plan 1, so not by the provider\n"))
    #expect(result.output.contains("curl -i -X POST 'http://127.0.0.1:4401/todo' -H 'X-StackMob"))
    let junit = try folder.read("report.xml")
    #expect(
      junit.contains(/<failure message="status: expected 201, actual 503 \(and [0-9]+ more\)">/))
    #expect(junit.contains("&#10;  {&quot;error&quot;:&quot;busy&quot;}&#10;status&#10;"))
    #expect(junit.contains("&#10;because of guide Create</failure>"))
    let github = try Command.run("verify", contract, "--config", config, "--format", "github")
    #expect(github.code == 1)
    #expect(
      github.output.hasPrefix(
        "::error file=\(contract),title=sample → stackmob%3A a new object has dates::curl -i "))
    #expect(!junit.contains(/\ time="[0-9]+\.[0-9]{4,}"/))
    #expect(!junit.contains(/\ time="[^"]*e/))
  }

  @Test func `ignored fault plans of a running server are reported`() throws {
    let config = try folder.write(
      #"{"faults":[{"path":"/none","status":503}]}"#, to: "ghostlight.json")
    let server = try RunningServer("--config", config)
    let contract = try folder.write(SampleContract.text, to: "a")
    #expect(try Command.run("verify", contract, "--control", server.control).errors == "")
    #expect(try server.run("faults", "--add", #"{"status":418}"#).code == 0)
    let result = try Command.run("verify", contract, "--control", server.control)
    #expect(
      result.errors
        == "ghostlight: note: 1 fault plan added to the namespace default is not at work here: "
        + "contracts are played in namespaces of their own, where the plans of ghostlight.json "
        + "are\n")
    #expect(result.code == 0)
  }

  @Test func `the verify command writes JUnit and JSON reports`() throws {
    let result = try Command.run(
      "verify", contract, "--junit", folder["report.xml"], "--format", "json")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(json?["kept"] as? Int == 3)
    let junit = try folder.read("report.xml")
    #expect(junit.contains("<testsuite name=\"\(contract)\" tests=\"3\" failures=\"0\""))
    #expect(junit.hasSuffix("</testsuites>\n"))
  }

  @Test(
    arguments: [
      (
        ["verify", "{folder}/none.json"], 1,
        "cannot read {folder}/none.json: there is no such file; give the path of a contract, a "
          + "Pact file"
      ),
      (
        ["verify", "{folder}/broken.json"], 2,
        "{folder}/broken.json: interactions[0]: does not have \"description\"; add it"
      ),
      (
        ["contracts", "render", "{folder}/broken.json"], 2,
        "{folder}/broken.json: interactions[0]: does not have \"description\"; add it"
      ),
      (
        ["verify", "{folder}/empty"], 3,
        "nothing was played: there is no HTTP interaction in {folder}/empty"
      ),
      (["contracts", "render", "{folder}/empty"], 3, "there is no contract in {folder}/empty"),
      (
        ["contracts", "evidence", "{folder}/broken.json"], 2,
        "{folder}/broken.json: interactions[0]: does not have \"description\"; add it"
      ),
      (["contracts", "evidence", "{folder}/empty"], 3, "there is no contract in {folder}/empty"),
      (
        ["verify", "{folder}/sample.json", "--filter", "zebra"], 3,
        "nothing was played: no interaction fits the filters"
      ),
      (
        ["verify", "{folder}/sample.json", "--emulator", "mia"], 3,
        "nothing was played: no interaction fits the filters"
      ),
      (
        ["verify", "{folder}/sample.json", "--recording", "{folder}/none.har"], 1,
        "cannot read {folder}/none.har: there is no such file; give the path of a recording, a HAR "
          + "file"
      ),
      (
        ["verify", "{folder}/sample.json", "--recording", "{folder}/empty"], 1,
        "there is no recording in {folder}/empty: name a HAR file, or a folder with HAR files"
      ),
      (
        ["verify", "{folder}/sample.json", "--against", "nonsense"], 64,
        "\"nonsense\" is not a valid upstream; use one such as https://api.example.com or http://127.0.0.1:8080"
      ),
      (
        ["verify", "{folder}/sample.json", "--control", "nonsense"], 64,
        "\"nonsense\" is not a valid URL of a control listener: use one such as "
          + "http://127.0.0.1:4400"
      ),
      (
        ["verify", "{folder}/sample.json", "--control", "http://127.0.0.1:1"], 1,
        "no server responds at http://127.0.0.1:1: start `ghostlight serve`, or set its address with "
          + "--control"
      ),
    ] as [([String], Int32, String)])
  func `each error ends with its exit code and message`(
    arguments: [String], code: Int32, error: String
  ) throws {
    try folder.write(
      #"{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[{}]}"#,
      to: "broken.json")
    try FileManager.default.createDirectory(
      atPath: folder["empty"], withIntermediateDirectories: true)
    let filled = arguments.map { $0.replacing("{folder}", with: folder.path) }
    let result = try Command.run(filled)
    #expect(result.code == code)
    #expect(result.errors == "ghostlight: \(error.replacing("{folder}", with: folder.path))\n")
  }

  @Test func `the --strict option of matrix needs results`() throws {
    let result = try Command.run("contracts", "matrix", contract, "--strict")
    #expect(result.code == 64)
    #expect(
      result.errors.hasPrefix("Error: --strict needs a report: add --results FILE.\n"))
  }

  @Test func `an unreachable control listener ends verify with exit code 1`() throws {
    let result = try Command.run("verify", contract, "--control", "http://127.0.0.1:1")
    #expect(result.code == 1)
  }

  @Test func `the render command writes a page with the promises and their coverage`() throws {
    let result = try Command.run("contracts", "render", folder.path)
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("# Contracts\n\n3 promises in 1 file.\n\n## "))
    #expect(result.output.contains("| POST /{schema} – Create | 1 |\n"))
    #expect(result.output.contains("| protocol reference | 1 | 33 % |\n"))
    let written = try Command.run("contracts", "render", folder.path, "-o", folder["page.md"])
    #expect(written == CommandResult(code: 0, output: ""))
    #expect(try folder.read("page.md") == result.output)
    let html = try Command.run("contracts", "render", folder.path, "--format", "html")
    #expect(html.code == 64)
    #expect(
      html.errors.hasPrefix(
        "Error: The value 'html' is invalid for '--format <format>'. Please provide one of 'markdown'."
      ))
  }

  @Test func `the evidence command counts evidence as text and as JSON`() throws {
    let text = try Command.run("contracts", "evidence", folder.path)
    #expect(text.code == 0)
    #expect(
      text.output.split(separator: "\n").map { $0.split(separator: " ") }.dropFirst() == [
        ["stackmob", "3", "1", "0", "0", "0", "0", "0", "1", "1"],
        [Substring(contract), "3", "1", "0", "0", "0", "0", "0", "1", "1"],
      ])
    let json = try Command.run("contracts", "evidence", folder.path, "--format", "json")
    #expect(json.output.hasPrefix(#"{"rows":[{"provider":"stackmob","promises":3,"guide":1,"#))
  }
}
