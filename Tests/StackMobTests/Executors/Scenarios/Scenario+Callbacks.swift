import Foundation
import GhostlightCore
import TestExecutors

@testable import StackMob

/// The same calls with blocks, as the vendor's SDK had them.
extension Scenario {
  private static let missing = refused(404, ["error": "object instance does not exist"])

  static let callbacks = [
    Scenario(
      "Blocks: the Datastore", given: [.object("todo", ["todo_id": "1"])],
      expects: [
        ["object": stored(["todo_id": "2"]), "schema": "Todo"],
        ["object": stored(["todo_id": "1"]), "schema": "todo"],
        ["error": missing, "id": "3", "schema": "todo"], ["id": "1", "schema": "todo"],
        ["objects": [stored(["todo_id": "2"])]], ["count": 1],
      ]
    ) { device in
      let store = device.store
      let query = SMQuery(schema: "todo")
      return [
        await Told.block { tell in
          store.createObject(
            ["todo_id": "2"], inSchema: "Todo",
            onSuccess: { tell(object($0, $1)) },
            onFailure: { error, _, _ in tell(Told.error(error)) })
        },
        await Told.block { tell in
          store.readObject(
            withId: "1", inSchema: "todo",
            onSuccess: { tell(object($0, $1)) },
            onFailure: { error, _, _ in tell(Told.error(error)) })
        },
        await Told.block { tell in
          store.readObject(
            withId: "3", inSchema: "todo", onSuccess: { tell(object($0, $1)) },
            onFailure: { error, id, schema in
              tell([
                "error": Told.error(error), "id": .string(id ?? ""),
                "schema": .string(schema ?? ""),
              ])
            })
        },
        await Told.block { tell in
          store.deleteObjectId(
            "1", inSchema: "todo",
            onSuccess: { id, schema in tell(["id": .string(id), "schema": .string(schema)]) },
            onFailure: { error, _, _ in tell(Told.error(error)) })
        },
        await Told.block { tell in
          store.perform(
            query, onSuccess: { tell(["objects": (try? Told.value($0)) ?? .null]) },
            onFailure: { tell(Told.error($0)) })
        },
        await Told.block { tell in
          store.performCount(
            query, onSuccess: { tell(["count": .integer($0.int64Value)]) },
            onFailure: { tell(Told.error($0)) })
        },
      ]
    },
    Scenario(
      "Blocks: Users", given: [.jack], expects: [jackHimself, jackHimself, [:], notEntitled]
    ) { device in
      let client = device.client
      return [
        await Told.block { tell in
          client.login(
            withUsername: "jack", password: "first-password",
            onSuccess: { tell((try? Told.value($0)) ?? .null) },
            onFailure: { tell(Told.error($0)) })
        },
        await Told.block { tell in
          client.getLoggedInUser(
            onSuccess: { tell((try? Told.value($0)) ?? .null) },
            onFailure: { tell(Told.error($0)) })
        },
        await Told.block { tell in
          client.logout(
            onSuccess: { tell((try? Told.value($0)) ?? .null) },
            onFailure: { tell(Told.error($0)) })
        },
        await Told.block { tell in
          client.getLoggedInUser(
            onSuccess: { tell((try? Told.value($0)) ?? .null) },
            onFailure: { tell(Told.error($0)) })
        },
      ]
    },
  ]

  private static func object(_ members: [AnyHashable: Any], _ schema: String) -> JSON {
    ["object": (try? Told.value(members)) ?? .null, "schema": .string(schema)]
  }
}
