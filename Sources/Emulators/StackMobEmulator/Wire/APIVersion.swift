import GhostlightCore
import HTTPTypes

/// `Accept: application/vnd.stackmob+json; version=N` (A2).
enum APIVersion {
  private static let name = Array("version".utf8)

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// The version a request asks for; 0 where it names none (A25).
  static func read(_ headers: HTTPFields) -> Int {
    guard var accept = headers.value(of: .accept) else { return 0 }
    return accept.withUTF8 { utf8 in
      var rest = utf8[...]
      while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
        rest = rest[(semicolon + 1)...]
        if let digits = version(rest.prefix { $0 != UInt8(ascii: ";") }) {
          return number(digits)
        }
      }
      return 0
    }
  }

  /// What stands behind `version=`, or `nil` where the parameter is another.
  private static func version(_ parameter: Bytes) -> Bytes? {
    guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
      trimmed(parameter[..<equals]).elementsEqual(name)
    else { return nil }
    return trimmed(parameter[(equals + 1)...])
  }

  private static func trimmed(_ text: Bytes) -> Bytes {
    var rest = text
    while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
    while let last = rest.last, last == 32 || last == 9 { rest.removeLast() }
    return rest
  }

  /// The number that the digits stand for; 0 for anything else and for one that is too large.
  private static func number(_ digits: Bytes) -> Int {
    var number = 0
    for digit in digits {
      guard (48...57).contains(digit), number < 100_000_000 else { return 0 }
      number = number * 10 + Int(digit - 48)
    }
    return number
  }
}
