import GhostlightCore

/// The texts that the vendor's clients sign in place of the request target.
///
/// - Source: protocol reference A4, "Which URI text is signed differs by client".
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
