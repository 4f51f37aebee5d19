import AppCenterData
import GhostlightCore
import TestExecutors

/// Scenarios for calls without a network, whose changes are sent later.
extension Scenario {
  static let offline = [
    Scenario(
      "Offline: Creating a Document",
      expects: [
        .found("1", #"{"n":1}"#, tag: nil, isFromDevice: true), .made("CREATE", "1", tag: 1),
        .found("1", #"{"n":1}"#, tag: 1),
      ]
    ) { device in
      try device.signIn()
      await device.goOffline()
      let created = await device.world.create("1", ["n": 1])
      return [.document(created)] + (await device.goOnline(expecting: 1))
        + [.document(await device.world.read("1"))]
    },
    Scenario(
      "Offline: Replacing a Document", given: [.document("1", ["n": 0])],
      expects: [
        .found("1", #"{"n":0}"#, tag: 1), .found("1", #"{"n":1}"#, tag: 1, isFromDevice: true),
        .made("REPLACE", "1", tag: 2), .found("1", #"{"n":1}"#, tag: 2),
      ]
    ) { device in
      try device.signIn()
      let read = await device.world.read("1")
      device.world.setOnline(false)
      let replaced = await device.world.replace("1", ["n": 1])
      return [.document(read), .document(replaced)] + (await device.goOnline(expecting: 1))
        + [.document(await device.world.read("1"))]
    },
    Scenario(
      "Offline: Deleting a document", given: [.document("1", ["n": 0])],
      expects: [
        .document(Seen(partition: World.partition, id: "1", isFromDevice: true)),
        .operation(Listener.RemoteOperation(operation: "DELETE")), .failed("1", 404),
      ]
    ) { device in
      try device.signIn()
      await device.goOffline()
      let deleted = await device.world.delete("1")
      return [.document(deleted)] + (await device.goOnline(expecting: 1))
        + [.document(await device.world.read("1"))]
    },
    Scenario(
      "Offline: another device was first", given: [.document("1", ["n": 0])],
      expects: [
        .found("1", #"{"n":1}"#, tag: nil, isFromDevice: true),
        .operation(Listener.RemoteOperation(operation: "CREATE", code: 300, status: 409)),
        .found("1", #"{"n":0}"#, tag: 1),
      ]
    ) { device in
      try device.signIn()
      await device.goOffline()
      let created = await device.world.create("1", ["n": 1])
      return [.document(created)] + (await device.goOnline(expecting: 1))
        + [.document(await device.world.read("1"))]
    },
    Scenario(
      "Offline: Fetching a list of Documents", given: [.document("1", ["n": 0])],
      expects: [
        .page(items: [SDKValue.seen("1", #"{"n":0}"#, tag: 1)], hasNext: false),
        .found("2", #"{"n":2}"#, tag: nil, isFromDevice: true),
        .page(
          items: [
            SDKValue.seen("1", #"{"n":0}"#, tag: 1, isFromDevice: true),
            SDKValue.seen("2", #"{"n":2}"#, tag: nil, isFromDevice: true),
          ], hasNext: false),
      ]
    ) { device in
      try device.signIn()
      let online = await device.world.list()
      device.world.setOnline(false)
      let created = await device.world.create("2", ["n": 2])
      return [.page(online), .document(created), .page(await device.world.list())]
    },
  ]
}
