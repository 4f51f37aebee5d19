import GhostlightCore
import GhostlightRecording

/// The recorded values that a request does not send, because fills replace them.
///
/// The response to the new request repeats the new values, so the promise must follow them.
struct FilledValues {
  /// The value that a response repeats in place of a recorded one.
  enum Replacement {
    case fixed(JSON)
    /// A value of a provider state, which is unknown.
    case unknown
  }

  /// The new values by the recorded ones; `nil` for the value of a provider state.
  private var values: [String: String?] = [:]
  private var names: Set<String> = []

  mutating func replace(_ recorded: String, with fill: ContractFill) {
    names.insert(fill.name.lowercased())
    add(recorded, fill.value)
  }

  /// Adds the segments of a recorded path that differ from those of the new path.
  mutating func replacePath(_ path: String, with fill: ContractFill) {
    let recorded = path.split(separator: "/").map(String.init)
    let new = fill.value.split(separator: "/").map(String.init)
    guard recorded.count == new.count else { return }
    for (old, new) in zip(recorded, new) {
      add(PercentEncoding.decode(old) ?? old, PercentEncoding.decode(new) ?? new)
    }
  }

  private mutating func add(_ recorded: String, _ new: String) {
    guard recorded != new, !recorded.isEmpty else { return }
    values[recorded] = .some(new.contains("${") ? nil : new)
  }

  /// Returns the replacement of a value in a response; `nil` if the value does not repeat a recorded
  /// one.
  ///
  /// Numbers and short strings must have the name of an identifier or of the fill, because they may
  /// be equal by chance. A string such as a URL may have the recorded value between its slashes.
  func replacement(for value: JSON, at place: PactPath) -> Replacement? {
    guard !values.isEmpty, let text = value.string ?? value.integer.map(String.init) else {
      return nil
    }
    if let new = values[text] {
      guard value.string != nil && text.utf8.count > 1 || isIdentifier(place) else { return nil }
      guard let new else { return .unknown }
      return .fixed(
        value.string == nil ? Int64(new).map(JSON.integer) ?? .string(new) : .string(new))
    }
    let segments = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard segments.count > 1, segments.contains(where: { values[$0] != nil }) else { return nil }
    let replaced = segments.map { values[$0] ?? $0 }
    guard !replaced.contains(nil) else { return .unknown }
    return .fixed(.string(replaced.compactMap(\.self).joined(separator: "/")))
  }

  private func isIdentifier(_ place: PactPath) -> Bool {
    guard case .member(let name)? = place.steps.last else { return false }
    return name.isIdentifier || names.contains(name.lowercased())
  }
}
