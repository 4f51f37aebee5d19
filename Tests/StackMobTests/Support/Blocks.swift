import Foundation
import StackMob
import Synchronization

/// The blocks for one call, which record the values that they get as strings.
final class Blocks: Sendable {
  private let state = Mutex(
    (received: [String](), waiting: CheckedContinuation<String, Never>?.none))

  var received: [String] { state.withLock { $0.received } }

  /// Runs `start` and returns the first string that a block records after that.
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

  /// Returns a block that records a result's members, or only those with the given keys.
  func result(_ keys: String...) -> SMResultSuccessBlock {
    { result in self.receive(Self.text(of: result, keys)) }
  }

  /// Returns a block that records the schema and an object's members, or only those with the given
  /// keys.
  func object(_ keys: String...) -> SMDataStoreSuccessBlock {
    { object, schema in self.receive("\(schema) \(Self.text(of: object, keys))") }
  }

  /// A block that records the domain and code of an error.
  var failure: SMFailureBlock {
    { error in self.receive(Self.text(of: error)) }
  }

  /// A block that records the error, the object and the schema.
  var objectFailure: SMDataStoreFailureBlock {
    { error, object, schema in
      self.receive(
        "\(Self.text(of: error)) \(object.map { Self.text(of: $0, []) } ?? "-") \(schema ?? "-")")
    }
  }

  /// A block that records the error, the ID and the schema.
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
