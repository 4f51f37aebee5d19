import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Namespaces in the control API` {
  private let desk = ControlDesk { $0.namespaces = 4 }

  @Test func `namespaces are listed, forked and dropped`() {
    desk.send(.post, "/note", ["title": "a"])
    desk.send(.post, "/note", ["title": "b"], in: "one")
    #expect(
      desk.call(.post, "namespaces/copy")
        == .json(.created, ["namespace": "copy", "from": "default"]))
    #expect(
      desk.call(.post, "namespaces/other", ["from": "one"])
        == .json(.created, ["namespace": "other", "from": "one"]))
    #expect(
      desk.call(.get, "namespaces")
        == .json(.ok, ["namespaces": ["copy", "default", "one", "other"]]))
    #expect(desk.titles(in: "copy") == ["a"])
    #expect(desk.titles(in: "other") == ["b"])
    #expect(desk.call(.post, "namespaces/other", ["from": "copy"]).status == .created)
    #expect(desk.titles(in: "other") == ["a"])
    #expect(
      desk.refusal(.post, "namespaces/more")
        == "409 there are 4 namespaces already, all of them in use or changed; drop some, or raise "
        + #"the limit with "namespaces" in ghostlight.json"#)
    #expect(desk.call(.delete, "namespaces/other") == .json(.ok, ["namespace": "other"]))
    #expect(
      desk.refusal(.delete, "namespaces/other") == #"404 there is no namespace "other""#)
    #expect(desk.titles(in: "copy") == ["a"])
    #expect(desk.titles(in: "one") == ["b"])
  }

  @Test func `the dropped default namespace starts from its seed again`() {
    desk.send(.post, "/note", ["title": "a"])
    #expect(desk.call(.delete, "namespaces/default").status == .ok)
    #expect(desk.titles() == [])
  }

  @Test(arguments: [
    (
      "namespaces/a%20b", "{}",
      #"409 "a b" is not a valid namespace: use 1 to 64 letters, digits, "-", "_" or ".""#
    ),
    (
      "namespaces/one", #"{"from":"ä"}"#,
      #"409 "ä" is not a valid namespace: use 1 to 64 letters, digits, "-", "_" or ".""#
    ),
    ("namespaces/one", #"{"from":1}"#, #"400 "from" must be a string"#),
    (
      "namespaces/one", #"{"source":"two"}"#,
      #"400 there is no member "source"; there are: from"#
    ),
  ])
  func `an invalid fork call is refused with the remedy`(
    _ path: String, _ body: String, _ message: String
  ) throws {
    #expect(desk.refusal(.post, path, try JSON.parse(body)) == message)
    #expect(desk.stage.namespaceNames == ["default"])
  }

  @Test func `forks and drops get 503 when the disk is full`() throws {
    let desk = ControlDesk(FullDisk())
    #expect(desk.refusal(.post, "namespaces/one") == "503 the disk is full; make room")
    _ = try desk.stage.namespace("two")
    #expect(desk.refusal(.delete, "namespaces/two") == "503 the disk is full; make room")
  }
}
