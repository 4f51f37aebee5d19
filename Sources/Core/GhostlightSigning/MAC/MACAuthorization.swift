public import GhostlightCore
import HTTPTypes

/// An `Authorization` header field of the scheme `MAC`.
///
/// - Source: StackMob A4.
package struct MACAuthorization: Sendable, Hashable {
  /// The access token.
  package var id: String
  /// The client's time as sent, in seconds; never checked.
  package var timestamp: String
  /// Any text without a double quote.
  package var nonce: String
  /// The signature, in base64.
  package var mac: String

  /// An authorization whose parts hold no double quote.
  package init(id: String, timestamp: String, nonce: String, mac: String) {
    self.id = id
    self.timestamp = timestamp
    self.nonce = nonce
    self.mac = mac
  }

  /// Reads a header field; attributes may come in any order, unknown ones are ignored.
  ///
  /// - Throws: `otherScheme`, `malformed`, `repeated`, `missing`.
  package init(parsing field: String) throws(AuthorizationHeaderError) {
    let header = try AuthorizationHeader(parsing: field, scheme: "MAC")
    id = try header.required("id")
    timestamp = try header.required("ts")
    nonce = try header.required("nonce")
    mac = try header.required("mac")
  }

  /// The header field's value, without spaces after commas.
  package var headerValue: String {
    var value = "MAC id=\""
    value.reserveCapacity(48 + id.utf8.count + nonce.utf8.count + mac.utf8.count)
    value += id
    value += "\",ts=\""
    value += timestamp
    value += "\",nonce=\""
    value += nonce
    value += "\",mac=\""
    value += mac
    value += "\""
    return value
  }
}

/// What a login hands out to sign requests with.
///
/// - Source: StackMob A4.
public struct MACCredentials: Sendable, Hashable {
  /// The access token, sent along.
  public var id: String
  /// The MAC key, never sent; its text is the key, it is not decoded.
  public var key: String

  /// Makes credentials of a login's `access_token` and `mac_key`.
  public init(id: String, key: String) {
    self.id = id
    self.key = key
  }
}

/// The text that a MAC is made of: seven lines, the last one (`ext`) always empty.
///
/// - Source: StackMob A4.
package struct MACNormalizedString: Sendable, Hashable {
  /// The text in UTF-8, ending in two line feeds.
  package let utf8: [UInt8]

  /// Joins the parts; the method is put in upper case, all else is taken as given.
  package init(
    timestamp: String, nonce: String, method: String, target: String, host: String, port: Int
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + nonce.utf8.count + target.utf8.count + host.utf8.count)
    Self.append(timestamp, to: &bytes)
    Self.append(nonce, to: &bytes)
    let start = bytes.count
    Self.append(method, to: &bytes)
    for place in start..<bytes.count
    where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[place]) {
      bytes[place] &= 0xDF
    }
    Self.append(target, to: &bytes)
    Self.append(host, to: &bytes)
    Self.append(String(port), to: &bytes)
    Self.append("", to: &bytes)
    utf8 = bytes
  }

  private static func append(_ line: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The text itself.
  package var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The MAC of the text in base64, in ASCII.
  package func mac(key: [UInt8]) -> [UInt8] {
    Base64.encodedBytes(MessageAuthentication.sha1(key: key, message: utf8))
  }
}

/// The parts of a request that a MAC covers.
///
/// - Source: StackMob A4.
package struct MACRequest: Sendable, Hashable {
  /// The method of the request line, also when a header field overrides it.
  package var method: String
  /// Path and query as in the request line, starting with `/`.
  package var target: String
  /// The name in the `Host` field, without port.
  package var host: String
  /// The port in the `Host` field, else the scheme's default port.
  package var port: Int
  /// Further ports that a verifier accepts: for https, the http listener's.
  package var alternatePorts: [Int]

  package init(
    method: String, target: String, host: String, port: Int, alternatePorts: [Int] = []
  ) {
    self.method = method
    self.target = target
    self.host = host
    self.port = port
    self.alternatePorts = alternatePorts
  }
}

