import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of the "universal" push calls of the iOS, Ruby and .NET SDKs (A22.1).
extension StackMobBackend {
  static func registerDeviceToken(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try PushBody.object(call)
    let device = try PushBody.device(body["token"])
    try state.register(
      device, for: try PushBody.user(body["userId"]),
      overwrites: body["overwrite"]?.bool ?? false, at: moment, call.budget)
    return .json(.ok, [:])
  }

  static func pushBroadcast(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let payload = try PushBody.payload(try PushBody.object(call)["kvPairs"])
    let devices = try state.allDevices(call.budget)
    try state.deliver(payload, to: devices, at: moment, call.budget)
    return .json(.ok, [:])
  }

  static func pushUsers(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try PushBody.object(call)
    let payload = try PushBody.payload(body["kvPairs"])
    let users = try PushBody.users(body["userIds"] ?? .null)
    let devices = try state.devices(of: users, call.budget)
    try state.deliver(payload, to: devices, at: moment, call.budget)
    return .json(.ok, [:])
  }

  static func pushTokens(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try PushBody.object(call)
    let payload = try PushBody.payload(body["payload"]?["kvPairs"])
    let devices = try PushBody.devices(body["tokens"] ?? .null)
    try state.deliver(payload, to: devices, at: moment, call.budget)
    return .json(.ok, [:])
  }

  static func tokensForUsers(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    try PushBody.checkKey(call)
    let list = try PushBody.parameters("userIds", of: call).last ?? ""
    return .json(.ok, try state.pushTokenListing(of: list.parts(at: ","), call.budget))
  }

  static func removeToken(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try PushBody.object(call)
    try state.unregister(try PushBody.device(.object(body)), call.budget)
    return .json(.ok, [:])
  }
}
