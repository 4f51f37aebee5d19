import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Namespaces` {
  @Test func `a namespace is created on first use, from the seeds`() throws {
    let stage = Stage.notes()
    #expect(stage.namespaceNames == ["default"])
    stage.add("a", in: "one")
    stage.add("b", in: "two")
    stage.add("c")
    #expect(stage.namespaceNames == ["default", "one", "two"])
    #expect(stage.texts(in: "one") == ["a"])
    #expect(stage.texts(in: "two") == ["b"])
    #expect(stage.texts() == ["c"])
    #expect(try stage.namespace("three").name == "three")
    #expect(stage.texts(in: "three") == [])
  }

  @Test func `a namespace starts with the seeded backend`() throws {
    var seed = NoteBackend()
    _ = seed.answer(.note(.post, "/note", "seeded"), at: .numbered())
    let stage = Stage.notes { $0.services[0].seed = seed }
    #expect(stage.texts(in: "any") == ["seeded"])
    stage.add("more", in: "any")
    #expect(stage.texts(in: "any").sorted() == ["more", "seeded"])
    #expect(stage.texts() == ["seeded"])
  }

  @Test(
    arguments: [
      (nil, "localhost", "default"),
      (nil, "127.0.0.1:4401", "default"),
      (nil, "", "default"),
      (nil, "alpha.localhost", "alpha"),
      (nil, "alpha.localhost:4401", "alpha"),
      (nil, "a.b-c_D.9.localhost:80", "a.b-c_D.9"),
      (nil, "localhost.example", "default"),
      (nil, "alpha.localhost.example", "default"),
      (nil, "notlocalhost", "default"),
      ("beta", "alpha.localhost", "beta"),
      ("beta", "example.com", "beta"),
      ("default", "alpha.localhost", "default"),
    ] as [(String?, String, String)])
  func `the header selects the namespace, otherwise the host does`(
    header: String?, authority: String, name: String
  ) {
    let stage = Stage.notes()
    var request = Request.note(.post, "/note", "x", in: header)
    request.authority = authority
    #expect(stage.respond(to: request, by: "notes").status == .created)
    #expect(stage.namespaceNames == ["default", name].sorted().uniqued)
    #expect(stage.texts(in: name) == ["x"])
  }

  @Test(arguments: [
    "", " ", "a b", "a/b", "ä", "a\u{0}", "a:b", "a%20", String(repeating: "x", count: 65),
  ])
  func `a name that is not valid is refused and creates no namespace`(_ name: String) {
    let stage = Stage.notes()
    #expect(throws: NamespaceError.badName(name)) { try stage.namespace(name) }
    #expect(throws: NamespaceError.badName(name)) { try stage.fork(as: name) }
    #expect(stage.namespaceNames == ["default"])
  }

  @Test(
    arguments: [("a b", "localhost"), ("", "localhost"), (nil, ".localhost"), (nil, "ä.localhost")]
      as [(String?, String)])
  func `a request with a name that is not valid gets 400 with the remedy`(
    header: String?, authority: String
  ) throws {
    let stage = Stage.notes()
    var request = Request.note(.get, "/note", in: header)
    request.authority = authority
    let name = header ?? String(authority.dropLast(".localhost".count))
    let message = NamespaceError.badName(name).description
    let response = stage.respond(to: request, by: "notes")
    #expect(response.status == .badRequest)
    #expect(response.json == ["error": .string(message)])
    #expect(response.headers[.ghostlightReason] == HeaderText.print(message))
    #expect(stage.namespaceNames == ["default"])
  }

  @Test(arguments: ["a", "A-z_0.9", String(repeating: "x", count: 64)])
  func `letters, digits and three punctuation marks are valid in a name`(_ name: String) throws {
    #expect(try Stage.notes().namespace(name).name == name)
  }

  @Test func `the number of namespaces is limited`() throws {
    let stage = Stage.notes { $0.namespaces = 2 }
    stage.add("x", in: "one")
    #expect(throws: NamespaceError.tooMany(2)) { try stage.namespace("two") }
    #expect(throws: NamespaceError.tooMany(2)) { try stage.fork(as: "two") }
    #expect(stage.add("x", in: "two").status == .badRequest)
    #expect(throws: Never.self) { try stage.fork(as: "one") }
    try #expect(stage.drop("one"))
    #expect(throws: Never.self) { try stage.namespace("two") }
  }

  @Test func `a dropped namespace starts again from the seeds on its next use`() throws {
    let stage = Stage.notes()
    stage.add("a", in: "one")
    try #expect(stage.drop("one"))
    try #expect(!stage.drop("one"))
    #expect(stage.namespaceNames == ["default"])
    #expect(stage.texts(in: "one") == [])
    try #expect(stage.drop("default"))
    #expect(stage.texts() == [])
  }

  @Test func `an emulator that a stage does not have gets 400 and no responder`() async throws {
    let stage = Stage.notes()
    let response = stage.respond(to: .note(.get, "/note"), by: "nobody")
    #expect(response.json == ["error": #"no emulator is named "nobody""#])
    #expect(response.status == .badRequest)
    #expect(stage.responder(for: "nobody") == nil)
  }

  @Test func `a responder serves the namespace of the request, waiting or not`()
    async throws
  {
    let stage = Stage.notes()
    let responder = try #require(stage.responder(for: "other"))
    #expect(responder.name == "other")
    let response = responder.respondNow(.note(.post, "/note", "a", in: "one"))
    #expect(response?.status == .created)
    #expect(await responder.respond(.note(.post, "/note", "b", in: "one")).status == .created)
    #expect(stage.texts(in: "one", by: "other").sorted() == ["a", "b"])
    #expect(stage.texts(in: "one", by: "notes") == [])
  }
}

extension [String] {
  /// The elements without consecutive duplicates.
  fileprivate var uniqued: [String] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
