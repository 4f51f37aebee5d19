import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Whole responses of the control API` {
  private let desk = ControlDesk()

  private static func fields(_ fields: HTTPFields) -> JSON {
    .array(fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] })
  }

  /// Sends a stored request with latency, an unknown one, and a refused one.
  private func sendThree() throws {
    try desk.stage.namespace().addFault(FaultPlan(.latency(milliseconds: 9, isReal: true)))
    desk.send(.post, "/note?a=b", ["title": "x"])
    try desk.stage.namespace().removeFault()
    _ = desk.stage.respond(
      to: Request(.patch, "/note/1", scheme: "https", authority: "api.stackmob.com:7"),
      by: "stackmob")
    try desk.stage.namespace().changeClock(.advance(milliseconds: 1000))
    _ = desk.stage.respond(to: Request(.get, "/note", body: [0xFF]), by: "stackmob")
  }

  @Test func `the journal has each field of each exchange`() throws {
    try sendThree()
    let entries = try desk.stage.namespace().journal
    #expect(entries.count == 3)
    #expect(entries.map(\.answer.nearMisses.isEmpty) == [true, false, true])
    let times = [
      "2013-06-12T12:26:40.123Z", "2013-06-12T12:26:40.123Z", "2013-06-12T12:26:41.123Z",
    ]
    let urls = [
      "http://localhost/note?a=b", "https://api.stackmob.com:7/note/1", "http://localhost/note",
    ]
    var (full, brief): ([JSON], [JSON]) = ([], [])
    for (place, entry) in entries.enumerated() {
      let (request, response) = (entry.request, entry.answer.response)
      var object: JSONObject = [
        "number": .integer(Int64(place + 1)), "time": .string(times[place]),
        "emulator": "stackmob", "effect": .string(entry.answer.effect.rawValue),
        "route": entry.answer.route.map(JSON.string) ?? .null,
        "request": [
          "method": .string(request.method.rawValue), "url": .string(urls[place]),
          "headers": Self.fields(request.headers),
          "body": .string(["{\"title\":\"x\"}", "", "\u{FFFD}"][place]),
        ],
        "response": [
          "status": .integer(Int64(response.status.code)),
          "headers": Self.fields(response.headers), "body": .string(response.text),
        ],
      ]
      var line: JSONObject = [
        "number": .integer(Int64(place + 1)), "time": .string(times[place]),
        "emulator": "stackmob", "method": .string(["POST", "PATCH", "GET"][place]),
        "path": .string(["/note?a=b", "/note/1", "/note"][place]),
        "status": .integer(Int64(response.status.code)),
        "route": entry.answer.route.map(JSON.string) ?? .null,
        "effect": .string(entry.answer.effect.rawValue),
        "milliseconds": .double(Double(entry.nanoseconds / 1000) / 1000),
        "bytes": .integer(Int64(response.body.count)),
      ]
      line["reason"] = response.headers[.reason].map(JSON.string)
      if place == 0 { object["fault"] = 1 }
      if place == 0 { line["fault"] = 1 }
      if place == 1 { object["nearest"] = .array(entry.answer.nearMisses.map(JSON.string)) }
      full.append(.object(object))
      brief.append(.object(line))
    }
    for (query, list) in [("", full), ("?brief=false", full), ("?brief=true", brief)] {
      #expect(
        desk.call(.get, "requests" + query)
          .json == ["namespace": "default", "total": 3, "requests": .array(list)])
    }
    #expect(
      desk.call(.get, "requests/unmatched").json
        == ["namespace": "default", "total": 1, "requests": [full[1]]])
    for (place, line) in brief.enumerated() { try expect(entries[place], line) }
  }

  /// Checks the whole description of an exchange, except its chapter, the sections of its reason and
  /// its curl command.
  private func expect(_ entry: JournalEntry, _ line: JSON) throws {
    var found = try #require(desk.call(.get, "requests/\(entry.number)").json?.object)
    #expect(found["curl"]?.string?.hasPrefix(entry.number == 3 ? "echo /w== |" : "curl -i") == true)
    #expect((found["chapter"] != nil) == (entry.answer.route != nil))
    for name in ["curl", "chapter", "sections"] { found[name] = nil }
    var expected = try #require(line.object)
    for name in ["method", "path", "status", "bytes"] { expected[name] = nil }
    let (request, response) = (entry.request, entry.answer.response)
    expected["namespace"] = "default"
    expected["delayMilliseconds"] = entry.number == 1 ? 9 : 0
    expected["request"] = [
      "body": entry.number == 3
        ? "/w==" : .string(String(decoding: request.body, as: UTF8.self)),
      "encoding": entry.number == 3 ? "base64" : "text",
      "bytes": .integer(Int64(request.body.count)), "method": line["method"] ?? nil,
      "url": .string("\(request.scheme)://\(request.authority)\(request.target)"),
      "path": line["path"] ?? nil, "headers": Self.fields(request.headers),
    ]
    expected["response"] = [
      "body": .string(response.text), "encoding": "text",
      "bytes": .integer(Int64(response.body.count)), "status": line["status"] ?? nil,
      "headers": Self.fields(response.headers),
    ]
    if !entry.answer.nearMisses.isEmpty {
      expected["nearest"] = .array(entry.answer.nearMisses.map(JSON.string))
    }
    #expect(JSON.object(found) == .object(expected))
  }

  @Test func `a mail in the outbox has each of its fields`() throws {
    let desk = ControlDesk.twins()
    let space = try desk.stage.namespace()
    for emulator in ["stackmob", "second"] {
      _ = try space.setUp(
        "schema exists", in: emulator,
        parameters: ["name": "user", "user": true, "fields": ["email": "forgotpassword"]])
      _ = try space.setUp(
        "user exists", in: emulator,
        parameters: ["username": "jack", "password": "pw", "fields": ["email": "j@example.com"]])
      #expect(
        desk.send(.post, "/user/forgotPassword", ["username": "jack"], by: emulator).status == .ok)
    }
    let messages = ["stackmob", "second"].map { emulator -> JSON in
      let message = space.outbox[emulator]?.messages.first
      return [
        "emulator": .string(emulator), "number": 1, "time": "2013-06-12T12:26:40.123Z",
        "kind": "mail", "to": ["j@example.com"], "content": .object(message?.content ?? [:]),
      ]
    }
    for (query, list) in [
      ("", messages), ("?emulator=second", [messages[1]]), ("?emulator=stackmob", [messages[0]]),
      ("?namespace=other", []),
    ] {
      let name = query.contains("other") ? "other" : "default"
      #expect(
        desk.call(.get, "outbox" + query).json
          == ["namespace": .string(name), "messages": .array(list)])
    }
  }

  @Test func `the lists of emulators have their routes, states, addresses and keys`() throws {
    let book = ServerAddresses()
    book.setURL("http://127.0.0.1:1", for: "mia")
    book.setURL("http://127.0.0.1:2", for: "control")
    let services: [Service] = [.mia(), .egf2()]
    let control = ControlAPI(
      Stage(StageConfiguration(services: services)), addresses: book, isConsoleReadOnly: true)
    let call = { (path: String) in
      control.answer(Request(.get, RequestTarget(path), authority: "127.0.0.1:2")).json
    }
    let values = { (values: [ProviderStateSummary.Value]) -> JSON in
      .object(values.reduce(into: [:]) { $0[$1.name] = .string($1.meaning) })
    }
    let emulators = services.map { service -> JSONObject in
      [
        "name": .string(service.name), "title": .string(service.title),
        "url": service.name == "mia" ? "http://127.0.0.1:1" : nil,
        "keys": service.name == "mia" ? ["MIA_SECRET": "s3cr3t"] : [:],
      ]
    }
    let listed = zip(services, emulators).map { service, emulator -> JSON in
      var object = emulator
      if service.name == "mia" {
        object["try"] = .string(service.firstRequest("http://127.0.0.1:1"))
      }
      object["routes"] = .array(
        service.seed.catalogue.routes.map {
          [
            "method": .string($0.method), "pattern": .string($0.pattern),
            "title": .string($0.title), "changes": .bool($0.changes),
          ]
        })
      object["states"] = .array(
        service.seed.allProviderStates.map {
          [
            "name": .string($0.name), "parameters": values($0.parameters),
            "results": values($0.results),
          ]
        })
      return .object(object)
    }
    #expect(
      call("/__ghostlight/v1/emulators")
        == ["version": .string(Version.current), "emulators": .array(listed)])
    var (tried, swift) = (emulators[0], emulators[0])
    tried["try"] = .string(services[0].firstRequest("http://127.0.0.1:1"))
    var other = emulators[1]
    swift["try"] = tried["try"]
    (swift["manual"], other["manual"]) = ("/manual/Mia", "/manual/EGF2")
    (swift["kind"], other["kind"]) = ("emulator", "emulator")
    swift["hosts"] = .array(services[0].hosts.map(JSON.string))
    other["hosts"] = .array(services[1].hosts.map(JSON.string))
    swift["trySwift"] = .string(
      """
      import Foundation
      import mkApp

      let app = MKAppInstance(emulator: URL(string: "http://127.0.0.1:1"), secret: "s3cr3t")
      try await MKAppInstance.$current.withValue(app) {
        let book = MKCollection(name: "books")
        book?.setObject("Hello", forKey: "title")
        try await book?.save()
        print(try await MIAQuery(collectionName: "books").findObjects())
      }

      """)
    #expect(
      call("/__ghostlight/v1/console") == [
        "version": .string(Version.current), "readOnly": true, "namespaces": ["default"],
        "emulators": [.object(swift), .object(other)],
      ])
    #expect(
      call("/") == [
        "name": "Ghostlight", "version": .string(Version.current),
        "control": "http://127.0.0.1:2/__ghostlight/v1",
        "openapi": "http://127.0.0.1:2/__ghostlight/v1/openapi.json",
        "emulators": [.object(tried), .object(emulators[1])],
      ])
    #expect(
      control.answer(Request(.get, "/", authority: "127.0.0.1:2")).headers[.vary] == "Accept")
  }
}

extension HTTPField.Name {
  fileprivate static let reason = HTTPField.Name("X-Ghostlight-Reason") ?? .accept
}
