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
  package static let all = stackMob + mia + egf2 + appCenter

  /// The variants for StackMob: most use a user's session (OAuth 2), but senders of push messages
  /// use the private key.
  private static let stackMob = [
    Variant(
      name: "data-store", title: "StackMob: data store", vendors: ["stackmob"],
      styles: [.concurrency, .callbacks],
      scenes: scenes(StackMobScenarios.Scenario.all + StackMobScenarios.Scenario.blocks)),
    Variant(
      name: "private-key", title: "StackMob: private key", vendors: ["stackmob"],
      styles: [.concurrency, .callbacks], scenes: scenes(StackMobScenarios.Scenario.pushes)),
    Variant(
      name: "core-data-store", title: "StackMob: Core Data store", vendors: ["stackmob"],
      scenes: scenes(isCached: false)),
    Variant(
      name: "cache-and-sync", title: "StackMob: Core Data store with cache and sync",
      vendors: ["stackmob"], scenes: scenes(isCached: true)),
  ]

  private static func scenes(_ scenarios: [StackMobScenarios.Scenario]) -> [Scene] {
    scenarios.map { Scene(StackMobScenarios.ScenarioRunner(scenario: $0)) }
  }

  private static func scenes(isCached: Bool) -> [Scene] {
    StoreScenario.all.filter { $0.isCached == isCached }.map {
      Scene(StoreScenarioRunner(scenario: $0))
    }
  }

  private static let mia = [
    Variant(
      name: "mkapp", title: "mkApp", vendors: ["mia"], styles: CallStyle.allCases,
      scenes: mkAppScenarios.Scenario.all.map {
        Scene(mkAppScenarios.ScenarioRunner(scenario: $0))
      }),
    sync("miasync", "MIASync", .baas),
    Variant(
      name: "crud", title: "CRUD", vendors: ["mia"], styles: CallStyle.allCases,
      scenes: CRUDScenarios.Scenario.all.map { Scene(CRUDScenarios.ScenarioRunner(scenario: $0)) }),
    sync("crud-sync", "CRUD Sync", .crud),
  ]

  private static func sync(_ name: String, _ title: String, _ kind: SyncKind) -> Variant {
    Variant(
      name: name, title: title, vendors: ["mia"],
      scenes: SyncScenarios.Scenario.all.filter {
        $0.description.hasPrefix(kind == .baas ? "MIASync" : "CRUD")
      }.map {
        Scene(SyncScenarios.ScenarioRunner(scenario: $0))
      })
  }

  private static let egf2 = [
    Variant(
      name: "egf2", title: "EGF2: with cache", vendors: ["egf2"],
      styles: [.concurrency, .callbacks],
      scenes: scenes(EGF2Scenarios.Scenario.all + EGF2Scenarios.Scenario.overlay)),
    Variant(
      name: "egf2-uncached", title: "EGF2: without cache", vendors: ["egf2"],
      styles: [.concurrency, .callbacks],
      scenes: scenes(EGF2Scenarios.Scenario.all).map(\.uncached)),
  ]

  private static func scenes(_ scenarios: [EGF2Scenarios.Scenario]) -> [Scene] {
    scenarios.map { Scene(EGF2Scenarios.ScenarioRunner(scenario: $0)) }
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
