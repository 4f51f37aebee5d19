import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A source of random operations on a few namespaces of a stage; the same seed gives the same
/// operations.
struct RandomActor {
  private let stage: Stage
  private var life: StackMobLife
  private var generator: SplitMix64
  private var kept: [Snapshot] = []

  init(_ stage: Stage, seed: UInt64) throws {
    self.stage = stage
    life = try StackMobLife(stage, seed: seed &+ 400)
    generator = SplitMix64(seed: seed)
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func name() -> String {
    ["default", "default", "default", "one", "two", "three"][below(6)]
  }

  mutating func act() throws {
    let space = try stage.namespace(name())
    switch below(40) {
    case 0: try space.reset(emulator: below(2) == 0 ? "notes" : "stackmob")
    case 1: if below(3) == 0 { try space.reset() }
    case 2: try stage.fork(space.name, as: name())
    case 3: if below(2) == 0 { try stage.drop(["one", "two", "three"][below(3)]) }
    case 4: kept.append(space.snapshot())
    case 5: if let snapshot = kept.randomElement(using: &generator) { try space.restore(snapshot) }
    case 6, 7: try changeClock(space)
    case 8...11: setUp(space)
    case 12...16: stage.add("note", in: space.name)
    default:
      var request = life.next()
      if request.headers[.ghostlightNamespace] == nil {
        request.headers[.ghostlightNamespace] = space.name
      }
      _ = stage.respond(to: request, by: "stackmob")
    }
  }

  private mutating func changeClock(_ space: Namespace) throws {
    let changes: [[ClockChange]] = [
      [.advance(milliseconds: 1_800_000)], [.set(milliseconds: Stage.opening), .run], [.freeze],
      [.advance(milliseconds: -5)], [],
    ]
    try space.changeClock(changes[below(changes.count)])
  }

  private mutating func setUp(_ space: Namespace) {
    let states: [(String, JSONObject)] = [
      ("user exists", ["username": "eve", "password": "p"]),
      ("logged in", ["username": "eve"]), ("logged in", ["username": "nobody"]),
      ("object exists", ["schema": "todo", "object": ["title": "x"]]),
      ("version deployed", ["version": 2]), ("schema exists", ["name": "note"]),
    ]
    let (name, parameters) = states[below(states.count)]
    _ = try? space.setUp(name, in: "stackmob", parameters: parameters)
  }
}
