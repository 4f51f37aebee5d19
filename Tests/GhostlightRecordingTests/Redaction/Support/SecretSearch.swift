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

/// A file with the contents of its base64 strings, to be searched for secrets.
struct SecretSearch {
  private var texts: [Data] = []

  init(_ document: HARDocument) { read(document.bytes, depth: 0) }

  func finds(_ secret: String) -> Bool {
    let plain = Data(secret.utf8)
    // In UTF-16, ASCII characters are the same bytes, separated by zero bytes.
    let wide = Data(secret.utf8.flatMap { [0, $0] })
    return texts.contains { $0.range(of: plain) != nil || $0.range(of: wide) != nil }
  }

  private mutating func read(_ bytes: [UInt8], depth: Int) {
    texts.append(Data(bytes))
    guard depth < 2 else { return }
    for run in bytes.split(whereSeparator: { !Self.isBase64[Int($0)] }) where run.count >= 16 {
      let padded =
        String(decoding: run, as: UTF8.self)
        + String(repeating: "=", count: (4 - run.count % 4) % 4)
      if let decoded = Data(base64Encoded: padded) { read([UInt8](decoded), depth: depth + 1) }
    }
  }

  /// Whether each byte may be in a base64 string.
  private static let isBase64: [Bool] = {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    var table = [Bool](repeating: false, count: 256)
    for letter in letters.utf8 { table[Int(letter)] = true }
    return table
  }()
}
