import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers that create users with accounts of social networks, and link and unlink users
/// (A20).
extension StackMobBackend {
  /// Returns the handler of `createUserWith…`, which responds with status 201 and the new user.
  static func createUser(with network: SocialNetwork) -> RouteHandler<StackMobState>.Changing {
    { call, state, moment throws(Fault) in
      let schema = try state.knownSchema(call["schema"])
      _ = try state.authorize(.create, on: schema, by: call.caller)
      let form = try SocialForm(call)
      let account = try acceptedAccount(form, on: network, state)
      guard state.socialAccounts.link(ofAccount: account, on: network, in: schema.name) == nil
      else { throw .alreadyLinked.filled(["network": network.title]) }
      let name = form.userName(in: schema, account: account)
      guard state.object(name, of: schema.name) == nil else {
        throw .userNameTaken.filled(["user": name])
      }
      let user = try createUser(
        named: name, in: schema, call, linkedWith: account, on: network, &state, &moment)
      return .json(.created, .object(user))
    }
  }

  /// Returns the handler of `linkUserWith…`, which links the logged-in user and responds with
  /// status 200.
  static func linkUser(
    with network: SocialNetwork, refusal: Fault = .socialTokenRefused
  ) -> RouteHandler<StackMobState>.Changing {
    { call, state, moment throws(Fault) in
      let schema = try state.knownSchema(call["schema"])
      let name = try signedIn(call, to: schema, state, moment)
      guard let account = try SocialForm(call).account(on: network, state) else {
        throw refusal.filled(["network": network.title])
      }
      let link = state.socialAccounts.link(ofAccount: account, on: network, in: schema.name)
      guard link?.userName.isExactly(name) ?? true else {
        throw .alreadyLinked.filled(["network": network.title])
      }
      state.socialAccounts.add(
        SocialLink(network: network, account: account, userSchema: schema.name, userName: name))
      return .json(.ok, [:])
    }
  }

  /// Returns the handler of `unlinkUserFrom…`, which unlinks the logged-in user and responds with
  /// status 200.
  static func unlinkUser(from network: SocialNetwork) -> RouteHandler<StackMobState>.Changing {
    { call, state, moment throws(Fault) in
      let schema = try state.knownSchema(call["schema"])
      let name = try signedIn(call, to: schema, state, moment)
      guard state.socialAccounts.link(ofUser: name, on: network, in: schema.name) != nil else {
        throw .notLinked.filled(["user": name, "network": network.title])
      }
      state.socialAccounts.unlink(user: name, on: network, in: schema.name)
      return .json(.ok, [:])
    }
  }

  private static func acceptedAccount(
    _ form: SocialForm, on network: SocialNetwork, _ state: StackMobState
  ) throws(Fault) -> String {
    guard let account = form.account(on: network, state) else {
      throw .socialTokenRefused.filled(["network": network.title])
    }
    return account
  }

  /// Creates a user without a password, who can log in only with the linked account.
  static func createUser(
    named name: String, in schema: Schema, _ call: Call, linkedWith account: String,
    on network: SocialNetwork, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> JSONObject {
    let creation = try ObjectCreation(
      [schema.primaryKey: .string(name)], in: schema, try WriteContext(call, state), &moment)
    state.store(creation, &moment)
    state.socialAccounts.add(
      SocialLink(network: network, account: account, userSchema: schema.name, userName: name))
    return creation.object
  }
}

/// The parameters of a social call, which clients send in the query, in a form, or in a JSON body
/// (D11, D25).
struct SocialForm {
  private let form: UserForm?
  private let body: JSONObject
  private let items: [QueryItem]

  /// Parses the parameters in a call's query and body.
  ///
  /// If both contain a parameter, the body's value is used.
  ///
  /// - Throws: ``Fault/badRequest`` if the query or the body is malformed.
  init(_ call: Call) throws(Fault) {
    let isJSON = call.request.body.first { $0 > 0x20 } == UInt8(ascii: "{")
    form = isJSON ? nil : try UserForm(call)
    body = isJSON ? try RequestBody.object(call) : [:]
    guard let items = call.request.target.queryItems else {
      throw .badRequest.withReason(
        "the query has a malformed percent escape or no UTF-8", section: "A20")
    }
    self.items = items
  }

  /// The last value of a parameter; `nil` if it is missing or empty.
  subscript(key: String) -> String? {
    let sent = form?[key] ?? body[key]?.string
    let value = sent ?? items.last { $0.name == key }?.value
    return value?.isEmpty ?? true ? nil : value
  }

  /// Returns the id of the account whose token the parameters contain, or `nil` if a parameter is
  /// missing or the network refuses the token.
  func account(on network: SocialNetwork, _ state: StackMobState) -> String? {
    let values = network.parameters.compactMap { self[$0] }
    guard values.count == network.parameters.count, let token = values.first else { return nil }
    return state.socialAccounts.account(of: token, on: network, state.configuration)
  }

  /// Returns the name for a new user: the parameter with the primary key's name, `username` (D48),
  /// or the account's id.
  func userName(in schema: Schema, account: String) -> String {
    self[schema.primaryKey] ?? self["username"] ?? account
  }
}
