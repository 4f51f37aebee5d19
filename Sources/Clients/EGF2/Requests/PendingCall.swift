import Dispatch
import Foundation
import GhostlightClient
import Synchronization

/// A call that is ready to go: its arguments are read, nothing is sent.
struct PendingCall<Value: Deliverable>: Sendable {
  typealias Work = nonisolated(nonsending) @Sendable () async throws(NSError) -> Answer<Value>

  let graph: EGF2Graph
  let work: Work

  /// Starts the call and tells what it brought on the callback queue, once, with its
  /// notifications around.
  ///
  /// The block need not be `@Sendable`: it is handed to the queue here, and waits there for the
  /// result.
  func deliver(_ completion: @escaping (Result<Value.Built, NSError>) -> Void) {
    let slot = ResultSlot<Answer<Value>>()
    let arrival = DispatchGroup()
    arrival.enter()
    let graph = graph
    let delivery = DispatchWorkItem {
      switch slot.take() {
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

  /// Makes the call and answers what it brought; notifications are posted on the callback queue.
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

/// Where one thread leaves the result of a call for another.
final class ResultSlot<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, NSError>?>(nil)

  func put(_ value: Result<Value, NSError>) { result.withLock { $0 = value } }

  func take() -> Result<Value, NSError>? { result.withLock { $0 } }
}

extension PendingCall where Value == ObjectRecord {
  /// Starts the call and tells the object.
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
  /// Starts the call and tells the objects with the number of all.
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
  /// Starts the call and tells that it is done.
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
  /// Starts the call and tells the answer; false where there is none.
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
  /// A call of this graph.
  func call<Value: Deliverable>(
    _ work: @escaping PendingCall<Value>.Work
  ) -> PendingCall<Value> {
    PendingCall(graph: self, work: work)
  }
}

/// What a call brought, and what is to be made known.
struct Answer<Value: Sendable>: Sendable {
  var value: Value
  var events: [GraphEvent]

  /// Creates an answer with its notifications; `nil` stands for one that the WebSocket has caused.
  init(_ value: Value, _ events: GraphEvent?...) {
    self.value = value
    self.events = events.compactMap { $0 }
  }
}

/// What can cross threads, and becomes what an app gets once it has arrived.
protocol Deliverable: Sendable {
  associatedtype Built
  /// What the app gets, made anew each time.
  func built() -> Built
}

/// The result of a call that has none.
struct Done: Deliverable {
  func built() {}
}

/// Whether something was found.
struct Finding: Deliverable {
  let isPositive: Bool

  func built() -> Bool { isPositive }
}
