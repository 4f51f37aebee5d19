import Foundation
import GhostlightCore
import TestExecutors

import StackMob

/// Scenarios for the additional arguments that the vendor's SDK passes to blocks.
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
      let store = device.sdk.dataStore()
      let query = SMQuery(schema: "todo")
      return [
        await SDKValue.block { receive in
          store.createObject(
            ["todo_id": "2"], inSchema: "Todo",
            onSuccess: { receive(object($0, $1)) },
            onFailure: { error, _, _ in receive(SDKValue.error(error)) })
        },
        await SDKValue.block { receive in
          store.readObject(
            withId: "1", inSchema: "todo",
            onSuccess: { receive(object($0, $1)) },
            onFailure: { error, _, _ in receive(SDKValue.error(error)) })
        },
        await SDKValue.block { receive in
          store.readObject(
            withId: "3", inSchema: "todo", onSuccess: { receive(object($0, $1)) },
            onFailure: { error, id, schema in
              receive([
                "error": SDKValue.error(error), "id": .string(id ?? ""),
                "schema": .string(schema ?? ""),
              ])
            })
        },
        await SDKValue.block { receive in
          store.deleteObjectId(
            "1", inSchema: "todo",
            onSuccess: { id, schema in receive(["id": .string(id), "schema": .string(schema)]) },
            onFailure: { error, _, _ in receive(SDKValue.error(error)) })
        },
        await SDKValue.block { receive in
          store.perform(
            query, onSuccess: { receive(["objects": (try? SDKValue.value($0)) ?? .null]) },
            onFailure: { receive(SDKValue.error($0)) })
        },
        await SDKValue.block { receive in
          store.performCount(
            query, onSuccess: { receive(["count": .integer($0.int64Value)]) },
            onFailure: { receive(SDKValue.error($0)) })
        },
      ]
    },
    Scenario(
      "Blocks: Users", given: [.jack], expects: [jackHimself, jackHimself, [:], notEntitled]
    ) { device in
      let client = device.sdk
      return [
        await SDKValue.block { receive in
          client.login(
            withUsername: "jack", password: "first-password",
            onSuccess: { receive((try? SDKValue.value($0)) ?? .null) },
            onFailure: { receive(SDKValue.error($0)) })
        },
        await SDKValue.block { receive in
          client.getLoggedInUser(
            onSuccess: { receive((try? SDKValue.value($0)) ?? .null) },
            onFailure: { receive(SDKValue.error($0)) })
        },
        await SDKValue.block { receive in
          client.logout(
            onSuccess: { receive((try? SDKValue.value($0)) ?? .null) },
            onFailure: { receive(SDKValue.error($0)) })
        },
        await SDKValue.block { receive in
          client.getLoggedInUser(
            onSuccess: { receive((try? SDKValue.value($0)) ?? .null) },
            onFailure: { receive(SDKValue.error($0)) })
        },
      ]
    },
  ]

  private static func object(_ members: [AnyHashable: Any], _ schema: String) -> JSON {
    ["object": (try? SDKValue.value(members)) ?? .null, "schema": .string(schema)]
  }
}
