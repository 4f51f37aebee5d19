public import Foundation
import GhostlightCore
import HTTPTypes

/// Registration, login, logout and passwords.
///
/// - Source: protocol reference B5.
extension EGF2Graph {
  /// Registers a new user and logs the user in.
  ///
  /// Calls `completion` with `(true, nil)` after success.
  public func register(
    withFirstName firstName: String, lastName: String, email: String, dateOfBirth: Date,
    password: String, completion: @escaping Completion
  ) {
    registerCall(firstName, lastName, email, dateOfBirth, password).deliverEntry(to: completion)
  }

  /// Logs in an existing user.
  ///
  /// Calls `completion` with `(true, nil)` after success. The cache is unchanged.
  public func login(
    withEmail email: String, password: String, completion: @escaping Completion
  ) {
    loginCall(email, password).deliverEntry(to: completion)
  }

  /// Logs out, and removes the token, the user's id and all cached objects and edges.
  ///
  /// They are removed even if the request fails.
  public func logout(withCompletion completion: @escaping Completion) {
    logoutCall.deliver(to: completion)
  }

  /// Changes the password of the logged-in user.
  public func change(
    oldPassword: String, withNewPassword newPassword: String, completion: @escaping Completion
  ) {
    changeCall(oldPassword, newPassword).deliver(to: completion)
  }

  /// Requests an email with a token for ``resetPassword(withToken:newPassword:completion:)``.
  public func restorePassword(withEmail email: String, completion: @escaping Completion) {
    restoreCall(email).deliver(to: completion)
  }

  /// Sets a new password with the token that an email from the server contains.
  ///
  /// The user need not be logged in.
  public func resetPassword(
    withToken token: String, newPassword: String, completion: @escaping Completion
  ) {
    resetCall(token, newPassword).deliver(to: completion)
  }

  /// Confirms the user's email address with the token that an email from the server contains.
  public func verifyEmail(withToken token: String, completion: @escaping Completion) {
    verifyCall(token).deliver(to: completion)
  }

  /// Requests another email with the token that ``verifyEmail(withToken:completion:)`` needs.
  ///
  /// - Source: protocol reference B17.
  public func resendEmailVerification(withCompletion completion: @escaping Completion) {
    resendCall.deliver(to: completion)
  }
}

extension PendingCall where Value == Finding {
  /// Starts a call that logs a user in, and passes `true` to the block after success.
  ///
  /// If the response has no token, the block receives `false` and the error.
  func deliverEntry(to block: @escaping Completion) {
    deliver { (result: Result<Bool, NSError>) in
      switch result {
      case .success: block(true, nil)
      case .failure(let error):
        let isUnreadable = (error as? EGF2Error)?.kind == .wrongResponse
        block(isUnreadable ? false : nil, error)
      }
    }
  }
}

/// Registration, login, logout and passwords, as `async` functions.
extension EGF2Graph {
  /// Registers a new user and logs the user in.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response has no token; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func register(
    withFirstName firstName: String, lastName: String, email: String, dateOfBirth: Date,
    password: String
  ) async throws {
    _ = try await registerCall(firstName, lastName, email, dateOfBirth, password).value()
  }

  /// Logs in an existing user.
  ///
  /// The cache is unchanged.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response has no token; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func login(
    withEmail email: String, password: String
  ) async throws {
    _ = try await loginCall(email, password).value()
  }

  /// Logs out, and removes the token, the user's id and all cached objects and edges.
  ///
  /// They are removed even if the request fails and the function throws.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails. In each
  ///   case, no user is logged in afterwards.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func logout() async throws { try await logoutCall.value() }

  /// Changes the password of the logged-in user.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func change(
    oldPassword: String, withNewPassword newPassword: String
  ) async throws {
    try await changeCall(oldPassword, newPassword).value()
  }

  /// Requests an email with a token for ``resetPassword(withToken:newPassword:)``.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func restorePassword(withEmail email: String) async throws {
    try await restoreCall(email).value()
  }

  /// Sets a new password with the token that an email from the server contains.
  ///
  /// The user need not be logged in.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func resetPassword(
    withToken token: String, newPassword: String
  ) async throws {
    try await resetCall(token, newPassword).value()
  }

  /// Confirms the user's email address with the token that an email from the server contains.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func verifyEmail(withToken token: String) async throws {
    try await verifyCall(token).value()
  }

  /// Requests another email with the token that ``verifyEmail(withToken:)`` needs.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func resendEmailVerification() async throws {
    try await resendCall.value()
  }
}

