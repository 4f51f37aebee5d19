import GhostlightCore
import GhostlightEmulation

/// The parameters of a social call: query, form or JSON body, as clients send all three (D11, D25).
struct SocialForm {
  private let form: UserForm?
  private let body: JSONObject
  private let items: [QueryItem]

  /// Reads the query, then the body, whose members win.
  ///
  /// - Throws: ``Fault/badRequest`` where either is malformed.
  init(_ call: Call) throws(Fault) {
    let isJSON = call.request.body.first { $0 > 0x20 } == UInt8(ascii: "{")
    form = isJSON ? nil : try UserForm(call)
    body = isJSON ? try RequestBody.object(call) : [:]
    guard let items = call.request.target.queryItems else {
      throw .badRequest.because("the query has a malformed percent escape or no UTF-8")
    }
    self.items = items
  }

  /// The last value of a key; an empty one counts as missing.
  subscript(key: String) -> String? {
    let sent = form?[key] ?? body[key]?.string
    let value = sent ?? items.last { $0.name == key }?.value
    return value?.isEmpty ?? true ? nil : value
  }

  /// The account that a network says the parameters are for; `nil` where it refuses them.
  func account(on network: SocialNetwork, _ state: StackMobState) -> String? {
    let values = network.parameters.compactMap { self[$0] }
    guard values.count == network.parameters.count, let token = values.first else { return nil }
    return state.socialAccounts.account(of: token, on: network, state.configuration)
  }

  /// The name for a new user: under either key (D48), else the account's.
  func userName(in schema: Schema, account: String) -> String {
    self[schema.primaryKey] ?? self["username"] ?? account
  }
}
