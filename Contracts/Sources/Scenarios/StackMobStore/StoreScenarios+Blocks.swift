import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import TestExecutors

/// Scenarios for calls of a managed object context with blocks, and for blocking calls.
extension StoreScenario {
  package static let all = plain + blocks

  private static let blocks = [
    StoreScenario(
      "Blocks: objects are saved and fetched",
      expects: ["saved", "saved", ["A", "B"], ["A", "B"]]
    ) { device in try await savesAndFetches(device) },
    StoreScenario(
      "Saves, fetches and counts that wait", expects: [["A"], 1, "A", "A"]
    ) { device in try await waits(device) },
    cached("Blocks: a sync in the background", expects: ["saved", "a 0"]) { device in
      try await syncs(device)
    },
  ]

  private static func cached(
    _ title: String, expects outcome: JSON,
    run: @escaping @Sendable (StoreDevice) async throws -> JSON
  ) -> StoreScenario {
    var scenario = StoreScenario(title, expects: outcome, run: run)
    scenario.isCached = true
    return scenario
  }

  @MainActor private static var todosByTitle: NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return request
  }

  @MainActor private static func savesAndFetches(_ device: StoreDevice) async throws -> JSON {
    let (context, request) = (device.context, todosByTitle)
    device.insert("Todo", ["todoId": "a", "title": "A"])
    let saved = await received { receive in
      context.save(onSuccess: { receive("saved") }, onFailure: { receive(.string("\($0)")) })
    }
    device.insert("Todo", ["todoId": "b", "title": "B"])
    let savedAgain = await received { receive in
      context.save(
        withSuccessCallbackQueue: .main, failureCallbackQueue: .main,
        onSuccess: { receive("saved") }, onFailure: { receive(.string("\($0)")) })
    }
    let found = await received { receive in
      context.execute(
        request, onSuccess: { receive(titles($0)) }, onFailure: { receive(.string("\($0)")) })
    }
    let foundAgain = await received { receive in
      context.executeFetchRequest(
        request, onSuccess: { receive(titles($0)) }, onFailure: { receive(.string("\($0)")) })
    }
    return [saved, savedAgain, found, foundAgain]
  }

  /// Waits for the value that a call passes to one of its blocks.
  @MainActor private static func received(
    _ start: (@escaping @Sendable (JSON) -> Void) -> Void
  ) async -> JSON {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: $0) }
    }
  }

  private nonisolated static func titles(_ objects: [Any]) -> JSON {
    .array(
      objects.map { object in
        text((object as? NSManagedObject)?.value(forKey: "title"))
      })
  }

  private nonisolated static func text(_ value: Any?) -> JSON {
    (value as? String).map(JSON.string) ?? .null
  }

  @MainActor private static func waits(_ device: StoreDevice) async throws -> JSON {
    let (context, request) = (device.context, todosByTitle)
    let todo = device.insert("Todo", ["todoId": "a", "title": "A"])
    todo.setValue(device.insert("Tag", ["tag_id": "x", "name": "A"]), forKey: "best")
    try context.saveAndWait()
    let found = try context.executeFetchRequestAndWait(request)
    let count = try context.countAndWait(for: NSFetchRequest<NSManagedObject>(entityName: "Todo"))
    context.refresh(todo, mergeChanges: false)
    let best = try todo.value(forRelationshipKey: "best") as? NSManagedObject
    context.refresh(todo, mergeChanges: false)
    let fields = todo.smDictionarySerialization(true)[SerializedDictKey] as? [AnyHashable: Any]
    return [
      titles(found), .integer(Int64(count)), text(best?.value(forKey: "name")),
      text(fields?["title"]),
    ]
  }

  @MainActor private static func syncs(_ device: StoreDevice) async throws -> JSON {
    device.insert("Todo", ["todoId": "a", "title": "A"])
    device.network.isOn = false
    let saved: JSON
    do {
      try await device.context.save(options: nil)
      saved = "saved"
    } catch {
      saved = .string("\(error)")
    }
    device.network.isOn = true
    let store = device.store
    let lines = await received { receive in
      store.setSyncCompletionCallback { objects in
        let lines = objects.compactMap { ($0 as? SMSyncedObject)?.line }
        receive(.string(lines.joined(separator: ", ")))
      }
      store.syncWithServer()
    }
    return [saved, lines]
  }
}
