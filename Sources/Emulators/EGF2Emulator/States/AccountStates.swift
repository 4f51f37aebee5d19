import GhostlightCore
import GhostlightEmulation

/// Brings provider states of users and their sessions about.
struct AccountStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  /// Registers a user without a mail; one of the same address keeps the id and takes the rest.
  func user(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let email = try parameters.string("email")
    let password = try parameters.string("password", default: "password")
    let fields = try fields(email: email)
    do throws(Fault) {
      var results: JSONObject = [:]
      let user: JSONObject
      if let old = state.user(withEmail: email), let id = old["id"]?.string {
        user = try state.update(id, with: fields, by: nil, &moment, within: .unlimited)
        state.setPassword(password, of: user, &moment)
        if user["verified"] != true {
          let token = state.newToken(of: id, MailTemplate.digits, &moment)
          state.setSecret("verify_token", token, of: user)
          results["verifyToken"] = .string(token)
        }
      } else {
        let registered = try state.register(
          fields, password: password, &moment, within: .unlimited)
        user = registered.user
        if user["verified"] == true {
          state.setSecret("verify_token", nil, of: user)
        } else {
          results["verifyToken"] = .string(registered.verifyToken)
        }
      }
      results["userId"] = user["id"]
      results["user"] = .object(user)
      return results
    } catch { throw ProviderStateProblem("the user is refused: \(error.message)") }
  }

  func session(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let id = try existing(state)["id"]?.string ?? ""
    let token = state.openSession(of: id, &moment)
    return [
      "token": .string(token), "authorization": .string("Bearer " + token),
      "userId": .string(id),
    ]
  }

  func resetToken(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let user = try existing(state)
    let token = state.newToken(of: user["id"]?.string ?? "", MailTemplate.digits, &moment)
    state.setSecret("reset_token", token, of: user)
    return ["resetToken": .string(token)]
  }

  func mailProblem(_ state: inout EGF2State) throws(ProviderStateProblem) -> JSONObject {
    guard let problem = parameters.value("problem")?.string else {
      throw ProviderStateProblem("the parameter \"problem\" must be a string")
    }
    state.mailProblem = problem.isEmpty ? nil : problem
    return [:]
  }

  private func existing(_ state: EGF2State) throws(ProviderStateProblem) -> JSONObject {
    let email = try parameters.string("email")
    guard let user = state.user(withEmail: email) else {
      throw ProviderStateProblem("there is no user \"\(email)\"; use \"user exists\" first")
    }
    return user
  }

  private func fields(email: String) throws(ProviderStateProblem) -> JSONObject {
    var fields: JSONObject = [
      "name": [
        "given": .string(try parameters.string("first_name", default: "Mark")),
        "family": .string(try parameters.string("last_name", default: "Field")),
      ],
      "email": .string(email),
      "date_of_birth": .string(
        try parameters.string("date_of_birth", default: "1990-01-01T00:00:00.001Z")),
      "verified": .bool(try parameters.flag("verified")),
      "no_password": .bool(try parameters.flag("no_password")),
    ]
    for member in try parameters.optionalObject("fields") ?? [:] {
      fields[member.key] = member.value
    }
    return fields
  }
}
