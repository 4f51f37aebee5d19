import AppCenterScenarios
import CRUDScenarios
import EGF2Scenarios
import StackMobScenarios
import StackMobStoreScenarios
import SyncScenarios
import TestExecutors
import mkAppScenarios

extension Variant {
  /// Every SDK in every mode.
  package static let all: [Variant] = [
    Variant(
      name: "data-store", title: "StackMob: data store, await", vendors: ["stackmob"],
      scenes: StackMobScenarios.Scenario.all.map {
        Scene(StackMobScenarios.ScenarioRunner(scenario: $0))
      }),
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
    Variant(
      name: "mkapp", title: "mkApp: await", vendors: ["mia"],
      scenes: mkAppScenarios.Scenario.all.map {
        Scene(mkAppScenarios.ScenarioRunner(scenario: $0))
      }),
    Variant(
      name: "crud", title: "CRUD: await", vendors: ["mia"],
      scenes: CRUDScenarios.Scenario.all.map {
        Scene(CRUDScenarios.ScenarioRunner(scenario: $0))
      }),
    Variant(
      name: "miasync", title: "MIASync", vendors: ["mia"],
      scenes: SyncScenarios.Scenario.all.filter { $0.description.hasPrefix("MIASync") }.map {
        Scene(SyncScenarios.ScenarioRunner(scenario: $0))
      }),
    Variant(
      name: "crud-sync", title: "CRUD: Sync", vendors: ["mia"],
      scenes: SyncScenarios.Scenario.all.filter { $0.description.hasPrefix("CRUD") }.map {
        Scene(SyncScenarios.ScenarioRunner(scenario: $0))
      }),
    Variant(
      name: "egf2", title: "EGF2: callbacks", vendors: ["egf2"],
      scenes: EGF2Scenarios.Scenario.all.map {
        Scene(EGF2Scenarios.ScenarioRunner(scenario: $0))
      }),
    Variant(
      name: "app-center-data", title: "App Center Data", vendors: ["appcenter", "cosmos"],
      scenes: AppCenterScenarios.Scenario.all.map {
        Scene(AppCenterScenarios.ScenarioRunner(scenario: $0))
      }),
  ]
}
