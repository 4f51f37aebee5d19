import AppCenterData
import GhostlightCore
package import TestExecutors

/// An app's calls to the SDK and the expected results, which do not depend on where the services
/// run.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, [SDKValue]>

  package init(script: Script<Given, Device, [SDKValue]>) { self.script = script }

  package static let all = [
    creating, reading, replacing, deleting, listing, offline, refusals, settings, spellings,
  ]
  .flatMap(\.self)
}

extension Given {
  /// Returns the provider state with a document in Cosmos DB.
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
  /// Returns the expected result for a document, read from the service or from the device.
  static func found(
    _ id: String, _ json: String?, tag: Int?, in partition: String = World.partition,
    isFromDevice: Bool = false
  ) -> SDKValue {
    .document(seen(id, json, tag: tag, in: partition, isFromDevice: isFromDevice))
  }

  /// Returns the expected properties of a document, for a single result or an element of a list.
  static func seen(
    _ id: String, _ json: String?, tag: Int?, in partition: String = World.partition,
    isFromDevice: Bool = false
  ) -> Seen {
    Seen(
      json: json, partition: partition, id: id, eTag: tag.map { "tag \($0)" },
      updated: tag == nil ? nil : Double(TestStage.opening / 1000), isFromDevice: isFromDevice)
  }

  /// Returns the expected result for a document that Cosmos DB refuses with the HTTP status
  /// `status`.
  static func failed(_ id: String, _ status: Int, in partition: String = "user") -> SDKValue {
    .document(
      .failed(
        .httpError, "Unexpected error while talking to CosmosDB.", status: status,
        partition: partition, id: id))
  }

  /// Returns the expected notification that a write made offline has now been sent.
  static func made(_ operation: String, _ id: String, tag: Int) -> SDKValue {
    .operation(
      Listener.RemoteOperation(
        operation: operation, partition: World.partition, id: id, eTag: "tag \(tag)"))
  }
}
