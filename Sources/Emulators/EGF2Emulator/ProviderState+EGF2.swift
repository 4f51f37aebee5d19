import GhostlightCore
import GhostlightEmulation

/// The provider states of EGF2, including actions that only services of the real backend could
/// perform.
extension EGF2Backend {
  static let providerStates = ProviderStateTable<EGF2State>(
    graphStates + accountStates + fileStates + configurationStates)

  static let graphStates: [ProviderState<EGF2State>] = [
    ProviderState(
      "object exists",
      parameters: [
        "object":
          "object: its fields with `object_type`; an `id` of its own if it has one; no rules"
          + " and edit modes apply, so that roles and other back-end objects can be made"
      ],
      results: ["id": "the object's id", "object": "the object with its defaults"]
    ) { (parameters, state, moment) throws(ProviderStateError) in
      try GraphStates(parameters).object(&state, &moment)
    },
    ProviderState(
      "edge exists",
      parameters: [
        "source": "string: the id of the object that has the edge",
        "edge": "string: the edge's name",
        "destination": "string: the id of the object at the other end",
      ],
      results: ["count": "the number of links that a page of the edge counts"]
    ) { (parameters, state, moment) throws(ProviderStateError) in
      try GraphStates(parameters).edge(&state, &moment)
    },
  ]

  static let accountStates: [ProviderState<EGF2State>] = [
    ProviderState(
      "user exists",
      parameters: [
        "email": "string: the address, which is unique",
        "password": "string, default `password`",
        "first_name": "string, default `Mark`", "last_name": "string, default `Field`",
        "date_of_birth": "string, default `1990-01-01T00:00:00.001Z`",
        "verified": "boolean, default false: whether the address is verified",
        "no_password": "boolean, default false: whether the user may set a first password",
        "fields": "object, default none: other fields of the user",
      ],
      results: [
        "userId": "the user's id", "user": "the user",
        "verifyToken": "the token that verifies the address, if it is not verified",
      ]
    ) { (parameters, state, moment) throws(ProviderStateError) in
      try AccountStates(parameters).user(&state, &moment)
    },
    ProviderState(
      "logged in",
      parameters: ["email": "string: the address of a user that exists"],
      results: [
        "token": "the session's token", "authorization": "`Bearer` and the token",
        "userId": "the user's id",
      ]
    ) { (parameters, state, moment) throws(ProviderStateError) in
      try AccountStates(parameters).session(&state, &moment)
    },
    ProviderState(
      "password forgotten",
      parameters: ["email": "string: the address of a user that exists"],
      results: ["resetToken": "the token that a new password can be set with"]
    ) { (parameters, state, moment) throws(ProviderStateError) in
      try AccountStates(parameters).resetToken(&state, &moment)
    },
    ProviderState(
      "mails cannot be sent",
      parameters: [
        "problem": "string: the mailer's error; with an empty one, mails can be sent again"
      ]
    ) { (parameters, state, _) throws(ProviderStateError) in
      try AccountStates(parameters).mailError(&state)
    },
  ]
}

/// The provider states that change the configuration of the graph.
extension EGF2Backend {
  static let configurationStates: [ProviderState<EGF2State>] = [
    ProviderState(
      "graph is configured",
      parameters: [
        "changes":
          "object: a merge patch for `config.json` (RFC 7396); the graph must be empty"
      ]
    ) { (parameters, state, _) throws(ProviderStateError) in
      let changes = try StateParameters(parameters).object("changes")
      let file = state.configuration.source.merged(with: .object(changes))
      do throws(ConfigurationError) { try state.configure(file) } catch {
        throw ProviderStateError("the configuration is wrong: \(error)")
      }
      return [:]
    }
  ]
}

extension JSON {
  /// Returns the value with a JSON merge patch applied (RFC 7396).
  ///
  /// `null` removes a member, objects are merged, and other values replace the old ones.
  func merged(with patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var result = object ?? [:]
    for change in changes {
      result[change.key] =
        change.value.isNull ? .none : (result[change.key] ?? .null).merged(with: change.value)
    }
    return .object(result)
  }
}

