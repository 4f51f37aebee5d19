import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The handlers that change a password (A19.7) and send a temporary password by e-mail (A19.8).
extension StackMobBackend {
  static func resetPassword(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let name = try signedIn(call, to: schema, state, moment)
    let body = try RequestBody.object(call)
    guard let old = body["old"]?["password"]?.string,
      let new = body["new"]?["password"]?.string
    else {
      throw .badRequest.withReason(
        "the body is {\"old\":{\"password\":…},\"new\":{\"password\":…}}", section: "A19.7")
    }
    guard let user = state.object(name, of: schema.name),
      var credentials = state.credentials[schema.name]?[name],
      credentials.password?.matches(old) == true
    else { throw .resetPasswordRefused }
    try call.budget.spend(user.work + 24)
    credentials.password = SaltedHash(new, salt: moment.drawSalt())
    state.credentials[schema.name]?[name] = credentials
    return .json(.ok, .object(user))
  }

  /// Sends a temporary password by e-mail.
  ///
  /// The parameter with the user name is always called `username`, in a JSON body or in the query,
  /// whatever the field of the user schema is called.
  static func forgotPassword(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let name = try forgetfulUser(call)
    let refused = Fault.forgotPasswordRefused.filled(["user": name])
    guard let field = schema.forgotPasswordField else {
      throw refused.withReason("schema \(schema.name) has no field of type forgotpassword")
    }
    guard let user = state.object(name, of: schema.name),
      var credentials = state.credentials[schema.name]?[name]
    else { throw refused.withReason("there is no such user") }
    guard let address = user[field]?.string, !address.isEmpty else {
      throw refused.withReason("the user has no value in field \(field)")
    }
    try call.budget.spend(32)
    let password = credentials.drawTemporaryPassword(&moment)
    state.credentials[schema.name]?[name] = credentials
    state.outbox.post(
      .mail, to: [address],
      ["username": .string(name), "temporary_password": .string(password)], at: moment)
    return .json(.ok, [:])
  }

  private static func forgetfulUser(_ call: Call) throws(Fault) -> String {
    if call.request.body.isEmpty {
      guard let name = try UserForm(call)["username"] else {
        throw .badRequest.withReason("the query does not have username", section: "A19.8")
      }
      return name
    }
    guard let name = try RequestBody.object(call)["username"]?.string else {
      throw .badRequest.withReason("the body does not have username", section: "A19.8")
    }
    return name
  }
}
