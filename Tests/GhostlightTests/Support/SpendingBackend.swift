import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// The rest of a body that cannot be computed, after bytes that can.
private struct TornBody: BodySource {
  static var response: Response {
    var response = Response(.ok, body: Array("first".utf8))
    response.stream = BodyStream(TornBody())
    return response
  }

  mutating func next() throws(BodyInterruption) -> [UInt8]? {
    throw BodyInterruption("the rest is lost")
  }
}

/// A backend whose routes spend the number of units in the request's query, and call a test's hook
/// during their work.
struct SpendingBackend: Backend {
  static let snapshotVersion = 1

  var catalogue: BackendCatalogue { BackendCatalogue() }
  private(set) var values: [String] = []
  let outbox = Outbox()
  /// The hook that an exchange calls if it works with more than the quick budget; all copies of the
  /// backend share it.
  let hook: Hook

  /// A closure that is called once, while an exchange works.
  final class Hook: Sendable {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)
    private let count = Atomic(0)
    private let completed = Atomic(0)

    /// The number of times that a backend has worked with more than the quick budget.
    var runs: Int { count.load(ordering: .relaxed) }

    /// The number of times that such work was not cancelled.
    var completedRuns: Int { completed.load(ordering: .relaxed) }

    /// Sets the closure to call during the next exchange.
    func once(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

    fileprivate func complete() { completed.wrappingAdd(1, ordering: .relaxed) }

    fileprivate func run() {
      count.wrappingAdd(1, ordering: .relaxed)
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    }
  }

  init(_ hook: Hook = Hook()) { self.hook = hook }

  var events: [BackendEvent] { [BackendEvent(topic: "/values", text: "\(values)")] }

  var snapshot: JSON { .array(values.map(JSON.string)) }

  mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    values = snapshot.array?.compactMap(\.string) ?? []
  }

  func route(of request: Request) -> String? { request.target.path }

  /// Returns whether the method is `POST`, so that `GET /sneaky` changes state unexpectedly.
  func changes(_ request: Request) -> Bool { request.method == .post }

  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    var moment = moment
    do throws(Fault) {
      let cost = request.target.queryItems?.first { $0.name == "cost" }?.value.flatMap { Int($0) }
      try budget.spend(cost ?? 1)
      if let cost, cost > 2_000 { hook.run() }
      try budget.check()
      if let cost, cost > 2_000 { hook.complete() }
    } catch {
      return Answer(
        .json(error.status, ["error": .string(error.name)]), route: request.target.path,
        effect: .refused)
    }
    if request.target.path == "/torn" {
      return Answer(TornBody.response, route: "/torn", effect: .read)
    }
    guard request.method == .post || request.target.path == "/sneaky" else {
      return Answer(.json(.ok, snapshot), route: request.target.path, effect: .read)
    }
    values.append(String(decoding: request.body, as: UTF8.self))
    return Answer(
      .json(.created, ["id": .string(moment.draw(.uuid, named: "value")), "all": snapshot]),
      route: request.target.path, effect: .changed)
  }

  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    hook.run()
    guard state == "value exists" else { throw ProviderStateError("no \(state)") }
    values.append(parameters["text"]?.string ?? "")
    return ["count": .integer(Int64(values.count))]
  }
}
