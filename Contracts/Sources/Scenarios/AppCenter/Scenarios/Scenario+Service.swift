import AppCenter
import AppCenterData
import GhostlightCore
import TestExecutors

/// Scenarios for refusals by the services, for tokens, and for settings of the SDK.
extension Scenario {
  private static let aborted = "Error while retrieving cached token, aborting operation: "

  static let refusals = [
    Scenario(
      "Writing to the public partition", given: [.document("news", [:], in: "readonly")],
      expects: ["create", "replace", "delete"].map { _ in .failed("news", 403, in: "readonly") }
    ) { device in
      let world = device.world
      return [
        .document(await world.create("news", ["n": 1], in: kMSDataAppDocumentsPartition)),
        .document(await world.replace("news", ["n": 1], in: kMSDataAppDocumentsPartition)),
        .document(await world.delete("news", in: kMSDataAppDocumentsPartition)),
      ]
    },
    Scenario(
      "Writing without signing in",
      expects: [
        .document(
          .failed(
            .cachedToken, aborted + "Token result had a status of Unauthenticated",
            partition: nil, id: "1"))
      ]
    ) { device in [.document(await device.world.create("1", ["n": 1]))] },
    Scenario(
      "An unknown partition",
      expects: [
        .document(
          .failed(
            .cachedToken, aborted + "Invalid partition name users", partition: nil, id: "1"))
      ]
    ) { device in [.document(await device.world.read("1", in: "users"))] },
  ]

  static let settings = [
    Scenario(
      "A token that has ended", given: [.document("1", ["n": 1])],
      expects: [.found("1", #"{"n":1}"#, tag: 1), .found("1", #"{"n":1}"#, tag: 1)]
    ) { device in
      try device.signIn()
      let before = await device.world.read("1")
      try device.pass(3600)
      return [.document(before), .document(await device.world.read("1"))]
    },
    Scenario(
      "Signing out", given: [.document("1", ["n": 1])],
      expects: [
        .found("1", #"{"n":1}"#, tag: 1),
        .document(
          .failed(
            .cachedToken, aborted + "Token result had a status of Unauthenticated",
            partition: nil, id: "1")),
      ]
    ) { device in
      try device.signIn()
      let before = await device.world.read("1")
      device.world.use { MSAuthTokenContext.setAuthToken(nil, withAccountId: nil) }
      return [.document(before), .document(await device.world.read("1"))]
    },
    Scenario(
      "Disabling and enabling", given: [.document("1", ["n": 1])],
      expects: [
        .document(Seen(partition: "user", id: "1", code: 3, message: "The service is disabled.")),
        .found("1", #"{"n":1}"#, tag: 1),
      ]
    ) { device in
      try device.signIn()
      device.world.use { MSData.setEnabled(false) }
      let disabled = await device.world.read("1")
      device.world.use { MSData.setEnabled(true) }
      return [.document(disabled), .document(await device.world.read("1"))]
    },
  ]
}
