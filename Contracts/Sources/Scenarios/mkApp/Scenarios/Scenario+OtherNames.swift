import GhostlightCore
import TestExecutors
import mkApp

/// Scenarios for the shorter forms of calls that have two forms; all use a block.
extension Scenario {
  static let otherNames = [
    Scenario(
      "MIAQuery: an object by the selector's original name",
      given: [.item(["id": "p1", "name": "dawn.jpg"])], expects: "dawn.jpg"
    ) { device in
      try await device.awaitCallback { resume in
        MIAQuery(collectionName: "picturedata").getObjectWithId("p1") { object, error in
          let picture = object as? MKCollection
          resume(
            error == nil ? SDKValue.value(picture?.object(forKey: "name")) : SDKValue.error(error))
        }
      }
    },
    Scenario("Login: a user who is not kept", given: [.mario], expects: "mario") { device in
      try await device.awaitCallback { resume in
        MKUser.logInWithEmail(
          inBackground: "mario@example.com", password: "first-password"
        ) { user, error in
          resume(
            error == nil ? SDKValue.value(user?.object(forKey: "username")) : SDKValue.error(error))
        }
      }
    },
  ]
}
