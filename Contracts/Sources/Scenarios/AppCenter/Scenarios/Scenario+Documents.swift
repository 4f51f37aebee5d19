import AppCenterData
import GhostlightCore
import TestExecutors

/// Scenarios for creating, reading, replacing and deleting single documents.
extension Scenario {
  private static let alex = #"{"name":"Alex"}"#
  private static let first = Given.document("1", ["name": "Alex"])

  static let creating = [
    Scenario(
      "Creating a Document",
      expects: [.found("1", alex, tag: 1), .found("1", alex, tag: 1), .failed("1", 409)]
    ) { device in
      try device.signIn()
      return [
        .document(await device.world.create("1", ["name": "Alex"])),
        .document(await device.world.read("1")),
        .document(await device.world.create("1", ["name": "Bo"])),
      ]
    },
    Scenario(
      "Creating a Document with options",
      expects: [
        .found("1", alex, tag: 1), .found("1", alex, tag: 1, isFromDevice: true),
        .document(
          .failed(
            .localDocumentExpired,
            "Local document for partition '\(World.partition)' and document ID '1' expired at "
              + "2019-09-20T10:12:12.000Z, discarding it", partition: World.partition, id: "1")),
      ]
    ) { device in
      try device.signIn()
      let created = await device.world.create(
        "1", ["name": "Alex"], options: MSWriteOptions(deviceTimeToLive: 60))
      device.world.setOnline(false)
      try device.pass(1)
      let kept = await device.world.read("1", options: MSReadOptions(deviceTimeToLive: 59))
      try device.pass(59)
      return [.document(created), .document(kept), .document(await device.world.read("1"))]
    },
    Scenario(
      "Creating a Document that is a model",
      expects: [.words("Alex alex@appcenter.ms"), .words("Alex alex@appcenter.ms")]
    ) { device in
      try device.signIn()
      return try await device.world.use {
        let user = User(name: "Alex", email: "alex@appcenter.ms")
        let created = try await MSData.create(
          withDocumentId: "1", document: user, partition: kMSDataUserDocumentsPartition)
        let read = try await MSData.read(
          withDocumentId: "1", documentType: User.self, partition: kMSDataUserDocumentsPartition)
        return [created, read].map { wrapper in
          let user = wrapper.deserializedValue as? User
          return .words("\(user?.name ?? "") \(user?.email ?? "")")
        }
      }
    },
  ]

  static let reading = [
    Scenario(
      "Reading a Document",
      given: [
        .document("1", ["name": "Alex", "n": [1, 2.5, true, nil]]),
        .document("ä+%(1)", ["n": 2]),
      ],
      expects: [
        .found("1", #"{"name":"Alex","n":[1,2.5,true,null]}"#, tag: 1),
        .found("ä+%(1)", #"{"n":2}"#, tag: 2), .failed("nope", 404),
      ]
    ) { device in
      try device.signIn()
      return [
        .document(await device.world.read("1")), .document(await device.world.read("ä+%(1)")),
        .document(await device.world.read("nope")),
      ]
    },
    Scenario(
      "Reading a Document of the public partition",
      given: [.document("news", ["text": "Hello"], in: "readonly")],
      expects: [.found("news", #"{"text":"Hello"}"#, tag: 1, in: "readonly")]
    ) { device in
      [.document(await device.world.read("news", in: kMSDataAppDocumentsPartition))]
    },
    Scenario(
      "Reading a Document with options", given: [first],
      expects: [
        .found("1", alex, tag: 1),
        .document(
          .failed(
            .documentNotFound,
            "Unable to find document in local store for partition '\(World.partition)' and "
              + "document ID '1'", partition: World.partition, id: "1")),
      ]
    ) { device in
      try device.signIn()
      let read = await device.world.read("1", options: .createNoCacheOptions())
      device.world.setOnline(false)
      return [.document(read), .document(await device.world.read("1"))]
    },
  ]

  static let replacing = [
    Scenario(
      "Replacing (Upsert) a Document", given: [first],
      expects: [
        .found("1", #"{"email":"a@b.c"}"#, tag: 1), .found("2", #"{"n":2}"#, tag: 2),
        .found("1", #"{"email":"a@b.c"}"#, tag: 1),
      ]
    ) { device in
      try device.signIn()
      return [
        .document(await device.world.replace("1", ["email": "a@b.c"])),
        .document(await device.world.replace("2", ["n": 2])),
        .document(await device.world.read("1")),
      ]
    },
    Scenario(
      "Replacing (Upsert) a Document with options", given: [first],
      expects: [
        .found("1", #"{"n":1}"#, tag: 1), .found("1", #"{"n":1}"#, tag: 1, isFromDevice: true),
      ]
    ) { device in
      try device.signIn()
      let options = MSWriteOptions.createInfiniteCacheOptions()
      let replaced = await device.world.replace("1", ["n": 1], options: options)
      device.world.setOnline(false)
      return [.document(replaced), .document(await device.world.read("1"))]
    },
  ]

  static let deleting = [
    Scenario(
      "Deleting a document", given: [first],
      expects: [
        .document(Seen(partition: "user", id: "1")), .failed("1", 404), .failed("1", 404),
      ]
    ) { device in
      try device.signIn()
      return [
        .document(await device.world.delete("1")), .document(await device.world.read("1")),
        .document(await device.world.delete("1")),
      ]
    },
    Scenario(
      "Deleting a document with options", given: [first],
      expects: [.document(Seen(partition: "user", id: "1"))]
    ) { device in
      try device.signIn()
      let options = MSWriteOptions(deviceTimeToLive: 3600)
      return [.document(await device.world.delete("1", options: options))]
    },
  ]
}
