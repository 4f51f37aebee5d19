/// The validator `email` (A8): stricter than the standard, and without upper case.
enum EmailAddress {
  /// Whether a text is an address: groups, `@`, a name or four numbers, perhaps a port.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    for group in split(Array(parts[0]), at: ".") {
      guard !group.isEmpty, group.allSatisfy(isLocal) else { return false }
    }
    let host = split(Array(parts[1]), at: ":")
    guard host.count <= 2 else { return false }
    if host.count == 2 {
      guard (1...5).contains(host[1].count), host[1].allSatisfy(isDigit) else { return false }
    }
    let labels = split(host[0], at: ".")
    return isAddress(labels) || isName(labels)
  }

  private static let endings = Set(
    "aero arpa biz com coop edu gov info int mil museum name net org pro travel mobi"
      .split(separator: " ").map { Array($0.utf8) })

  private static let localMarks = Set("-~!$%^&*_=+}{'?".utf8)

  private static func split(_ bytes: [UInt8], at separator: Unicode.Scalar) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// A dotted name whose last label is two letters or a known ending.
  private static func isName(_ labels: [[UInt8]]) -> Bool {
    guard labels.count > 1, let last = labels.last, labels[0].first != UInt8(ascii: "-") else {
      return false
    }
    for label in labels {
      guard !label.isEmpty, label.allSatisfy(isHost) else { return false }
    }
    return last.count == 2 && last.allSatisfy(isLetter) || endings.contains(last)
  }

  private static func isAddress(_ labels: [[UInt8]]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(isDigit) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || localMarks.contains(byte)
  }

  private static func isHost(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
