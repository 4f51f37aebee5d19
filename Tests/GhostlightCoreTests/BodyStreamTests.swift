import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Body streams` {
  /// An executor that accepts no work.
  private struct Full: WorkExecutor {
    func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool { false }
  }

  /// A body that is waited for, and counts its cancellations.
  private final class Awaited: AwaitedBodySource {
    let cancels = Mutex(0)

    func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
      completion(.success([7]))
    }

    func cancel() { cancels.withLock { $0 += 1 } }
  }

  private func pulled(
    _ stream: BodyStream, by executor: any WorkExecutor = ImmediateExecutor()
  ) -> Result<[UInt8]?, BodyInterruption>? {
    let result = Mutex<Result<[UInt8]?, BodyInterruption>?>(nil)
    stream.pull(by: executor) { piece in result.withLock { $0 = piece } }
    return result.withLock { $0 }
  }

  @Test func `a computed body is read piece by piece until its end or its cancellation`() throws {
    let stream = BodyStream(Repeated(count: 2))
    #expect(try stream.next() == [0x61, 0x62])
    #expect(pulled(stream) == .success([0x61, 0x62]))
    #expect(pulled(stream) == .success(nil))
    let cancelled = BodyStream(Repeated(count: 2))
    cancelled.cancel()
    #expect(pulled(cancelled) == .success(nil))
    #expect(
      pulled(BodyStream(Repeated(count: 2)), by: Full())
        == .failure(BodyInterruption("too much work waits already")))
  }

  @Test func `an awaited body is not read at once, and is cancelled with its last owner`() {
    let source = Awaited()
    do {
      let stream = BodyStream(awaiting: source)
      #expect(throws: BodyInterruption("the body has to be waited for")) { try stream.next() }
      #expect(pulled(stream, by: Full()) == .success([7]))
      #expect(stream == stream)
      #expect(stream != BodyStream(Repeated(count: 1)))
      #expect(source.cancels.withLock { $0 } == 0)
      stream.cancel()
      #expect(source.cancels.withLock { $0 } == 1)
    }
    #expect(source.cancels.withLock { $0 } == 2)
  }

  @Test(
    arguments: [
      (.truncated(bytes: 3), false, 4), (.truncated(bytes: 4), false, 6),
      (.truncated(bytes: -1), false, 2), (.truncated(bytes: 3), true, 10),
      (.malformedChunk, false, 2), (.malformedChunk, true, 10), (.whole, false, 10),
      (.dribble(bytes: 1, pauseMilliseconds: 1), false, 10), (.reset, false, 10),
    ] as [(Delivery, Bool, Int)])
  func `a stream is read as far as its delivery needs, unless a length is announced`(
    _ delivery: Delivery, _ hasLength: Bool, _ count: Int
  ) async {
    for isAsync in [false, true] {
      var response = Response(.ok)
      response.stream = BodyStream(Repeated(count: 5))
      response.delivery = delivery
      if hasLength { response.headers[.contentLength] = "10" }
      let whole =
        if isAsync { try? await response.reading(bodyBytes: 10) } else { response.collected() }
      #expect(whole?.body.count == count)
      #expect(whole?.stream == nil)
      #expect(whole?.delivery == delivery)
    }
  }

  @Test(arguments: [(9, false), (10, true), (11, true)])
  func `a stream is collected up to the limit`(_ limit: Int, _ fits: Bool) {
    var response = Response(.ok)
    response.stream = BodyStream(Repeated(count: 5))
    let whole = response.collected(bodyBytes: limit)
    #expect(whole.status == (fits ? .ok : .badGateway))
    let reason = "the response's body has more than \(limit) bytes, the limit for a body in memory"
    #expect(whole.upstreamFailure == (fits ? nil : reason))
    #expect(Response(.gone, body: [1]).collected(bodyBytes: 0) == Response(.gone, body: [1]))
  }

  @Test func `a changed response keeps its way of waiting and cancelling`() async {
    let cancels = Mutex(0)
    for waits in [false, true] {
      let deferred = DeferredResponse(
        waits: waits, begin: { _, completion in completion(Response(.ok)) },
        cancel: { cancels.withLock { $0 += 1 } })
      let changed = deferred.map { Response($0.status, body: [1]) }
      #expect(changed.waits == waits)
      #expect(await changed.response() == Response(.ok, body: [1]))
      changed.cancel()
    }
    #expect(cancels.withLock { $0 } == 2)
    #expect(DeferredResponse.task { Response(.ok) }.waits)
  }

  @Test func `work that is added after the response still runs`() async {
    let executors = Mutex<(any WorkExecutor)?>(nil)
    let deferred = DeferredResponse { executor, completion in
      executors.withLock { $0 = executor }
      _ = executor.execute(for: "a") { completion(Response(.ok)) }
    }
    #expect(await deferred.response() == Response(.ok))
    let executor = executors.withLock { $0 }
    await withCheckedContinuation { continuation in
      #expect(executor?.execute(for: "a") { continuation.resume() } == true)
    }
  }
}
