import Dispatch
import Foundation
import GhostlightClient
import Synchronization

/// A call that has copied its arguments, but has not sent a request yet.
struct PendingCall<Value: Deliverable>: Sendable {
  typealias Work = nonisolated(nonsending) @Sendable () async throws(NSError) -> CallResult<Value>

  let graph: EGF2Graph
  let work: Work

  /// Starts the call, and passes its result to the block once, on the callback queue.
  ///
  /// Notifications are posted there before or after the block.
  ///
  /// The block need not be `@Sendable`: it is enqueued on the caller's thread and waits in the
  /// queue for the result.
  func deliver(_ completion: @escaping (Result<Value.Built, NSError>) -> Void) {
    let slot = ResultSlot<CallResult<Value>>()
    let arrival = DispatchGroup()
    arrival.enter()
    let graph = graph
    let delivery = DispatchWorkItem {
      switch slot.get() {
      case .success(let answer):
        let built = answer.value.built()
        for event in answer.events where event.comesFirst { event.post(by: graph, about: built) }
        completion(.success(built))
        for event in answer.events where !event.comesFirst { event.post(by: graph, about: built) }
      case .failure(let error): completion(.failure(error))
      case nil: break
      }
    }
    arrival.notify(queue: graph.environment.callbackQueue, work: delivery)
    let work = work
    Task.begin {
      do throws(NSError) { slot.put(.success(try await work())) } catch {
        slot.put(.failure(error))
      }
      arrival.leave()
    }
  }

  /// Sends the call and returns its result.
  ///
  /// Notifications are posted on the callback queue.
  nonisolated(nonsending) func value() async throws -> sending Value.Built {
    let answer = try await work()
    if !answer.events.isEmpty {
      graph.environment.callbackQueue.async {
        for event in answer.events { event.post(by: graph, about: answer.value.built()) }
      }
    }
    return answer.value.built()
  }
}

/// Storage through which the call's thread passes its result to the callback queue.
final class ResultSlot<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, NSError>?>(nil)

  func put(_ value: Result<Value, NSError>) { result.withLock { $0 = value } }

  func get() -> Result<Value, NSError>? { result.withLock { $0 } }
}

extension PendingCall where Value == ObjectRecord {
  func deliver(to block: ObjectBlock?) {
    deliver { (result: Result<NSObject, NSError>) in
      switch result {
      case .success(let object): block?(object, nil)
      case .failure(let error): block?(nil, error)
      }
    }
  }
}

extension PendingCall where Value == PageRecord {
  func deliver(to block: ObjectsBlock?) {
    deliver { (result: Result<EGF2Page, NSError>) in
      switch result {
      case .success(let page): block?(page.objects, page.count, nil)
      case .failure(let error): block?(nil, 0, error)
      }
    }
  }
}

extension PendingCall where Value == Done {
  func deliver(to block: Completion?) {
    deliver { (result: Result<Void, NSError>) in
      switch result {
      case .success: block?(nil, nil)
      case .failure(let error): block?(nil, error)
      }
    }
  }
}

extension PendingCall where Value == Finding {
  /// Starts the call and passes its answer to the block; `false` after an error.
  func deliver(to block: @escaping (Bool, NSError?) -> Void) {
    deliver { (result: Result<Bool, NSError>) in
      switch result {
      case .success(let isPositive): block(isPositive, nil)
      case .failure(let error): block(false, error)
      }
    }
  }
}

extension EGF2Graph {
  func call<Value: Deliverable>(
    _ work: @escaping PendingCall<Value>.Work
  ) -> PendingCall<Value> {
    PendingCall(graph: self, work: work)
  }
}

/// The result of a call, and the notifications to post about it.
struct CallResult<Value: Sendable>: Sendable {
  var value: Value
  var events: [GraphEvent]

  /// Creates a result with its notifications.
  ///
  /// An event is `nil` if the WebSocket has already reported the change.
  init(_ value: Value, _ events: GraphEvent?...) {
    self.value = value
    self.events = events.compactMap { $0 }
  }
}

/// A result that can cross threads; the callback queue creates the app's objects from it.
protocol Deliverable: Sendable {
  associatedtype Built
  /// Creates the value that the app receives.
  ///
  /// Every call creates new objects.
  func built() -> Built
}

/// The result of a call that returns nothing.
struct Done: Deliverable {
  func built() {}
}

/// The result of a call that checks a condition, such as whether an object is on an edge.
struct Finding: Deliverable {
  let isPositive: Bool

  func built() -> Bool { isPositive }
}
