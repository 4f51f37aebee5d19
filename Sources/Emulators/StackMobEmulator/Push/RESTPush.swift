import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of the push calls of the REST manual and the Java SDK (A22.2).
extension StackMobBackend {
  static func registerToken(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try register(call, overwrites: false, &state, moment)
  }

  static func replaceToken(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try register(call, overwrites: true, &state, moment)
  }

  private static func register(
    _ call: Call, overwrites: Bool, _ state: inout StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    let body = try PushBody.object(call)
    let device = try PushBody.device(type: call["type"], token: call["token"])
    try state.register(
      device, for: try PushBody.user(body["user"]), overwrites: overwrites, at: moment,
      call.budget)
    return .json(.ok, [:])
  }

  static func listTokens(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    try PushBody.checkKey(call)
    let users = try PushBody.parameters("user", of: call)
    return .json(.ok, try state.pushTokenListing(of: users, call.budget))
  }

  static func deleteToken(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try PushBody.checkKey(call)
    let device = try PushBody.device(type: call["type"], token: call["token"])
    try state.unregister(device, call.budget)
    return .json(.ok, [:])
  }

  /// Sends a message to devices, to users, or to all devices.
  ///
  /// If the body contains `"fake": true`, no message is sent.
  static func sendNotification(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try PushBody.object(call)
    let payload = try PushBody.payload(body["payload"]?["kvPairs"] ?? body["payload"])
    var devices: [PushDevice] = []
    if let tokens = body["tokens"] { devices += try PushBody.devices(tokens) }
    if let users = body["users"] {
      devices += try state.devices(of: try PushBody.users(users), call.budget)
    }
    if body["tokens"] == nil, body["users"] == nil {
      devices = try state.allDevices(call.budget)
    }
    if body["fake"]?.bool != true {
      try state.deliver(payload, to: devices, at: moment, call.budget)
    }
    return .json(.ok, [:])
  }

  /// Lists the devices that the platforms no longer accept.
  ///
  /// If the query contains `clear=true`, the list is empty afterwards.
  static func expiredTokens(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try PushBody.checkKey(call)
    let clears = try PushBody.parameters("clear", of: call).last == "true"
    try call.budget.spend(state.pushTokens.expired.count, times: 8)
    let expired = state.pushTokens.expired.map(\.json)
    if clears { state.pushTokens.clearExpired() }
    return .json(.ok, .array(expired))
  }
}
