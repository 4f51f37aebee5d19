import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Snapshots as JSON` {
  /// Returns a namespace on another stage that was restored from the JSON of a namespace's
  /// snapshot.
  private static func moved(_ space: Namespace, to stage: Stage) throws -> Namespace {
    let text = space.snapshot().json.description
    let copy = try stage.namespace(space.name)
    try copy.restore(try stage.snapshot(from: try JSON.parse(text)))
    return copy
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `a restored stage gives the same bytes as the original, whatever happened before`(
    seed: UInt64
  ) throws {
    let stage = Stage.stackMob(seed: seed)
    var life = try StackMobLife(stage, seed: seed &+ 300)
    let space = try stage.namespace()
    for part in 0..<3 {
      for _ in 0..<120 { _ = stage.respond(to: life.nextHere(), by: "stackmob") }
      try space.changeClock(.advance(milliseconds: Int64(part) * 1_800_000))
      let twin = Stage.stackMob(seed: seed)
      let copy = try Self.moved(space, to: twin)
      #expect(copy.snapshot().json.bytes == space.snapshot().json.bytes)
      #expect(copy.outbox == space.outbox)
      #expect(copy.clock == space.clock)
      for _ in 0..<120 {
        let request = life.nextHere()
        let answers = [stage, twin].map { $0.respond(to: request, by: "stackmob") }
        guard answers[0] != answers[1] else { continue }
        Issue.record("\(request) gets \(answers[0].text) and \(answers[1].text)")
        return
      }
      #expect(copy.snapshot().json.bytes == space.snapshot().json.bytes)
    }
  }

  @Test func `a snapshot is JSON with versions that is restored with any white space in it`() throws
  {
    let stage = Stage.stackMob()
    _ = try StackMobLife.begin(stage)
    let json = try stage.namespace().snapshot().json
    #expect(json.object?.keys == ["ghostlight", "clock", "moments", "emulators"])
    #expect(json["ghostlight"] == 1)
    #expect(json["clock"] == ["frozen": .integer(Stage.opening)])
    #expect(json["emulators"]?["stackmob"]?["version"] == 2)
    #expect(try stage.snapshot(from: json).json == json)
    let text = json.text(pretty: true)
    #expect(try stage.snapshot(from: try JSON.parse(text)).json.bytes == json.bytes)
  }

  @Test func `a snapshot contains no passwords`() throws {
    let stage = Stage.stackMob()
    let caller = StackMobCaller(stage)
    let secret = "correct horse battery staple"
    _ = caller.send(.post, "/user", ["username": "ada", "password": .string(secret)])
    let text = try stage.namespace().snapshot().json.description
    #expect(text.contains("ada"))
    #expect(!text.contains(secret))
    #expect(!text.contains(Base64.encode(Array(secret.utf8))))
  }

  @Test func `a used nonce stays used in a restored stage`() throws {
    var settings = StackMobConfiguration()
    settings.isStrict = true
    let make = { () -> Stage in
      var configuration = StageConfiguration(services: [.stackMob(StackMobBackend(settings))])
      configuration.clock = .frozen(at: Stage.opening)
      return Stage(configuration)
    }
    let stage = make()
    var caller = StackMobCaller(stage)
    try caller.signIn("ada")
    #expect(caller.send(.get, "/user/loggedInUser").status == .ok)
    let twin = make()
    _ = try Self.moved(try stage.namespace(), to: twin)
    var other = StackMobCaller(twin)
    other.session = caller.session
    #expect(other.send(.get, "/user/loggedInUser").status == .unauthorized)
  }

  @Test func `a restored stage keeps its own settings`() throws {
    let stage = Stage.stackMob()
    for number in 0..<3 {
      _ = StackMobCaller(stage).send(.post, "/todo", ["n": .integer(Int64(number))])
    }
    var settings = StackMobConfiguration()
    settings.pageLimit = 2
    let other = Stage(StageConfiguration(services: [.stackMob(StackMobBackend(settings))]))
    let copy = try Self.moved(try stage.namespace(), to: other)
    #expect(StackMobCaller(other).send(.get, "/todo").status == .partialContent)
    #expect(copy.clock == (try stage.namespace().clock))
  }

  @Test func `an emulator that is not in a snapshot starts from its seed`() throws {
    let stage = Stage.notes()
    stage.add("a")
    stage.add("b", by: "other")
    var json = try #require(try stage.namespace().snapshot().json.object)
    var emulators = try #require(json["emulators"]?.object)
    emulators["other"] = nil
    json["emulators"] = .object(emulators)
    try stage.namespace().restore(try stage.snapshot(from: .object(json)))
    #expect(stage.texts() == ["a"])
    #expect(stage.texts(by: "other") == [])
  }

  @Test(arguments: [-1, .min, .max, 0] as [Int64])
  func `a snapshot with any number of moments can be restored`(moments: Int64) throws {
    let stage = Stage.notes()
    var json = try #require(try stage.namespace().snapshot().json.object)
    json["moments"] = .integer(moments)
    try stage.namespace().restore(try stage.snapshot(from: .object(json)))
    #expect(stage.add("x").status == .created)
    #expect(stage.add("y").status == .created)
  }

  @Test(
    arguments: [
      (["frozen": .integer(.max)], 253_402_300_799_999),
      (["frozen": .integer(.min)], -62_167_219_200_000),
      (["frozen": 5], 5),
      (["offset": .integer(.max)], nil), (["offset": .integer(.min)], nil), (["offset": 0], nil),
    ] as [(JSON, Int64?)])
  func `a restored clock stays within years 0 to 9999`(clock: JSON, milliseconds: Int64?) throws {
    let stage = Stage.stackMob()
    let space = try stage.namespace()
    var json = try #require(space.snapshot().json.object)
    json["clock"] = clock
    try space.restore(try stage.snapshot(from: .object(json)))
    let shown = space.clock
    #expect((-62_167_219_200_000...253_402_300_799_999).contains(shown.milliseconds))
    #expect(shown.isFrozen == (milliseconds != nil))
    if let milliseconds { #expect(shown.milliseconds == milliseconds) }
    var caller = StackMobCaller(stage)
    try caller.signIn("ada")
    try space.changeClock(.advance(milliseconds: .max))
    try space.changeClock(.advance(milliseconds: .min))
    #expect(caller.send(.post, "/todo", ["title": "x"]).status == .created)
  }
}
