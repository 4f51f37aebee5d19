import Foundation
import StackMob
import Synchronization

/// The blocks of one call, and what they were given, as text.
final class Blocks: Sendable {
  private let state = Mutex(
    (received: [String](), waiting: CheckedContinuation<String, Never>?.none))

  /// What was received so far.
  var received: [String] { state.withLock { $0.received } }

  /// Waits for the first text received from now on.
  func next(_ start: () -> Void) async -> String {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting = continuation }
      start()
    }
  }

  func receive(_ text: String) {
    let waiting = state.withLock { state in
      state.received.append(text)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: text)
  }

  /// Receives the members of a result, or only some of them.
  func result(_ keys: String...) -> SMResultSuccessBlock {
    { result in self.receive(Self.text(of: result, keys)) }
  }

  /// Receives the members of an object, or only some of them, and the schema.
  func object(_ keys: String...) -> SMDataStoreSuccessBlock {
    { object, schema in self.receive("\(schema) \(Self.text(of: object, keys))") }
  }

  /// Receives domain and code of an error.
  var failure: SMFailureBlock {
    { error in self.receive(Self.text(of: error)) }
  }

  /// Receives the error, the object and the schema.
  var objectFailure: SMDataStoreFailureBlock {
    { error, object, schema in
      self.receive(
        "\(Self.text(of: error)) \(object.map { Self.text(of: $0, []) } ?? "-") \(schema ?? "-")")
    }
  }

  /// Receives the error, the id and the schema.
  var idFailure: SMDataStoreObjectIdFailureBlock {
    { error, id, schema in self.receive("\(Self.text(of: error)) \(id ?? "-") \(schema ?? "-")") }
  }

  static func text(of error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code)"
  }

  static func text(of members: [AnyHashable: Any], _ keys: [String]) -> String {
    let chosen = keys.isEmpty ? members : members.filter { keys.contains("\($0.key)") }
    return chosen.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
  }
}
