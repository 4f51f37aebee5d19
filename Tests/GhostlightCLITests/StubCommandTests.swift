import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight stub command` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func contract() throws -> String {
    try folder.write(
      #"""
      {"consumer": {"name": "app"}, "provider": {"name": "notes"}, "interactions": [
        {"type": "Synchronous/HTTP", "description": "a note is read",
         "providerStates": [{"name": "a note"}],
         "request": {"method": "GET", "path": "/notes/1"},
         "response": {"status": 200, "body": {"content": {"title": "x"},
          "contentType": "application/json"}}},
        {"type": "Synchronous/HTTP", "description": "a note is gone",
         "providerStates": [{"name": "no notes"}],
         "request": {"method": "GET", "path": "/notes/1"}, "response": {"status": 404}},
        {"type": "Synchronous/HTTP", "description": "a note is made",
         "request": {"method": "POST", "path": "/notes"}, "response": {"status": 201}}
       ], "metadata": {"pactSpecification": {"version": "4.0"}}}
      """#, to: "app.json")
  }

  @Test func `a stub returns each interaction in turn and reports the unused ones`() throws {
    let stub = try RunningListener("stub", try contract())
    let client = try stub.connect()
    #expect(try client.send("GET", "/notes/1").body == #"{"title":"x"}"#)
    #expect(try client.send("GET", "/notes/1").status == 404)
    #expect(try client.send("GET", "/notes/1").status == 404)
    let miss = try client.send("GET", "/notes/2")
    #expect(miss.status == 501)
    let reason =
      #"GET /notes/2 is not in the contract; nearest is "a note is read", given a note: path is "#
      + "/notes/2, expected /notes/1"
    let result = try stub.end()
    #expect(result.code == 1)
    #expect(result.errors == "ghostlight: \(reason)\n")
    let quoted = reason.replacing("\"", with: "\\\"")
    #expect(
      result.output
        == #"{"interactions":3,"served":3,"missed":1,"misses":["\#(quoted)"],"#
        + #""unused":["\"a note is made\""]}"# + "\n")
  }

  @Test func `a stub takes the provider states from the command line or from each request`() throws
  {
    let stub = try RunningListener("stub", try contract(), "--state", "no notes")
    let client = try stub.connect()
    #expect(try client.send("GET", "/notes/1").status == 404)
    #expect(
      try client.send("GET", "/notes/1", fields: ["X-Ghostlight-State: a note"]).status == 200)
    let result = try stub.end(SIGTERM)
    #expect(result.code == 0)
    #expect(result.errors == "")
  }

  @Test func `a stub with the policy first repeats the first response, as Pact's stub`() throws {
    let stub = try RunningListener("stub", folder.path, try contract(), "--policy", "first")
    let client = try stub.connect()
    for _ in 0..<3 { #expect(try client.send("GET", "/notes/1").status == 200) }
    #expect(try stub.end().code == 0)
  }

  @Test(
    arguments: [
      (["{folder}/none.json"], 1, "cannot read {folder}/none.json: there is no such file; "),
      (
        ["{folder}/broken.json"], 2,
        "{folder}/broken.json: line 1, column 2: missing } for the { at line 1, column 1"
      ),
      (["{folder}/app.json", "--filter", "zebra"], 3, "no interaction fits --filter"),
      (["{folder}/empty"], 3, "there is no HTTP interaction in {folder}/empty"),
    ] as [([String], Int32, String)])
  func `a stub reports why it has no interaction to serve`(
    _ arguments: [String], _ code: Int32, _ text: String
  ) throws {
    _ = try contract()
    try folder.write("{", to: "broken.json")
    try FileManager.default.createDirectory(
      atPath: folder["empty"], withIntermediateDirectories: true)
    let result = try Command.run(
      ["stub"] + arguments.map { $0.replacing("{folder}", with: folder.path) })
    #expect(result.code == code)
    #expect(
      result.errors.hasPrefix("ghostlight: \(text.replacing("{folder}", with: folder.path))"),
      "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
