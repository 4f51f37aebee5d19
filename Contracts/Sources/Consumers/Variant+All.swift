import AppCenterScenarios
import CRUDScenarios
import EGF2Scenarios
import StackMobScenarios
import StackMobStoreScenarios
import SyncScenarios
import TestExecutors
import mkAppScenarios

extension Variant {
  /// All variants: every SDK in each of its modes.
  package static let all = stackMob + baas + crud + egf2 + appCenter

  /// The variants for StackMob: most use a user's session (OAuth 2), but senders of push messages
  /// use the private key.
  private static let stackMob = [
    Variant(
      name: "data-store-await", title: "StackMob: data store, await", vendors: ["stackmob"],
      scenes: scenes(StackMobScenarios.Scenario.all, .concurrency)),
    Variant(
      name: "data-store-blocks", title: "StackMob: data store, blocks", vendors: ["stackmob"],
      scenes: scenes(
        StackMobScenarios.Scenario.all + StackMobScenarios.Scenario.blocks, .callbacks)),
    Variant(
      name: "private-key-await", title: "StackMob: private key, await", vendors: ["stackmob"],
      scenes: scenes(StackMobScenarios.Scenario.pushes, .concurrency)),
    Variant(
      name: "private-key-blocks", title: "StackMob: private key, blocks", vendors: ["stackmob"],
      scenes: scenes(StackMobScenarios.Scenario.pushes, .callbacks)),
    Variant(
      name: "core-data-store", title: "StackMob: Core Data store", vendors: ["stackmob"],
      scenes: StoreScenario.all.filter { !$0.isCached }.map {
        Scene(StoreScenarioRunner(scenario: $0))
      }),
    Variant(
      name: "cache-and-sync", title: "StackMob: Core Data store with cache and sync",
      vendors: ["stackmob"],
      scenes: StoreScenario.all.filter(\.isCached).map {
        Scene(StoreScenarioRunner(scenario: $0))
      }),
  ]

  private static func scenes(
    _ scenarios: [StackMobScenarios.Scenario], _ style: CallStyle
  ) -> [Scene] {
    scenarios.map { Scene(StackMobScenarios.ScenarioRunner(scenario: $0), in: style) }
  }

  private static let baas =
    [
      ("mkapp-await", "mkApp: await", CallStyle.concurrency),
      ("mkapp-blocks", "mkApp: blocks", .callbacks),
      ("mkapp-blocking", "mkApp: blocking", .blocking),
    ].map { name, title, style in
      Variant(
        name: name, title: title, vendors: ["mia"],
        scenes: mkAppScenarios.Scenario.all.map {
          Scene(mkAppScenarios.ScenarioRunner(scenario: $0), in: style)
        })
    } + [sync("miasync", "MIASync", .baas)]

  private static let crud =
    [
      ("crud-await", "CRUD: await", CallStyle.concurrency),
      ("crud-callback", "CRUD: callback", .callbacks),
      ("crud-blocking", "CRUD: sync", .blocking),
    ].map { name, title, style in
      Variant(
        name: name, title: title, vendors: ["mia"],
        scenes: CRUDScenarios.Scenario.all.map {
          Scene(CRUDScenarios.ScenarioRunner(scenario: $0), in: style)
        })
    } + [sync("crud-sync", "CRUD Sync", .crud)]

  private static func sync(_ name: String, _ title: String, _ kind: SyncKind) -> Variant {
    Variant(
      name: name, title: title, vendors: ["mia"],
      scenes: SyncScenarios.Scenario.all.filter {
        $0.description.hasPrefix(kind == .baas ? "MIASync" : "CRUD")
      }.map {
        Scene(SyncScenarios.ScenarioRunner(scenario: $0))
      })
  }

  private static let egf2 =
    [
      ("await", CallStyle.concurrency, EGF2Scenarios.Scenario.overlay),
      ("callbacks", .callbacks, []),
    ].flatMap { style, calls, more in
      let scenes = (EGF2Scenarios.Scenario.all + more).map {
        Scene(EGF2Scenarios.ScenarioRunner(scenario: $0), in: calls)
      }
      return [
        Variant(
          name: "egf2-\(style)", title: "EGF2: \(style), with cache", vendors: ["egf2"],
          scenes: scenes),
        Variant(
          name: "egf2-\(style)-uncached", title: "EGF2: \(style), without cache",
          vendors: ["egf2"], scenes: scenes.dropLast(more.count).map(\.uncached)),
      ]
    }

  private static let appCenter = [
    ("app-center-online", "App Center Data: online", false),
    ("app-center-offline", "App Center Data: offline and pending operations", true),
  ].map { name, title, isOffline in
    Variant(
      name: name, title: title, vendors: ["appcenter", "cosmos"],
      scenes: AppCenterScenarios.Scenario.all.filter {
        $0.description.hasPrefix("Offline") == isOffline
      }.map { Scene(AppCenterScenarios.ScenarioRunner(scenario: $0)) })
  }
}

extension Scene {
  /// A copy of the scene in which the app reads every value from the server, not from the cache.
  fileprivate var uncached: Scene {
    Scene(self, withValue: false, of: CalledGraph.$readsCache)
  }
}
