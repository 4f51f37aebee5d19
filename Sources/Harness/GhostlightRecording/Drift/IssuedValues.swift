import GhostlightCore
import HTTPTypes

/// Follows the values that backends issue, so that login, use and delete compare.
///
/// Two backends hand out different ids and tokens. Where the expected and the actual response have
/// different strings in the same place, the pair is a candidate, unless a client had sent the
/// expected string before: then it was not issued. Where a later request holds the expected string,
/// as a whole or as a word of its path, query, header fields, JSON or form, the pair is confirmed
/// and the actual string goes to the actual backend. A confirmed pair is no drift.
///
/// Only what looks issued is followed: no white space, and a digit or at least 16 bytes. Integers
/// are not, nor words within bodies that are neither JSON nor forms. A signature over a rewritten
/// request no longer holds: sign again behind the rewriting.
struct IssuedValues: Sendable {
  private var candidates: [String: String] = [:]
  private var sent: Set<String> = []
  /// The pairs that later requests confirmed.
  private(set) var confirmed: [String: String] = [:]

  /// Beyond so many strings nothing new is learned.
  private static let mostStrings = 200_000

  /// Notes the strings that two responses to the same request have in the same places.
  mutating func learn(expected: Response, actual: Response) {
    guard candidates.count < Self.mostStrings else { return }
    for field in expected.headers where !DriftMask.standardHeaders.contains(field.name) {
      guard let other = actual.headers.value(of: field.name) else { continue }
      IssuedWords.pair(field.value, other) { learn($0, $1) }
    }
    guard let expected = expected.json, let actual = actual.json else { return }
    learn(expected, actual)
  }

  private mutating func learn(_ expected: JSON, _ actual: JSON) {
    switch (expected, actual) {
    case (.string(let expected), .string(let actual)):
      IssuedWords.pair(expected, actual) { learn($0, $1) }
    case (.object(let expected), .object(let actual)):
      for member in expected {
        if let value = actual[member.key] { learn(member.value, value) }
      }
    case (.array(let expected), .array(let actual)):
      for (expected, actual) in zip(expected, actual) { learn(expected, actual) }
    default:
      break
    }
  }

  private mutating func learn(_ expected: String, _ actual: String) {
    guard expected != actual, Self.looksIssued(expected), Self.looksIssued(actual),
      !sent.contains(expected)
    else { return }
    candidates[expected] = actual
  }

  private static func looksIssued(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.contains { $0 <= 0x20 }
      && (bytes.count >= 16 || bytes.contains { (0x30...0x39).contains($0) })
  }

  /// The text as the actual backend would have it, by what is confirmed.
  func translated(_ text: String) -> String {
    IssuedWords.rewrite(text) { confirmed[$0] } ?? text
  }

  /// Puts the actual backend's values into a text of a request; `nil` where there is none.
  mutating func rewrite(_ text: String) -> String? {
    IssuedWords.rewrite(text) { word in
      if let actual = candidates[word] {
        confirmed[word] = actual
        return actual
      }
      if sent.count < Self.mostStrings { sent.insert(word) }
      return nil
    }
  }
}