/// Sets up the provider states of the graph.
struct GraphStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  func object(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let object = try Self.store(try parameters.object("object"), in: &state, &moment)
    return ["id": object["id"] ?? .null, "object": .object(object)]
  }

  /// Stores an object, and returns it with its defaults.
  ///
  /// An existing object with the same id is replaced.
  @discardableResult
  static func store(
    _ object: JSONObject, in state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let given = object.withWholeNumbers
    guard let name = given["object_type"]?.string, let type = state.schema.type(named: name) else {
      let names = state.schema.types.map(\.name).joined(separator: ", ")
      let problem = "must be one of: \(names)"
      let isMissing = given["object_type"] == nil
      throw ProviderStateError(
        at: isMissing ? .root("") : .parameter("object_type"),
        isMissing ? "\"object_type\" is missing; it \(problem)" : problem,
        "the object's \"object_type\" \(problem)")
    }
    var draft = given
    draft.reserveCapacity(given.count + 3)
    if let id = given["id"] {
      guard let text = id.string, ObjectID.isWellFormed(text),
        state.schema.type(ofID: text) === type
      else {
        let problem = "must be a lower-case UUID, a dash and \"\(type.code)\""
        throw ProviderStateError(at: .parameter("id"), problem, "the object's \"id\" \(problem)")
      }
    } else {
      draft["id"] = .string(state.newID(of: type, &moment))
    }
    let created = given["created_at"] ?? .now(moment)
    draft["created_at"] = created
    draft["modified_at"] = given["modified_at"] ?? created
    do throws(Fault) {
      let object = try Validation(state.schema, within: .unlimited).checked(draft, as: type)
      try state.checkUnique(object, of: type)
      state.store(object)
      return object
    } catch { throw ProviderStateError("the object is refused: \(error.message)") }
  }

  /// Links two objects.
  ///
  /// A new link becomes the newest one of its edge; an existing link keeps its position.
  func edge(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let link = GraphLink(
      source: try parameters.string("source"), edge: try parameters.string("edge"),
      destination: try parameters.string("destination"))
    guard let type = state.schema.type(ofID: link.source), let edge = type.edge(link.edge) else {
      let problem =
        "there is no edge \"\(link.edge)\" of \"\(link.source)\"; give an id of a type with it"
      throw ProviderStateError(at: .parameter("edge"), problem, problem)
    }
    guard let destination = state.schema.type(ofID: link.destination),
      edge.contains.contains(destination.name)
    else {
      let problem =
        "\"\(link.destination)\" is nothing that the edge may hold; it may hold: "
        + edge.contains.joined(separator: ", ")
      throw ProviderStateError(at: .parameter("destination"), problem, problem)
    }
    if !state.edges.contains(link) {
      do throws(Fault) {
        try state.atomically { state throws(Fault) in
          state.connect(link)
          try state.applyRules(
            to: link, .post, &moment, within: WorkBudget(GraphRule.maximumWork))
        }
      } catch { throw ProviderStateError("the edge is refused: \(error.explanation(in: "EGF2"))") }
    }
    let count = state.edges.list(of: link.source, link.edge)?.count ?? 0
    return ["count": .integer(Int64(count))]
  }
}

/// Sets up the provider states of users and their sessions.
struct AccountStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  /// Registers a user without sending an e-mail.
  ///
  /// If a user with the e-mail address exists, that user is changed and keeps the id.
  func user(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
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
    } catch { throw ProviderStateError("the user is refused: \(error.message)") }
  }

  func session(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let id = try existing(state)["id"]?.string ?? ""
    let token = state.openSession(of: id, &moment)
    return [
      "token": .string(token), "authorization": .string("Bearer " + token),
      "userId": .string(id),
    ]
  }

  func resetToken(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let user = try existing(state)
    let token = state.newToken(of: user["id"]?.string ?? "", MailTemplate.digits, &moment)
    state.setSecret("reset_token", token, of: user)
    return ["resetToken": .string(token)]
  }

  func mailError(_ state: inout EGF2State) throws(ProviderStateError) -> JSONObject {
    guard let problem = parameters.value("problem")?.string else {
      throw ProviderStateError("the parameter \"problem\" must be a string")
    }
    state.mailError = problem.isEmpty ? nil : problem
    return [:]
  }

  private func existing(_ state: EGF2State) throws(ProviderStateError) -> JSONObject {
    let email = try parameters.string("email")
    guard let user = state.user(withEmail: email) else {
      throw ProviderStateError("there is no user \"\(email)\"; use \"user exists\" first")
    }
    return user
  }

  private func fields(email: String) throws(ProviderStateError) -> JSONObject {
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
