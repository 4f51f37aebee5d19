public import Foundation
import GhostlightCore
import HTTPTypes

/// Who is logged in.
///
/// - Source: protocol reference B5.
extension EGF2Graph {
  /// Registers a new user, who is logged in then.
  ///
  /// Tells `(true, nil)`.
  public func register(
    withFirstName firstName: String, lastName: String, email: String, dateOfBirth: Date,
    password: String, completion: @escaping Completion
  ) {
    registerCall(firstName, lastName, email, dateOfBirth, password).deliverEntry(to: completion)
  }

  /// Logs in an existing user.
  ///
  /// Tells `(true, nil)`. The cache stays as it is.
  public func login(
    withEmail email: String, password: String, completion: @escaping Completion
  ) {
    loginCall(email, password).deliverEntry(to: completion)
  }

  /// Logs out and forgets token, user, objects and edges, even if the server could not do it.
  public func logout(withCompletion completion: @escaping Completion) {
    logoutCall.deliver(to: completion)
  }

  /// Changes the password of the logged-in user.
  public func change(
    oldPassword: String, withNewPassword newPassword: String, completion: @escaping Completion
  ) {
    changeCall(oldPassword, newPassword).deliver(to: completion)
  }

  /// Lets the server send a mail with a token for ``resetPassword(withToken:newPassword:completion:)``.
  public func restorePassword(withEmail email: String, completion: @escaping Completion) {
    restoreCall(email).deliver(to: completion)
  }

  /// Sets a new password with the token of a mail; nobody needs to be logged in.
  public func resetPassword(
    withToken token: String, newPassword: String, completion: @escaping Completion
  ) {
    resetCall(token, newPassword).deliver(to: completion)
  }

  /// Tells the server that a mail has reached its user, by the token in it.
  public func verifyEmail(withToken token: String, completion: @escaping Completion) {
    verifyCall(token).deliver(to: completion)
  }

  /// Lets the server send the mail with the token for verifying once more.
  ///
  /// - Source: protocol reference B17.
  public func resendEmailVerification(withCompletion completion: @escaping Completion) {
    resendCall.deliver(to: completion)
  }
}

extension PendingCall where Value == Finding {
  /// Starts a call that ends with somebody logged in, and tells `true`.
  ///
  /// With an answer that has no token it tells `false` beside the error.
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

/// Who is logged in, for asynchronous functions.
extension EGF2Graph {
  /// Registers a new user, who is logged in then.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses or answers without a token; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func register(
    withFirstName firstName: String, lastName: String, email: String, dateOfBirth: Date,
    password: String
  ) async throws {
    _ = try await registerCall(firstName, lastName, email, dateOfBirth, password).value()
  }

  /// Logs in an existing user; the cache stays as it is.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses or answers without a token; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func login(
    withEmail email: String, password: String
  ) async throws {
    _ = try await loginCall(email, password).value()
  }

  /// Logs out and forgets everything, even if the server could not do it and this throws.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`. Nobody is logged in then all the same.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func logout() async throws { try await logoutCall.value() }

  /// Changes the password of the logged-in user.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func change(
    oldPassword: String, withNewPassword newPassword: String
  ) async throws {
    try await changeCall(oldPassword, newPassword).value()
  }

  /// Lets the server send a mail with a token for ``resetPassword(withToken:newPassword:)``.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func restorePassword(withEmail email: String) async throws {
    try await restoreCall(email).value()
  }

  /// Sets a new password with the token of a mail; nobody needs to be logged in.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func resetPassword(
    withToken token: String, newPassword: String
  ) async throws {
    try await resetCall(token, newPassword).value()
  }

  /// Tells the server that a mail has reached its user, by the token in it.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func verifyEmail(withToken token: String) async throws {
    try await verifyCall(token).value()
  }

  /// Lets the server send the mail with the token for verifying once more.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B5.
  public nonisolated(nonsending) func resendEmailVerification() async throws {
    try await resendCall.value()
  }
}

extension EGF2Graph {
  /// A call that ends with somebody logged in.
  private func entryCall(_ path: String, _ body: JSONObject) -> PendingCall<Finding> {
    call { () async throws(NSError) -> Answer<Finding> in
      let answer = try await self.send(CallDraft(.post, path).sending(body))
      guard let token = answer["token"]?.string, let type = answer["type"]?.string else {
        throw EGF2Error.wrongResponse("The answer has no token with its type")
      }
      self.changeAccount { $0.enter("\(type) \(token)") }
      self.disconnect()
      self.connect()
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
      defer {
        self.disconnect()
        self.forgetAll()
      }
      _ = try await self.send(CallDraft(.get, "logout"))
      return Answer(Done())
    }
  }
}

extension EGF2Graph {
  /// Changing the password.
  func changeCall(_ oldPassword: String, _ newPassword: String) -> PendingCall<Done> {
    plainCall(
      CallDraft(.post, "change_password").sending([
        "old_password": .string(oldPassword), "new_password": .string(newPassword),
      ]))
  }

  /// Asking for the mail of those who have forgotten their password.
  func restoreCall(_ email: String) -> PendingCall<Done> {
    plainCall(CallDraft(.get, "forgot_password").asking("email", email))
  }

  /// Setting a new password with the token of that mail.
  func resetCall(_ token: String, _ newPassword: String) -> PendingCall<Done> {
    plainCall(
      CallDraft(.post, "reset_password").sending([
        "reset_token": .string(token), "new_password": .string(newPassword),
      ]))
  }

  /// Verifying an address with the token of the first mail.
  func verifyCall(_ token: String) -> PendingCall<Done> {
    plainCall(CallDraft(.get, "verify_email").asking("token", token))
  }

  /// Asking for the first mail once more.
  var resendCall: PendingCall<Done> { plainCall(CallDraft(.post, "resend_email_verification")) }
}

/// Who is logged in.
struct Account: Sendable, Equatable {
  /// What the `Authorization` field carries: type and token.
  var token: String?
  /// The id of the user, once it was asked for.
  var userID: String?

  init() {}

  /// Reads what was written; nobody where it is not of this form.
  init(_ bytes: [UInt8]) {
    let json = try? JSON.parse(bytes)
    token = json?["token"]?.string
    userID = token == nil ? nil : json?["user"]?.string
  }

  /// The account as it is written to disk.
  var json: JSON {
    var object = JSONObject()
    object["token"] = token.map(JSON.string)
    object["user"] = userID.map(JSON.string)
    return .object(object)
  }
}
