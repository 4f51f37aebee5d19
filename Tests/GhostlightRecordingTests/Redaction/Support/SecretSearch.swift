import Foundation
import GhostlightCore
import GhostlightRecording
import TestSupport

/// The kind of characters and the length of a random secret.
enum SecretLook: CaseIterable {
  case hexadecimal, mixed, short, lowercase, uuid

  func secret(_ random: inout SeededNumbers) -> String {
    let mixed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    switch self {
    case .hexadecimal: return draw("0123456789abcdef", 32, &random) + "7"
    case .mixed: return draw(mixed, 24, &random) + "4"
    case .short: return draw(mixed, 12, &random) + "9"
    case .lowercase: return draw("abcdefghijklmnopqrstuvwxyz0123456789", 40, &random) + "1"
    case .uuid:
      return [8, 4, 4, 4, 12].map { draw("0123456789abcdef", $0, &random) }.joined(separator: "-")
    }
  }

  private func draw(_ alphabet: String, _ count: Int, _ random: inout SeededNumbers) -> String {
    let letters = Array(alphabet)
    return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "x" })
  }
}

/// Searches a file for a secret, including the contents of base64 strings.
enum SecretSearch {
  static func finds(_ secret: String, in document: HARDocument) -> Bool {
    finds(Array(secret.utf8), in: document.bytes, depth: 0)
  }

  private static func finds(_ secret: [UInt8], in bytes: [UInt8], depth: Int) -> Bool {
    let data = Data(bytes)
    // In UTF-16, ASCII characters are the same bytes, separated by zero bytes.
    if data.range(of: Data(secret)) != nil
      || data.range(of: Data(secret.flatMap { [0, $0] })) != nil
    {
      return true
    }
    guard depth < 2 else { return false }
    return bytes.split { !isBase64($0) }.contains { run in
      guard run.count >= 16 else { return false }
      let padded =
        String(decoding: run, as: UTF8.self)
        + String(repeating: "=", count: (4 - run.count % 4) % 4)
      let decoded = Data(base64Encoded: padded) ?? Data()
      return finds(secret, in: [UInt8](decoded), depth: depth + 1)
    }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "/")
  }
}
