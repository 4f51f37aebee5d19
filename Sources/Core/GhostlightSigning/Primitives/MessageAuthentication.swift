/// Message authentication codes (HMAC) with a shared key.
///
/// - Source: RFC 2104.
package enum MessageAuthentication {
  /// Returns the HMAC-SHA1 of a message, 20 bytes.
  package static func sha1(key: [UInt8], message: [UInt8]) -> [UInt8] {
    code(SHA1.self, key: key, message: message)
  }

  /// Returns the HMAC-SHA256 of a message, 32 bytes.
  package static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    code(SHA256.self, key: key, message: message)
  }

  private static func code<Hash: SecureHash>(
    _ hash: Hash.Type, key: [UInt8], message: [UInt8]
  ) -> [UInt8] {
    HashedKey<Hash>(key).code(of: message)
  }

  /// An HMAC-SHA1 key for many messages; the blocks that depend only on the key are hashed once.
  package struct SHA1Key: Sendable, Hashable {
    private let key: HashedKey<SHA1>

    /// Creates a key from the UTF-8 bytes of a string.
    package init(_ key: String) { self.key = HashedKey(Array(key.utf8)) }

    /// Returns the HMAC-SHA1 of a message, in base64.
    func base64(of message: UnsafeRawBufferPointer) -> String {
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA1.size) { code in
        if let base = code.baseAddress { key.code(of: message, in: base) }
        return Base64.encode(UnsafeBufferPointer(code))
      }
    }
  }

  /// An HMAC-SHA256 key for many messages; the blocks that depend only on the key are hashed once.
  package struct SHA256Key: Sendable {
    private let key: HashedKey<SHA256>

    package init(_ key: [UInt8]) { self.key = HashedKey(key) }

    /// Returns the HMAC-SHA256 of a message, 32 bytes.
    package func code(of message: [UInt8]) -> [UInt8] { key.code(of: message) }
  }

  /// The states of the inner and outer hash after their first block, which depends only on the key.
  private struct HashedKey<Hash: SecureHash>: Sendable, Hashable {
    private let inner: Hash
    private let outer: Hash

    init(_ key: [UInt8]) {
      let key = key.count > 64 ? Hash.digest(key) : key
      inner = Self.after(key, 0x36)
      outer = Self.after(key, 0x5C)
    }

    func code(of message: [UInt8]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: Hash.size) { code, written in
        guard let base = code.baseAddress else { return }
        message.withUnsafeBytes { self.code(of: $0, in: base) }
        written = Hash.size
      }
    }

    func code(of message: UnsafeRawBufferPointer, in code: UnsafeMutableRawPointer) {
      inner.digest(message, after: 64, in: code)
      outer.digest(UnsafeRawBufferPointer(start: code, count: Hash.size), after: 64, in: code)
    }

    /// Returns the hash state after a block of 64 bytes: `key`, filled up with zeros, with each
    /// byte XORed with `pad`.
    private static func after(_ key: [UInt8], _ pad: UInt8) -> Hash {
      var state = Hash()
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { block in
        block.initialize(repeating: pad)
        for index in key.indices { block[index] = key[index] ^ pad }
        if let base = block.baseAddress { state.compress(base) }
      }
      return state
    }
  }
}

/// Compares secrets in a time that is independent of their first difference.
package enum ConstantTime {
  /// Returns whether both byte arrays are equal; the time depends only on their lengths.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { equal(left, $0) } }
  }

  /// Returns whether both strings have the same bytes; the time depends only on their lengths.
  package static func equal(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { equal(left, $0) } }
  }

  private static func equal(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}

/// A salted SHA-256 hash of a password, so that a snapshot does not contain the password.
package struct SaltedHash: Sendable, Hashable {
  package let salt: String
  /// The hash of salt and password, 32 bytes.
  package let hash: [UInt8]

  package init(_ password: String, salt: String) {
    self.init(salt: salt, hash: Self.hash(password, salt))
  }

  /// Creates a value from a stored salt and hash.
  package init(salt: String, hash: [UInt8]) {
    self.salt = salt
    self.hash = hash
  }

  /// Returns whether a password has this hash; compares in constant time.
  package func matches(_ password: String) -> Bool {
    ConstantTime.equal(hash, Self.hash(password, salt))
  }

  private static func hash(_ password: String, _ salt: String) -> [UInt8] {
    MessageAuthentication.sha256(key: Array(salt.utf8), message: Array(password.utf8))
  }
}

