import Foundation
import Synchronization

/// Where one thread leaves the result of a call for another.
final class ResultSlot<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, NSError>?>(nil)

  func put(_ value: Result<Value, NSError>) { result.withLock { $0 = value } }

  func take() -> Result<Value, NSError>? { result.withLock { $0 } }
}
