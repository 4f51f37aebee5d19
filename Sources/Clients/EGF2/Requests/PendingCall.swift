import Dispatch
import Foundation
import GhostlightClient

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
  func deliver(_ tell: @escaping (Result<Value.Built, NSError>) -> Void) {
    let slot = ResultSlot<Answer<Value>>()
    let arrival = DispatchGroup()
    arrival.enter()
    let center = graph.environment.notificationCenter
    let telling = DispatchWorkItem {
      switch slot.take() {
      case .success(let answer):
        let built = answer.value.built()
        for news in answer.news where news.comesFirst { news.post(to: center, about: built) }
        tell(.success(built))
        for news in answer.news where !news.comesFirst { news.post(to: center, about: built) }
      case .failure(let error): tell(.failure(error))
      case nil: break
      }
    }
    arrival.notify(queue: graph.environment.callbackQueue, work: telling)
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
    let center = graph.environment.notificationCenter
    if !answer.news.isEmpty {
      graph.environment.callbackQueue.async {
        for news in answer.news { news.post(to: center, about: answer.value.built()) }
      }
    }
    return answer.value.built()
  }
}
