import AppCenterData
import GhostlightCore
package import TestExecutors

/// What an app does with the SDK, and all that it is told; the same wherever the services are.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, [SDKValue]>

  package init(script: Script<Given, Device, [SDKValue]>) { self.script = script }

  package static let all = [
    creating, reading, replacing, deleting, listing, offline, refusals, settings, spellings,
  ]
  .flatMap(\.self)
}

extension Given {
  /// A document that is in Cosmos.
  static func document(
    _ id: String, _ document: JSON, in partition: String = World.partition
  ) -> Given {
    Given(
      "document exists",
      [
        "database": "mbaas", "container": "appcenter",
        "document": [
          "id": .string(id), "PartitionKey": .string(partition), "document": document,
        ],
      ])
  }
}

extension SDKValue {
  /// A document of the user's as the service has it, or as the device has it.
  static func found(
    _ id: String, _ json: String?, tag: Int?, in partition: String = World.partition,
    isFromDevice: Bool = false
  ) -> SDKValue {
    .document(seen(id, json, tag: tag, in: partition, isFromDevice: isFromDevice))
  }

  /// The same as an element of a list.
  static func seen(
    _ id: String, _ json: String?, tag: Int?, in partition: String = World.partition,
    isFromDevice: Bool = false
  ) -> Seen {
    Seen(
      json: json, partition: partition, id: id, eTag: tag.map { "tag \($0)" },
      updated: tag == nil ? nil : Double(TestStage.opening / 1000), isFromDevice: isFromDevice)
  }

  /// A refusal by Cosmos, with its status.
  static func failed(_ id: String, _ status: Int, in partition: String = "user") -> SDKValue {
    .document(
      .failed(
        .httpError, "Unexpected error while talking to CosmosDB.", status: status,
        partition: partition, id: id))
  }

  /// What the delegate is told of a write that was made up for.
  static func made(_ operation: String, _ id: String, tag: Int) -> SDKValue {
    .operation(
      Listener.RemoteOperation(
        operation: operation, partition: World.partition, id: id, eTag: "tag \(tag)"))
  }
}
