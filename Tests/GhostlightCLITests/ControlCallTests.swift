import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightCLI

/// Tests of the calls that commands make, and of their output.
@Suite(.limitedConcurrency) struct `Calls of control commands` {
  /// A command, the calls that it makes as method, path and body, the responses, and its output.
  private struct Row: Sendable {
    let arguments: [String]
    let calls: [String]
    var answers: [JSON] = []
    var output: String
  }

  private static let row: JSON = ["key": "a", "row": ["x": 1]]

  private static let rows: [Row] = [
    Row(
      arguments: ["clock"], calls: ["GET clock?namespace=default"],
      answers: [["now": "then", "frozen": true]], output: "then (frozen)\n"),
    Row(
      arguments: [
        "clock", "--namespace", "a.b", "--advance", "-5m", "--set", "2013-05-01", "--freeze",
      ],
      calls: [
        #"POST clock {"advance":"-5m","set":"2013-05-01","freeze":true,"namespace":"a.b"}"#
      ], answers: [["now": "then", "frozen": false]], output: "then (running)\n"),
    Row(
      arguments: ["clock", "--run"], calls: [#"POST clock {"run":true,"namespace":"default"}"#],
      answers: [["now": "then"]], output: "then (running)\n"),
    Row(
      arguments: ["reset"], calls: [#"POST reset {"namespace":"default"}"#],
      answers: [["namespace": "default", "emulators": ["a", "b"]]],
      output: "default has its initial data again: a, b\n"),
    Row(
      arguments: ["reset", "--emulator", "a", "--namespace", "n"],
      calls: [#"POST reset {"namespace":"n","emulator":"a"}"#],
      answers: [["namespace": "n", "emulators": ["a"]]], output: "n has its initial data again: a\n"
    ),
    Row(
      arguments: ["outbox", "--emulator", "a"],
      calls: ["GET outbox?namespace=default&emulator=a"],
      answers: [
        [
          "messages": [
            [
              "time": "t", "emulator": "a", "kind": "mail", "to": ["x", "y"], "content": ["c": 1],
            ]
          ]
        ]
      ],
      output: "TIME  EMULATOR  KIND  TO    CONTENT\nt     a         mail  x, y  {\"c\":1}\n"),
    Row(
      arguments: ["outbox"], calls: ["GET outbox?namespace=default"], answers: [["messages": []]],
      output: "TIME  EMULATOR  KIND  TO  CONTENT\n"),
    Row(
      arguments: ["faults"], calls: ["GET faults?namespace=default"],
      answers: [["faults": [["number": 2, "matches": 5, "hits": 3, "status": 500]]]],
      output: "NUMBER  HITS  MATCHES  PLAN\n2       3     5        {\"status\":500}\n"),
    Row(
      arguments: ["faults", "--clear", "--remove", "2", "--add", #"{"status":500}"#],
      calls: [
        "DELETE faults?namespace=default", "DELETE faults?namespace=default&number=2",
        #"POST faults {"status":500,"namespace":"default"}"#, "GET faults?namespace=default",
      ], output: "NUMBER  HITS  MATCHES  PLAN\n"),
    Row(
      arguments: ["state", "user exists", "username=jill", "n=1", "e=", "j=[true]"],
      calls: [
        #"POST states {"state":"user exists","params":{"username":"jill","n":1,"e":"","j":[true]},"#
          + #""namespace":"default"}"#
      ], answers: [["id": "x", "n": [1]]], output: "id=x\nn=[1]\n"),
    Row(
      arguments: ["state", "s", "--emulator", "a", "--namespace", "n"],
      calls: [#"POST states {"state":"s","params":{},"namespace":"n","emulator":"a"}"#],
      output: "done\n"),
    Row(
      arguments: ["namespaces"], calls: ["GET namespaces"],
      answers: [["namespaces": ["a", "b"]]], output: "a\nb\n"),
    Row(
      arguments: ["namespaces", "--drop", "a.b", "--fork", "c.d", "--from", "e"],
      calls: ["DELETE namespaces/a.b", #"POST namespaces/c.d {"from":"e"}"#, "GET namespaces"],
      answers: [[:], [:], ["namespaces": []]], output: "\n"),
    Row(
      arguments: ["namespaces", "--fork", "c"],
      calls: [#"POST namespaces/c {"from":"default"}"#, "GET namespaces"], output: "\n"),
    Row(
      arguments: ["status", "--health"], calls: ["GET health"], answers: [["status": "ok"]],
      output: "ok\n"),
    Row(
      arguments: ["status"], calls: ["GET emulators", "GET namespaces"],
      answers: [
        [
          "emulators": [
            ["title": "T", "url": "u", "routes": [[:], [:]], "keys": ["K": "v"], "try": "curl u"],
            ["title": "Two", "url": nil],
          ]
        ], ["namespaces": ["a", "b"]],
      ],
      output:
        "EMULATOR  URL  ROUTES\nT         u    2\nTwo            0\n\nKeys:\n  K=v\n\n"
        + "Namespaces: a, b\n\nTry:\n  curl u\n"),
    Row(
      arguments: ["states", "--emulator", "b"], calls: ["GET emulators"],
      answers: [
        [
          "emulators": [
            ["name": "a", "states": [["name": "no"]]],
            ["name": "b", "states": [["name": "s", "parameters": ["x": "", "y": ""]]]],
          ]
        ]
      ], output: "EMULATOR  STATE  PARAMETERS\nb         s      x, y\n"),
    Row(
      arguments: ["snapshot", "--namespace", "n"], calls: ["GET snapshot?namespace=n"],
      answers: [["a": 1]], output: "{\n  \"a\": 1\n}\n"),
    Row(
      arguments: ["data", "list"], calls: ["GET data?namespace=default"],
      answers: [["tables": [["emulator": "e", "name": "t", "count": 3, "group": "g"]]]],
      output: "EMULATOR  TABLE  ROWS  GROUP\ne         t      3     g\n"),
    Row(
      arguments: ["data", "list", "e"], calls: ["GET data?namespace=default&emulator=e"],
      output: "EMULATOR  TABLE  ROWS  GROUP\n"),
    Row(
      arguments: ["data", "list", "e", "t:1", "--search", "x y", "--limit", "3"],
      calls: [
        "GET data/e/t%3A1?namespace=default&limit=3&search=x%20y",
        "GET data/e/t%3A1?namespace=default&limit=1&after=7&search=x%20y",
      ], answers: [["rows": [row, row], "next": "7"], ["rows": [row]]],
      output: String(repeating: "a  {\"x\":1}\n", count: 3)),
    Row(
      arguments: ["data", "list", "e", "t", "--limit", "0", "--format", "json"],
      calls: ["GET data/e/t?namespace=default&limit=1000"], answers: [["rows": [row]]],
      output: "{\"key\":\"a\",\"row\":{\"x\":1}}\n"),
    Row(
      arguments: ["data", "list", "e", "t", "--limit", "1"],
      calls: ["GET data/e/t?namespace=default&limit=1"],
      answers: [["rows": [row], "next": "1"]], output: "a  {\"x\":1}\n"),
    Row(
      arguments: ["data", "get", "e", "t", "a/b"], calls: ["GET data/e/t/a%2Fb?namespace=default"],
      answers: [row], output: "{\n  \"x\": 1\n}\n"),
    Row(
      arguments: ["data", "put", "e", "t", "a", #"{"x":2}"#],
      calls: [#"PUT data/e/t/a?namespace=default {"x":2}"#], answers: [row],
      output: "{\n  \"x\": 1\n}\n"),
    Row(
      arguments: ["data", "delete", "e", "t", "a", "--namespace", "n"],
      calls: ["DELETE data/e/t/a?namespace=n"], output: ""),
    Row(
      arguments: ["data", "act", "e", "t", "a", "log in"],
      calls: [#"POST data/e/t/a {"action":"log in","namespace":"default"}"#],
      answers: [["values": ["token": "x", "n": 1]]], output: "token=x\nn=1\n"),
    Row(
      arguments: ["requests", "--limit", "3", "--namespace", "n"],
      calls: ["GET requests?namespace=n&limit=3"],
      answers: [["requests": []]], output: "NUMBER  TIME  STATUS  EFFECT  REQUEST\n"),
    Row(
      arguments: ["requests", "--unmatched", "--format", "json"],
      calls: ["GET requests/unmatched?namespace=default&limit=20"], output: "{}\n"),
    Row(
      arguments: ["requests", "4"],
      calls: ["GET requests?namespace=default&after=3&limit=1000000000"],
      answers: [
        [
          "requests": [
            [
              "number": 4,
              "request": [
                "method": "GET", "url": "u", "headers": [["name": "A", "value": "b"]], "body": "q",
              ],
              "response": [
                "status": 200, "headers": [["name": "C", "value": "d"]], "body": "",
              ],
            ]
          ]
        ]
      ], output: "GET u\nA: b\n\nq\n\n200\nC: d\n"),
  ]

  @Test(arguments: rows.indices)
  func `a command makes its calls and prints the responses`(_ index: Int) async throws {
    let row = Self.rows[index]
    let calls = Mutex<[String]>([])
    let base = "/__ghostlight/v1/"
    try await ServedResponder.run({ request in
      calls.withLock { calls in
        let body = String(decoding: request.body, as: UTF8.self)
        let path = String(request.target.raw.dropFirst(base.count))
        calls.append("\(request.method.rawValue) \(path)" + (body.isEmpty ? "" : " " + body))
        return .json(
          .ok, row.answers.indices.contains(calls.count - 1) ? row.answers[calls.count - 1] : [:])
      }
    }) { served in
      let result = try Command.run(row.arguments, environment: ["GHOSTLIGHT_URL": served.url])
      #expect(result.code == 0)
      #expect(result.output == row.output)
      let remark = "ghostlight: there are more rows; --limit 0 shows all\n"
      #expect(result.errors == (row.answers.last?["next"] == nil ? "" : remark))
    }
    #expect(calls.withLock { $0 } == row.calls)
  }
}