/// Base64 with the standard alphabet and padding.
///
/// - Source: RFC 4648, section 4.
package enum Base64 {
  /// Returns the bytes in base64, as a string.
  package static func encode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { encode($0) }
  }

  /// Returns the bytes in base64, as ASCII bytes.
  package static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { bytes in
      [UInt8](unsafeUninitializedCapacity: size(of: bytes)) { encoded, written in
        written = encode(bytes, to: encoded)
      }
    }
  }

  /// Returns the bytes in base64, as a string.
  static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: size(of: bytes)) { encode(bytes, to: $0) }
  }

  /// Returns the number of base64 characters that the bytes need.
  private static func size(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    (bytes.count + 2) / 3 * 4
  }

  /// - Returns: The number of base64 characters written.
  private static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, to encoded: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    alphabet.withUnsafeBufferPointer { alphabet in
      var index = 0
      var place = 0
      while index < bytes.count {
        let left = bytes.count - index
        let second = left > 1 ? bytes[index + 1] : 0
        let third = left > 2 ? bytes[index + 2] : 0
        encoded[place] = alphabet[Int(bytes[index] >> 2)]
        encoded[place + 1] = alphabet[Int((bytes[index] & 0x03) << 4 | second >> 4)]
        encoded[place + 2] = left > 1 ? alphabet[Int((second & 0x0F) << 2 | third >> 6)] : padding
        encoded[place + 3] = left > 2 ? alphabet[Int(third & 0x3F)] : padding
        index += 3
        place += 4
      }
      return place
    }
  }

  /// Decodes base64 strictly; returns `nil` if the string is not valid.
  ///
  /// Each byte array has exactly one valid encoding. White space, other characters, missing or
  /// extra padding, and unused bits that are set are invalid.
  package static func decode(_ text: String) -> [UInt8]? {
    decode(Array(text.utf8))
  }

  /// Decodes base64 that is given as ASCII bytes; returns `nil` if it is invalid.
  package static func decode(_ symbols: [UInt8]) -> [UInt8]? {
    symbols.withUnsafeBufferPointer { symbols in
      guard symbols.count.isMultiple(of: 4) else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(symbols.count / 4 * 3)
      var start = 0
      while start < symbols.count {
        let group = UnsafeBufferPointer(rebasing: symbols[start..<start + 4])
        start += 4
        guard append(group, mayBePadded: start == symbols.count, to: &bytes) else { return nil }
      }
      return bytes
    }
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  private static func append(
    _ group: UnsafeBufferPointer<UInt8>, mayBePadded: Bool, to bytes: inout [UInt8]
  ) -> Bool {
    var count = 4
    while count > 2, group[count - 1] == padding { count -= 1 }
    guard mayBePadded || count == 4 else { return false }
    var bits: UInt32 = 0
    for position in 0..<count {
      guard let value = value(of: group[position]) else { return false }
      bits = bits << 6 | value
    }
    bits <<= UInt32(6 * (4 - count))
    let unused: UInt32 = count == 4 ? 0 : count == 3 ? 0xFF : 0xFFFF
    guard bits & unused == 0 else { return false }
    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
    if count > 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
    if count > 3 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
    return true
  }

  /// Returns the six bits of a base64 character; `nil` for padding and all other characters.
  package static func value(of symbol: UInt8) -> UInt32? {
    switch symbol {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(symbol - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(symbol - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(symbol - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

/// Base64 with the URL-safe alphabet, without padding.
///
/// - Source: RFC 7515, section 2.
package enum Base64URL {
  /// Returns the bytes in base64url, as a string.
  package static func encode(_ bytes: [UInt8]) -> String {
    String(
      decoding: Base64.encodedBytes(bytes).filter { $0 != UInt8(ascii: "=") }.map {
        switch $0 {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: $0
        }
      }, as: UTF8.self)
  }

  /// Returns the decoded bytes, or `nil` if the string is padded or uses a different alphabet.
  package static func decode(_ text: String) -> [UInt8]? {
    var symbols: [UInt8] = []
    for symbol in text.utf8 {
      switch symbol {
      case UInt8(ascii: "-"): symbols.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): symbols.append(UInt8(ascii: "/"))
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      default: symbols.append(symbol)
      }
    }
    while !symbols.count.isMultiple(of: 4) { symbols.append(UInt8(ascii: "=")) }
    return Base64.decode(String(decoding: symbols, as: UTF8.self))
  }
}
