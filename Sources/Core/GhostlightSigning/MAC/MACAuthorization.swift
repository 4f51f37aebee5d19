public import GhostlightCore
import HTTPTypes

/// The attributes of an `Authorization` field with the scheme `MAC`.
///
/// - Source: StackMob A4.
package struct MACAuthorization: Sendable, Hashable {
  /// The client's access token.
  package var id: String
  /// The client's time in seconds, as the client sent it; the time is never checked.
  package var timestamp: String
  /// A string that the client chose; it contains no double quote.
  package var nonce: String
  /// The request's signature, in base64.
  package var mac: String

  /// Creates an authorization; no argument may contain a double quote.
  package init(id: String, timestamp: String, nonce: String, mac: String) {
    self.id = id
    self.timestamp = timestamp
    self.nonce = nonce
    self.mac = mac
  }

  /// Parses an `Authorization` value; attributes may be in any order, and unknown ones are ignored.
  ///
  /// - Throws: `otherScheme` for a scheme other than `MAC`, `malformed` if the syntax is invalid,
  ///   `repeated` if an attribute occurs twice, and `missing` if a required attribute is missing.
  package init(parsing field: String) throws(AuthorizationHeaderError) {
    let parts = try AuthorizationParts(field, scheme: "MAC")
    let id = try parts.required("id")
    let timestamp = try parts.required("ts")
    let nonce = try parts.required("nonce")
    self.init(id: id, timestamp: timestamp, nonce: nonce, mac: try parts.required("mac"))
  }

  /// The `Authorization` value, without spaces after commas.
  package var headerValue: String {
    let values = id.utf8.count + timestamp.utf8.count + nonce.utf8.count + mac.utf8.count
    // Everything except the four values has 31 bytes.
    return String(unsafeUninitializedCapacity: values + 31) { memory in
      var writer = TextWriter(memory)
      writer.write("MAC id=\"")
      writer.write(id)
      writer.write("\",ts=\"")
      writer.write(timestamp)
      writer.write("\",nonce=\"")
      writer.write(nonce)
      writer.write("\",mac=\"")
      writer.write(mac)
      writer.write("\"")
      return writer.count
    }
  }
}

/// The credentials from a StackMob login, with which a client signs its requests.
///
/// A login returns both parts, and a refresh replaces them. Sign a request with
/// `Request.signed(with:timestamp:nonce:)`.
///
/// ```swift
/// import Ghostlight
/// import GhostlightSigning
///
/// let session = MACCredentials(id: "access token", key: "mac key")
/// let request = Request(.get, "/todo").signed(with: session, timestamp: 1_371_040_000, nonce: "n1")
/// ```
///
/// - Source: StackMob A4.
public struct MACCredentials: Sendable, Hashable {
  /// The access token, which the client sends with each request.
  public var id: String
  /// The MAC key, which the client never sends; its UTF-8 bytes are the key, without any decoding.
  public var key: String { didSet { signingKey = MessageAuthentication.SHA1Key(key) } }
  /// The prepared form of ``key``, for fast signing.
  package private(set) var signingKey: MessageAuthentication.SHA1Key

  /// Creates credentials from the `access_token` and the `mac_key` of a login.
  public init(id: String, key: String) {
    self.id = id
    self.key = key
    signingKey = MessageAuthentication.SHA1Key(key)
  }
}

/// The string that a MAC covers: seven lines, of which the last one (`ext`) is always empty.
///
/// - Source: StackMob A4.
package struct MACNormalizedString: Sendable, Hashable {
  private let timestamp: String
  private let nonce: String
  private let method: String
  private let target: String
  private let host: String
  private let port: Int

  /// Creates the string; the method is converted to upper case, and all other parts are unchanged.
  package init(
    timestamp: String, nonce: String, method: String, target: String, host: String, port: Int
  ) {
    self.timestamp = timestamp
    self.nonce = nonce
    self.method = method
    self.target = target
    self.host = host
    self.port = port
  }

  /// The maximum size in bytes, including seven line feeds and up to 20 digits for the port.
  private var mostBytes: Int {
    timestamp.utf8.count + nonce.utf8.count + method.utf8.count + target.utf8.count
      + host.utf8.count + 7 + 20
  }

  /// - Returns: The number of bytes written.
  private func write(to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var writer = TextWriter(memory)
    writer.write(line: timestamp)
    writer.write(line: nonce)
    let start = writer.count
    writer.write(line: method)
    for place in start..<writer.count
    where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(memory[place]) {
      memory[place] &= 0xDF
    }
    writer.write(line: target)
    writer.write(line: host)
    writer.write(line: port)
    writer.endLine()
    return writer.count
  }

  /// The string to sign, which ends with two line feeds.
  package var text: String { String(unsafeUninitializedCapacity: mostBytes) { write(to: $0) } }

  /// Returns the MAC of the string, in base64.
  package func mac(key: MessageAuthentication.SHA1Key) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostBytes) { memory in
      let count = write(to: memory)
      return key.base64(of: UnsafeRawBufferPointer(start: memory.baseAddress, count: count))
    }
  }
}