extension EGF2Graph {
  /// Creates a call that logs a user in.
  ///
  /// The call stores the token of the response and reconnects the WebSocket with the token.
  private func entryCall(_ path: String, _ body: JSONObject) -> PendingCall<Finding> {
    call { () async throws(NSError) -> CallResult<Finding> in
      let answer = try await self.send(CallDraft(.post, path).sending(body))
      guard let token = answer["token"]?.string, let type = answer["type"]?.string else {
        throw EGF2Error.wrongResponse("The response does not have a token and its type")
      }
      self.changeAccount { $0.enter("\(type) \(token)") }
      self.disconnect()
      self.connect()
      return CallResult(Finding(isPositive: true))
    }
  }

  /// Creates a call whose response has no body.
  func plainCall(_ draft: CallDraft) -> PendingCall<Done> {
    call { () async throws(NSError) -> CallResult<Done> in
      _ = try await self.send(draft)
      return CallResult(Done())
    }
  }

  func registerCall(
    _ firstName: String, _ lastName: String, _ email: String, _ dateOfBirth: Date,
    _ password: String
  ) -> PendingCall<Finding> {
    // The server of the original SDK rejected the epoch itself as a date of birth, so a millisecond
    // is added.
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

  func loginCall(_ email: String, _ password: String) -> PendingCall<Finding> {
    entryCall("login", ["email": .string(email), "password": .string(password)])
  }

  /// A call that logs out.
  ///
  /// The call removes the account and the cache even if the request fails.
  var logoutCall: PendingCall<Done> {
    call { () async throws(NSError) -> CallResult<Done> in
      defer {
        self.disconnect()
        self.forgetAll()
      }
      _ = try await self.send(CallDraft(.get, "logout"))
      return CallResult(Done())
    }
  }
}

extension EGF2Graph {
  func changeCall(_ oldPassword: String, _ newPassword: String) -> PendingCall<Done> {
    plainCall(
      CallDraft(.post, "change_password").sending([
        "old_password": .string(oldPassword), "new_password": .string(newPassword),
      ]))
  }

  func restoreCall(_ email: String) -> PendingCall<Done> {
    plainCall(CallDraft(.get, "forgot_password").asking("email", email))
  }

  func resetCall(_ token: String, _ newPassword: String) -> PendingCall<Done> {
    plainCall(
      CallDraft(.post, "reset_password").sending([
        "reset_token": .string(token), "new_password": .string(newPassword),
      ]))
  }

  func verifyCall(_ token: String) -> PendingCall<Done> {
    plainCall(CallDraft(.get, "verify_email").asking("token", token))
  }

  var resendCall: PendingCall<Done> { plainCall(CallDraft(.post, "resend_email_verification")) }
}

/// The token and the id of the logged-in user, as they are stored on disk.
struct Account: Sendable, Equatable {
  /// The value of the `Authorization` header field, type and token; `nil` if no user is logged in.
  var token: String?
  /// The id of the user; `nil` until the user's object has been read.
  var userID: String?

  init() {}

  /// Parses a stored account.
  ///
  /// Both properties are `nil` if the bytes are invalid.
  init(_ bytes: [UInt8]) {
    let json = try? JSON.parse(bytes)
    token = json?["token"]?.string
    userID = token == nil ? nil : json?["user"]?.string
  }

  var json: JSON {
    var object = JSONObject()
    object["token"] = token.map(JSON.string)
    object["user"] = userID.map(JSON.string)
    return .object(object)
  }
}
