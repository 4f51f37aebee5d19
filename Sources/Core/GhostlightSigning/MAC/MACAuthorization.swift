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
    let parts = try AuthorizationParts(field, scheme: "MAC")
    let id = try parts.required("id")
    let timestamp = try parts.required("ts")
    let nonce = try parts.required("nonce")
    self.init(id: id, timestamp: timestamp, nonce: nonce, mac: try parts.required("mac"))
  }

  /// The header field's value, without spaces after commas.
  package var headerValue: String {
    let values = id.utf8.count + timestamp.utf8.count + nonce.utf8.count + mac.utf8.count
    // What stands around the values has 31 bytes.
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

/// What a login hands out to sign requests with.
///
/// - Source: StackMob A4.
public struct MACCredentials: Sendable, Hashable {
  /// The access token, sent along.
  public var id: String
  /// The MAC key, never sent; its text is the key, it is not decoded.
  public var key: String { didSet { signingKey = MessageAuthentication.SHA1Key(key) } }
  /// ``key`` as signatures are made with it.
  package private(set) var signingKey: MessageAuthentication.SHA1Key

  /// Makes credentials of a login's `access_token` and `mac_key`.
  public init(id: String, key: String) {
    self.id = id
    self.key = key
    signingKey = MessageAuthentication.SHA1Key(key)
  }
}

/// The text that a MAC is made of: seven lines, the last one (`ext`) always empty.
///
/// - Source: StackMob A4.
package struct MACNormalizedString: Sendable, Hashable {
  private let timestamp: String
  private let nonce: String
  private let method: String
  private let target: String
  private let host: String
  private let port: Int

  /// Joins the parts; the method is put in upper case, all else is taken as given.
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

  /// The most bytes that the text may have: seven ends of lines, and the digits of any number.
  private var mostBytes: Int {
    timestamp.utf8.count + nonce.utf8.count + method.utf8.count + target.utf8.count
      + host.utf8.count + 7 + 20
  }

  /// - Returns: How many bytes were written.
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

  /// The text itself, which ends in two line feeds.
  package var text: String { String(unsafeUninitializedCapacity: mostBytes) { write(to: $0) } }

  /// The MAC of the text in base64.
  package func mac(key: MessageAuthentication.SHA1Key) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostBytes) { memory in
      let count = write(to: memory)
      return key.base64(of: UnsafeRawBufferPointer(start: memory.baseAddress, count: count))
    }
  }
}

/// Writes texts one behind the other into memory that has room for all of them.
private struct TextWriter {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// How many bytes are written.
  private(set) var count = 0

  init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  mutating func write(_ text: String) {
    guard text.utf8.withContiguousStorageIfAvailable({ write($0) }) == nil else { return }
    for byte in text.utf8 {
      memory[count] = byte
      count += 1
    }
  }

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { write($0) }
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
    copy.set(.authorization, to: signature.headerValue)
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
