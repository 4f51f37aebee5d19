import Foundation
import GhostlightCore
import HTTPTypes

extension EGF2Graph {
  /// A call that ends with somebody logged in.
  func entryCall(_ path: String, _ body: JSONObject) -> PendingCall<Finding> {
    call { () async throws(NSError) -> Answer<Finding> in
      let answer = try await self.send(CallDraft(.post, path).sending(body))
      guard let token = answer["token"]?.string, let type = answer["type"]?.string else {
        throw EGF2Error.wrongResponse("The answer has no token with its type")
      }
      self.changeAccount { $0.enter("\(type) \(token)") }
      return Answer(Finding(isPositive: true))
    }
  }

  /// A call whose answer is empty.
  func plainCall(_ draft: CallDraft) -> PendingCall<Done> {
    call { () async throws(NSError) -> Answer<Done> in
      _ = try await self.send(draft)
      return Answer(Done())
    }
  }

  /// Registering.
  func registerCall(
    _ firstName: String, _ lastName: String, _ email: String, _ dateOfBirth: Date,
    _ password: String
  ) -> PendingCall<Finding> {
    // The server of that time refused the epoch itself.
    let birth =
      dateOfBirth.timeIntervalSince1970 == 0 ? dateOfBirth.addingTimeInterval(0.001) : dateOfBirth
    return entryCall(
      "register",
      [
        "first_name": .string(firstName), "last_name": .string(lastName),
        "email": .string(email), "date_of_birth": .string(DateText.text(birth)),
        "password": .string(password),
      ])
  }

  /// Logging in.
  func loginCall(_ email: String, _ password: String) -> PendingCall<Finding> {
    entryCall("login", ["email": .string(email), "password": .string(password)])
  }

  /// Logging out, which forgets everything whatever the server answers.
  var logoutCall: PendingCall<Done> {
    call { () async throws(NSError) -> Answer<Done> in
      defer { self.forgetAll() }
      _ = try await self.send(CallDraft(.get, "logout"))
      return Answer(Done())
    }
  }
}
