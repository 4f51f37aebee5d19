import GhostlightCore
import GhostlightEmulation

/// Reads what push calls send (A22).
enum PushBody {
  /// The body of a call, which must be signed with the private key.
  ///
  /// - Throws: ``Fault/notAuthorized``, ``Fault/badRequest``.
  static func object(_ call: Call) throws(Fault) -> JSONObject {
    try checkKey(call)
    return try RequestBody.object(call)
  }

  /// - Throws: ``Fault/notAuthorized`` unless the call is signed with the private key.
  static func checkKey(_ call: Call) throws(Fault) {
    guard call.caller == .administrator else {
      throw .notAuthorized.because("push calls are signed with OAuth1 and the private key")
    }
  }

  /// All values of a parameter of the query.
  ///
  /// - Throws: ``Fault/badRequest`` where the query is malformed.
  static func parameters(_ name: String, of call: Call) throws(Fault) -> [String] {
    guard let items = call.request.target.queryItems else {
      throw .badRequest.because("the query has a malformed percent escape or no UTF-8")
    }
    return items.filter { $0.name == name }.compactMap(\.value)
  }

  /// A device given as `{"type":…,"token":…}`.
  ///
  /// - Throws: ``Fault/badPushToken``.
  static func device(_ json: JSON?) throws(Fault) -> PushDevice {
    guard let json else { throw .badPushToken.because("the token is missing") }
    return try device(type: json["type"]?.string ?? "", token: json["token"]?.string ?? "")
  }

  /// - Throws: ``Fault/badPushToken``.
  static func device(type: String, token: String) throws(Fault) -> PushDevice {
    guard let platform = PushPlatform(anyCase: type) else {
      throw .badPushToken.because("the type is none of ios, androidgcm and android")
    }
    guard let device = PushDevice(platform, token: token) else {
      throw .badPushToken.because("a token for iOS is 64 hexadecimal digits, others are not empty")
    }
    return device
  }

  /// - Throws: ``Fault/badPushToken``, ``Fault/badRequest``.
  static func devices(_ json: JSON) throws(Fault) -> [PushDevice] {
    guard case .array(let elements) = json else {
      throw .badRequest.because("tokens is no array")
    }
    var devices: [PushDevice] = []
    for element in elements { devices.append(try device(element)) }
    return devices
  }

  /// - Throws: ``Fault/badRequest`` where it is missing, empty or no string.
  static func user(_ json: JSON?) throws(Fault) -> String {
    guard let user = json?.string, !user.isEmpty else {
      throw .badRequest.because("the body lacks the user, a string")
    }
    return user
  }

  /// - Throws: ``Fault/badRequest``.
  static func users(_ json: JSON) throws(Fault) -> [String] {
    guard case .array(let elements) = json else { throw .badRequest.because("users is no array") }
    var users: [String] = []
    for element in elements { users.append(try user(element)) }
    return users
  }

  /// - Throws: ``Fault/badRequest``.
  static func payload(_ json: JSON?) throws(Fault) -> PushPayload {
    guard case .object(let pairs) = json else {
      throw .badRequest.because("the body lacks the payload, an object")
    }
    return PushPayload(pairs)
  }
}