/// Writes strings one after another into memory that has room for all of them.
private struct TextWriter {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes written.
  private(set) var count = 0

  init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  mutating func write(_ text: String) {
    guard text.utf8.withContiguousStorageIfAvailable({ write($0) }) == nil else { return }
    for byte in text.utf8 {
      memory[count] = byte
      count += 1
    }
  }

  mutating func write(line: String) {
    write(line)
    endLine()
  }

  mutating func write(line number: Int) {
    guard number >= 0 else { return write(line: String(number)) }
    var power = 1
    while number / power > 9 { power *= 10 }
    while power > 0 {
      memory[count] = UInt8(ascii: "0") + UInt8(number / power % 10)
      count += 1
      power /= 10
    }
    endLine()
  }

  mutating func endLine() {
    memory[count] = UInt8(ascii: "\n")
    count += 1
  }

  private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    count = memory[count...].initialize(fromContentsOf: bytes)
  }
}

/// The parts of a request that a MAC covers.
///
/// - Source: StackMob A4.
package struct MACRequest: Sendable, Hashable {
  /// The method of the request line, even if a header field overrides it.
  package var method: String
  /// The path and query exactly as in the request line, starting with `/`.
  package var target: String
  /// The host in the `Host` field, without the port.
  package var host: String
  /// The port in the `Host` field, or the scheme's default port.
  package var port: Int
  /// Further ports that a verifier accepts; for HTTPS, this is the port of the HTTP listener.
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

/// Signs requests in the same way as a StackMob client.
///
/// - Source: StackMob A4.
package enum MACSigner {
  /// Returns the signed authorization for a request.
  ///
  /// `timestamp` is in seconds since 1970. `nonce` may be any string without a double quote; the
  /// vendor's clients send `n` and a number up to 10000.
  package static func sign(
    _ request: MACRequest, with credentials: MACCredentials, timestamp: Int64, nonce: String
  ) -> MACAuthorization {
    let timestamp = String(timestamp)
    let string = MACNormalizedString(
      timestamp: timestamp, nonce: nonce, method: request.method, target: request.target,
      host: request.host, port: request.port)
    return MACAuthorization(
      id: credentials.id, timestamp: timestamp, nonce: nonce,
      mac: string.mac(key: credentials.signingKey))
  }
}

extension Request {
  /// Returns the request with an `Authorization` field that signs it in the same way as a StackMob
  /// client.
  ///
  /// The signature covers the current method, target, host and port. `timestamp` is in seconds
  /// since
  /// 1970. `nonce` is a string without a double quote; use a different one for each request.
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
    copy.set(.authorization, to: signature.headerValue)
    return copy
  }
}

/// Verifies the MAC of a request in the same way as the StackMob service.
///
/// - Source: StackMob A4, D49 and D46.
package enum MACVerifier {
  /// Compares a MAC with the expected ones: one for each string that a vendor's client may have
  /// signed.
  ///
  /// Neither the timestamp nor the nonce is checked, because the service did not check them. A
  /// mismatch shows the raw target with the request's own port.
  package static func verify(
    _ authorization: MACAuthorization, key: MessageAuthentication.SHA1Key, request: MACRequest
  ) -> SignatureVerdict {
    let theirs = authorization.mac
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
      SignatureMismatch(stringToSign: first.text, ours: ours, theirs: theirs))
  }

  private static func string(
    _ authorization: MACAuthorization, _ request: MACRequest, target: String, port: Int
  ) -> MACNormalizedString {
    MACNormalizedString(
      timestamp: authorization.timestamp, nonce: authorization.nonce, method: request.method,
      target: target, host: request.host, port: port)
  }
}

/// The forms of a request target that the vendor's clients sign.
///
/// - Source: StackMob A4, "Which URI text is signed differs by client".
package enum MACTarget {
  /// Returns the raw target and its decoded forms, most likely first, without duplicates.
  ///
  /// Forms that cannot be decoded because of invalid escapes are left out.
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

  /// Decodes a query, except for the escapes that the iOS client does not decode.
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
