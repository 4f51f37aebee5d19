import AppCenterEmulator
import Ghostlight
import GhostlightCore
import GhostlightEmulation

/// App Center and Cosmos DB on a stage of their own, whose clock stands still.
struct Theatre: Sendable {
  let stage: Stage
  let space: Namespace

  static let opening: Int64 = 1_568_974_272_000

  init() throws {
    var configuration = StageConfiguration(emulators: [.appCenter(), .cosmos()])
    configuration.clock = .frozen(at: Self.opening)
    stage = Stage(configuration)
    space = try stage.namespace()
  }

  @discardableResult
  func bringAbout(
    _ state: String, in emulator: String, _ parameters: JSONObject
  ) throws -> JSONObject {
    try space.bringAbout(state, in: emulator, parameters: parameters)
  }

  /// Both emulators behind one door; Cosmos has the paths that begin with `dbs`.
  func responder() throws -> Responder {
    guard let exchange = stage.responder(for: "appcenter")?.respondNow,
      let cosmos = stage.responder(for: "cosmos")?.respondNow
    else { throw ExecutorProblem("an emulator does not answer at once") }
    return Responder(name: "theatre") { request in
      request.isForCosmos ? cosmos(request) : exchange(request)
    }
  }

  /// The ID token of the user, the same in every theatre.
  static func idToken() throws -> String {
    let values = try Theatre().bringAbout(
      "signed in", in: "appcenter",
      ["accountId": .string(World.account), "seconds": 1_000_000])
    guard let token = values["idToken"]?.string else {
      throw ExecutorProblem("there is no ID token")
    }
    return token
  }
}