/// Signs requests as a client does.
///
/// - Source: StackMob A4.
package enum MACSigner {
  /// The authorization of a request over its target, host and port as they are.
  ///
  /// The timestamp is in seconds since 1970; the nonce may be any text without a double quote, the
  /// vendor's clients send `n` and a number up to 10000.
  package static func sign(
    _ request: MACRequest, with credentials: MACCredentials, timestamp: Int64, nonce: String
  ) -> MACAuthorization {
    let string = MACNormalizedString(
      timestamp: String(timestamp), nonce: nonce, method: request.method, target: request.target,
      host: request.host, port: request.port)
    let mac = string.mac(key: Array(credentials.key.utf8))
    return MACAuthorization(
      id: credentials.id, timestamp: String(timestamp), nonce: nonce,
      mac: String(decoding: mac, as: UTF8.self))
  }
}

extension Request {
  /// The same request with an `Authorization` field that signs it as a StackMob client does.
  ///
  /// Covers method, target, host and port as they are now. The timestamp is in seconds since 1970;
  /// the nonce is any text without a double quote, another one for each request.
  ///
  /// - Source: StackMob A4.
  public func signed(
    with credentials: MACCredentials, timestamp: Int64, nonce: String
  ) -> Request {
    let authority = Authority(authority)
    let part = MACRequest(
      method: method.rawValue, target: target.raw, host: authority.host,
      port: authority.port(of: scheme))
    let signature = MACSigner.sign(part, with: credentials, timestamp: timestamp, nonce: nonce)
    var copy = self
    copy.headers[.authorization] = signature.headerValue
    return copy
  }
}

/// Checks the MAC of a request as a server does.
///
/// - Source: StackMob A4, D49 and D46.
package enum MACVerifier {
  /// Whether the key made the MAC, over any text that one of the vendor's clients would sign.
  ///
  /// Neither the timestamp nor the nonce is checked: the service did neither. A mismatch shows the
  /// raw target with the request's own port.
  package static func verify(
    _ authorization: MACAuthorization, key: String, request: MACRequest
  ) -> SignatureVerdict {
    let key = Array(key.utf8)
    let theirs = Array(authorization.mac.utf8)
    let first = string(authorization, request, target: request.target, port: request.port)
    let ours = first.mac(key: key)
    if ConstantTime.equal(ours, theirs) { return .valid }
    let targets = MACTarget.candidates(rawTarget: request.target)
    for port in [request.port] + request.alternatePorts {
      for target in targets {
        let other = string(authorization, request, target: target, port: port)
        if ConstantTime.equal(other.mac(key: key), theirs) { return .valid }
      }
    }
    return .invalid(
      SignatureMismatch(
        stringToSign: first.text, ours: String(decoding: ours, as: UTF8.self),
        theirs: authorization.mac))
  }

  private static func string(
    _ authorization: MACAuthorization, _ request: MACRequest, target: String, port: Int
  ) -> MACNormalizedString {
    MACNormalizedString(
      timestamp: authorization.timestamp, nonce: authorization.nonce, method: request.method,
      target: target, host: request.host, port: port)
  }
}

/// The texts that the vendor's clients sign in place of the request target.
///
/// - Source: StackMob A4, "Which URI text is signed differs by client".
package enum MACTarget {
  /// The raw target and its decoded forms, the most likely first, none twice.
  ///
  /// A form that needs the decoding of broken escapes is left out.
  package static func candidates(rawTarget: String) -> [String] {
    guard rawTarget.utf8.contains(UInt8(ascii: "%")) else { return [rawTarget] }
    let target = Array(rawTarget.utf8)
    let queryStart = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let rawPath = String(decoding: target[..<queryStart], as: UTF8.self)
    let rawQuery = String(decoding: target[queryStart...], as: UTF8.self)
    let path = PercentEncoding.decode(target[..<queryStart])
    let query = decodeQuery(target[queryStart...])
    var candidates = [rawTarget]
    for (path, query) in [(rawPath, query), (path, query), (path, rawQuery)] {
      guard let path, let query, !candidates.contains(path + query) else { continue }
      candidates.append(path + query)
    }
    return candidates
  }

  /// Decodes all escapes but those that the iOS client leaves alone, which stay as written.
  private static func decodeQuery(_ utf8: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var index = utf8.startIndex
    while index < utf8.endIndex {
      guard utf8[index] == UInt8(ascii: "%") else {
        bytes.append(utf8[index])
        index += 1
        continue
      }
      guard let byte = PercentEncoding.escapedByte(in: utf8, at: index) else { return nil }
      if staysEscaped.contains(byte) {
        bytes.append(contentsOf: utf8[index..<index + 3])
      } else {
        bytes.append(byte)
      }
      index += 3
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let staysEscaped = Array(":/.?&=;+!@#$()~ ".utf8)
}
