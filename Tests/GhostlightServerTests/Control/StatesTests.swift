import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Provider states in the control API` {
  private let desk = ControlDesk()

  @Test(arguments: [
    #"{"state":"user exists","params":{"username":"ada"}}"#,
    #"{"state":"user exists","params":{"username":"ada"},"action":"setup","consumer":"app"}"#,
    #"{"state":"user exists","params":{"username":"ada"},"emulator":"stackmob"}"#,
    #"{"states":[{"name":"user exists","params":{"username":"ada"}}]}"#,
  ])
  func `a provider state is set up and returns its values`(_ body: String) throws {
    #expect(
      desk.call(.post, "states", try JSON.parse(body)) == .json(.ok, ["username": "ada"]))
    #expect(desk.send(.get, "/user").json?[0]?["username"] == "ada")
  }

  @Test func `several states are set up in order and return their values together`() throws {
    let response = desk.call(
      .post, "states",
      [
        "namespace": "one",
        "states": [
          ["name": "schema exists", "params": ["name": "note"]],
          ["name": "object exists", "params": ["schema": "note", "object": ["title": "x"]]],
          ["name": "version deployed", "params": ["version": 1]],
          ["name": "user exists", "params": ["username": "ada"]],
          ["name": "logged in", "params": ["username": "ada"]],
        ],
      ])
    #expect(
      response.json?.object?.keys == [
        "id", "object", "username", "access_token", "mac_key", "refresh_token",
      ])
    #expect(response.json?["object"]?["note_id"] == response.json?["id"])
    #expect(desk.titles(in: "one") == ["x"])
    #expect(desk.titles() == [])
    #expect(try desk.stage.namespace("one").journal.map(\.number) == [1])
  }

  @Test func `null parameters count as none, and a state without values returns none`() {
    let deployed = desk.call(
      .post, "states", ["state": "version deployed", "params": ["version": 3]])
    #expect(deployed == .json(.ok, [:]))
    #expect(
      desk.refusal(.post, "states", ["state": "user exists", "params": nil])
        == #"409 the parameter "username" is missing; give a string"#)
    #expect(desk.call(.post, "states", ["states": []]) == .json(.ok, [:]))
    // Pact's verifier sends an empty name for an interaction without provider states.
    let nameless: JSON = ["state": "", "params": [:], "action": "setup"]
    #expect(desk.call(.post, "states", nameless) == .json(.ok, [:]))
  }

  @Test func `teardown resets the emulator, or all of them and the clock`() throws {
    let (desk, space) = (ControlDesk.twins(), "one")
    let seed = {
      for emulator in ["stackmob", "second"] {
        desk.send(.post, "/note", ["title": "x"], in: space, by: emulator)
      }
    }
    let count = {
      ["stackmob", "second"].map {
        desk.send(.get, "/note", in: space, by: $0).json?.array?.count ?? 0
      }
    }
    seed()
    let body: JSONObject = ["state": "any", "action": "teardown", "namespace": "one"]
    var one = body
    one["emulator"] = "second"
    #expect(desk.call(.post, "states", .object(one)) == .json(.ok, [:]))
    #expect(count() == [1, 0])
    try desk.stage.namespace(space).changeClock(.advance(milliseconds: 5))
    #expect(desk.call(.post, "states", .object(body)) == .json(.ok, [:]))
    #expect(count() == [0, 0])
    #expect(try desk.stage.namespace(space).clock.milliseconds == ControlDesk.opening)
  }

  private static let mistakes: [(String, String)] = [
    ("{}", #"400 the call has no state: use {"state":"user exists","params":{…}}"#),
    (#"{"state":1}"#, #"400 "state" must be a string"#),
    (#"{"state":"user exists","params":[]}"#, #"400 "params" must be an object"#),
    (#"{"states":{}}"#, #"400 the call has no state: use {"state":"user exists","params":{…}}"#),
    (#"{"states":["user exists"]}"#, #"400 each of "states" needs a "name""#),
    (
      #"{"states":[{"name":"user exists","param":{}}]}"#,
      #"400 there is no member "param"; did you mean "params"? There are: name, params"#
    ),
    (#"{"states":[{"params":{}}]}"#, #"400 each of "states" needs a "name""#),
    (#"{"state":"x","action":"undo"}"#, #"400 "action" is "setup" or "teardown""#),
    (
      #"{"name":"x"}"#,
      #"400 there is no member "name"; did you mean "namespace"? There are: state, params, "#
        + "action, emulator, namespace, states, consumer"
    ),
    (
      #"{"state":"x","emulator":"parse"}"#,
      #"400 no emulator is named "parse"; there are: stackmob"#
    ),
    (
      #"{"state":"nothing"}"#,
      #"409 no provider state is named "nothing"; there are: schema exists, version deployed, "#
        + "object exists, user exists, logged in, access token expired, password forgotten, "
        + "role exists, custom code exists, social token valid, social account linked, "
        + "push token registered, push token expired, signed with the private key, "
        + "earlier requests"
    ),
    (
      #"{"state":"logged in","params":{"username":"ada"}}"#,
      #"409 there is no user "ada"; use "user exists" first"#
    ),
    (
      #"{"state":"logged in","params":{"user":"ada"}}"#,
      #"409 "logged in" takes no parameter "user"; it takes: username, schema, version, "#
        + "sign"
    ),
    (
      #"{"state":"user exists","params":{"username":1}}"#,
      #"409 the parameter "username" must be a string that is not empty"#
    ),
  ]

  @Test(arguments: mistakes)
  func `an invalid states call gets the remedy`(_ body: String, _ message: String) throws {
    let before = try desk.stage.namespace().snapshot().json["emulators"]
    #expect(desk.refusal(.post, "states", try JSON.parse(body)) == message)
    #expect(try desk.stage.namespace().snapshot().json["emulators"] == before)
  }

  @Test func `a state of two emulators is refused until the call names one`() {
    let desk = ControlDesk.twins()
    var body: JSONObject = ["state": "user exists", "params": ["username": "ada"]]
    #expect(
      desk.refusal(.post, "states", .object(body))
        == #"409 "user exists" is a state of several: stackmob, second; add "emulator""#)
    body["emulator"] = "second"
    #expect(desk.call(.post, "states", .object(body)).status == .ok)
    #expect(desk.send(.get, "/user", by: "second").json?.array?.count == 1)
    #expect(desk.send(.get, "/user").json == [])
  }

  @Test(arguments: [
    #"{"state":"user exists","params":{"username":"ada"}}"#, #"{"action":"teardown"}"#,
  ])
  func `setting up a state gets 503 when the disk is full`(_ body: String) throws {
    let refusal = ControlDesk(FullDisk()).refusal(.post, "states", try JSON.parse(body))
    #expect(refusal == "503 the disk is full; make room")
  }
}
