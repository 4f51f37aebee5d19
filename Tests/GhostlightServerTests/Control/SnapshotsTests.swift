import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Snapshots in the control API` {
  private let desk = ControlDesk()

  @Test func `a snapshot restores its state in the same or another namespace`() throws {
    desk.send(.post, "/note", ["title": "a"])
    let snapshot = try #require(desk.call(.get, "snapshot").json)
    #expect(snapshot == (try desk.stage.namespace().snapshot().json))
    desk.send(.post, "/note", ["title": "b"])
    #expect(desk.call(.put, "snapshot", snapshot) == .json(.ok, ["namespace": "default"]))
    #expect(desk.titles() == ["a"])
    #expect(
      desk.call(.put, "snapshot?namespace=one", snapshot) == .json(.ok, ["namespace": "one"]))
    #expect(desk.titles(in: "one") == ["a"])
    var body = try #require(snapshot.object)
    body["namespace"] = "two"
    #expect(
      desk.call(.put, "snapshot", .object(body)) == .json(.ok, ["namespace": "two"]))
    #expect(desk.titles(in: "two") == ["a"])
  }

  @Test func `a snapshot of one server is restored by another`() throws {
    desk.send(.post, "/note", ["title": "a"])
    let next = ControlDesk()
    #expect(next.call(.put, "snapshot", desk.call(.get, "snapshot").json).status == .ok)
    let answers = [desk, next].map { $0.send(.post, "/note", ["title": "b"]) }
    #expect(answers[0] == answers[1])
  }

  @Test(arguments: [
    ("{}", #"409 $ does not have "ghostlight"; the snapshot was not written by this emulator"#),
    (
      #"{"ghostlight":2}"#,
      "409 the snapshot has form 2, this Ghostlight reads up to 1; use a newer one"
    ),
    (
      #"{"ghostlight":1,"clock":{},"moments":1,"emulators":{}}"#,
      "409 $.clock is not a clock; the snapshot was not written by this emulator"
    ),
    (
      #"{"ghostlight":1,"clock":{"offset":0},"moments":1,"emulators":{"parse":{}}}"#,
      "409 the snapshot has an emulator that this stage does not have: parse"
    ),
    (#"{"ghostlight":1,"namespace":1}"#, #"400 "namespace" must be a string"#),
  ])
  func `an invalid snapshot is refused and leaves the state unchanged`(
    _ body: String, _ message: String
  ) throws {
    desk.send(.post, "/note", ["title": "a"])
    let before = desk.call(.get, "snapshot").body
    #expect(desk.refusal(.put, "snapshot", try JSON.parse(body)) == message)
    #expect(desk.call(.get, "snapshot").body == before)
  }

  @Test func `restoring, resetting and clock calls get 503 when the disk is full`() {
    let desk = ControlDesk(FullDisk())
    let snapshot = desk.call(.get, "snapshot").json
    #expect(desk.refusal(.put, "snapshot", snapshot) == "503 the disk is full; make room")
    #expect(desk.refusal(.post, "reset", [:]) == "503 the disk is full; make room")
    #expect(desk.refusal(.post, "clock", ["run": true]) == "503 the disk is full; make room")
    // The state in memory differs from that on the disk, so it must not be read.
    #expect(desk.refusal(.get, "snapshot") == "503 the disk is full; make room")
    #expect(desk.refusal(.get, "snapshot?namespace=new") == "503 the disk is full; make room")
  }
}
