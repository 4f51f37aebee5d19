import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Serves `GET events`: the events of a namespace, as server-sent events.
///
/// With a sequence number in `?after=` or `Last-Event-ID`, the stream starts after that exchange;
/// otherwise it starts with the next event. If there are 100 readers already, the response is 503.
///
/// - Source: HTML Standard, section 9.2, "Server-sent events".
extension ControlAPI {
  static func events(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let name = try control.namespaceName()
    let last = call.request.headers[HTTPField.Name.lastEventID].flatMap { Int($0) }
    let wanted = try control.number("after")
    let after = last ?? wanted
    guard context.stage.watcherCount < EventStream.mostReaders else { throw .controlBusy }
    let stream = EventStream()
    do throws(NamespaceError) {
      let watching = try context.stage.watch(
        name, after: after, atMost: EventStream.capacity, stream.watcher)
      stream.begin(
        watching, in: name, after: after,
        greeting: [
          "version": .string(Version.current), "readOnly": .bool(context.isConsoleReadOnly),
        ])
    } catch {
      throw ControlCall.refusal(error.description)
    }
    var response = Response(.ok)
    response.headers[.contentType] = "text/event-stream; charset=utf-8"
    response.headers[.cacheControl] = "no-store"
    response.headers[.xContentTypeOptions] = "nosniff"
    response.stream = BodyStream(awaiting: stream)
    return response
  }
}

/// A response body that sends the events of a namespace to one reader and waits for the next ones.
///
/// Up to ``capacity`` events wait until the reader has received them. When there are more,
/// exchanges are dropped, and the reader is sent the number of dropped exchanges. Events are
/// printed without holding the lock.
final class EventStream: AwaitedBodySource {
  /// The maximum number of events that wait for a reader.
  static let capacity = 1000
  /// The maximum total number of bytes of the paths and reasons in waiting events.
  private static let mostBytes = 1 << 20
  /// The maximum number of readers; with full buffers all readers together use 100 MiB.
  static let mostReaders = 100
  /// The time between two keep-alive comments in a stream without events.
  private static let silence = Duration.seconds(15)

  fileprivate struct State {
    /// The text that is sent before the queued events.
    var head = ""
    var events: [StageEvent] = []
    var bytes = 0
    /// The number of exchanges that were dropped after the exchange number ``latest``.
    var missed = 0
    var latest = 0
    var isOver = false
    var isCancelled = false
    var isScheduled = false
    var hasSaidEnd = false
    var waiter: (executor: any WorkExecutor, completion: BodyStream.Completion)?
    var stop: (@Sendable () -> Void)?
    var heart: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// The subscriber that receives the events; it does not retain the stream.
  var watcher: StageSubscriber {
    StageSubscriber(
      receive: { [weak self] event in self?.receive(event) },
      end: { [weak self] in self?.finish() })
  }

  /// Queues the greeting and the exchanges after sequence number `after`.
  func begin(
    _ watching: Stage.Subscription, in namespace: String, after: Int?, greeting: JSONObject,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    var hello: JSONObject = [
      "namespace": .string(namespace), "last": .integer(Int64(watching.latest)),
    ]
    for member in greeting { hello[member.key] = member.value }
    var head = EventText.print("hello", .object(hello))
    if watching.lost > 0 {
      head += EventText.missed(watching.lost, after: after ?? 0)
    }
    for summary in watching.missed { head += EventText.print(.exchange(summary)) }
    let heart = Task { [weak self] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: Self.silence) } catch { return }
        guard let self else { return }
        beat()
      }
    }
    let isCancelled = state.withLock { state in
      state.head = head
      state.latest = watching.latest
      (state.stop, state.heart) = (watching.stop, heart)
      return state.isCancelled
    }
    if isCancelled { cancel() } else { wake() }
  }

  private func receive(_ event: StageEvent) {
    let isNews = state.withLock { state in
      guard !state.isOver, !state.isCancelled else { return false }
      if case .change = event, state.events.contains(event) { return false }
      let size = event.byteCount
      if state.events.count >= Self.capacity || state.bytes + size > Self.mostBytes {
        state.missed += state.events.count { $0.isExchange }
        state.events.removeAll { $0.isExchange }
        state.bytes = 0
      }
      state.events.append(event)
      state.bytes += size
      return true
    }
    if isNews { wake() }
  }

  private func finish() {
    state.withLock { $0.isOver = true }
    wake()
  }

  /// Queues a keep-alive comment, so that the reader knows that the connection is open.
  private func beat() {
    state.withLock { state in
      if state.waiter != nil, !state.isScheduled, state.head.isEmpty { state.head = ": alive\n\n" }
    }
    wake()
  }

  /// Schedules the sending of queued events if the reader waits for them.
  private func wake() {
    let executor = state.withLock { state -> (any WorkExecutor)? in
      guard let waiter = state.waiter, !state.isScheduled, state.hasNews else { return nil }
      state.isScheduled = true
      return waiter.executor
    }
    guard let executor else { return }
    let isTaken = executor.execute(for: "events") { self.handOut() }
    // If the executor's queue is full, the next event or keep-alive comment tries again.
    if !isTaken { state.withLock { $0.isScheduled = false } }
  }

  private func handOut() {
    let (completion, batch) = state.withLock { state in
      state.isScheduled = false
      let completion = state.waiter?.completion
      state.waiter = nil
      return (completion, completion == nil ? nil : state.dequeue())
    }
    completion?(.success(batch.map { Array($0.text.utf8) }))
  }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    state.withLock { state in
      guard !state.isCancelled else { return }
      state.waiter = (executor, completion)
    }
    wake()
  }

  func cancel() {
    let (stop, heart) = state.withLock { state in
      state.isCancelled = true
      (state.waiter, state.events, state.head) = (nil, [], "")
      defer { (state.stop, state.heart) = (nil, nil) }
      return (state.stop, state.heart)
    }
    heart?.cancel()
    stop?()
  }
}

extension EventStream.State {
  /// The maximum number of events in a batch; a full batch has tens of kilobytes.
  private static let most = 128

  /// Whether there is something to send: events, a notice, or the end of the stream.
  fileprivate var hasNews: Bool { !head.isEmpty || !events.isEmpty || missed > 0 || isOver }

  /// Removes and returns the next batch; `nil` if the end of the stream was already sent.
  fileprivate mutating func dequeue() -> EventBatch? {
    var batch = EventBatch(
      head: head, missed: missed, after: latest, events: Array(events.prefix(Self.most)))
    events.removeFirst(batch.events.count)
    (head, missed) = ("", 0)
    for event in batch.events {
      bytes -= event.byteCount
      if case .exchange(let summary) = event { latest = max(latest, summary.number) }
    }
    if events.isEmpty, isOver, !hasSaidEnd {
      (batch.isLast, hasSaidEnd) = (true, true)
    }
    return batch.isEmpty ? nil : batch
  }
}

/// Events that are printed and sent together.
private struct EventBatch {
  let head: String
  let missed: Int
  let after: Int
  let events: [StageEvent]
  var isLast = false

  var isEmpty: Bool { head.isEmpty && missed == 0 && events.isEmpty && !isLast }

  var text: String {
    var text = head
    if missed > 0 { text += EventText.missed(missed, after: after) }
    for event in events { text += EventText.print(event) }
    if isLast { text += EventText.print("end", [:]) }
    return text
  }
}

/// Prints events in the format of server-sent events.
private enum EventText {
  static func print(_ event: StageEvent) -> String {
    switch event {
    case .exchange(let summary):
      "id: \(summary.number)\n" + print("request", .object(JournalDescription.brief(summary)))
    case .change(let subject, let emulator):
      print("change", .object(change(subject, emulator)))
    }
  }

  private static func change(_ subject: StageEvent.Subject, _ emulator: String?) -> JSONObject {
    var object: JSONObject = ["what": .string(subject.rawValue)]
    object["emulator"] = emulator.map(JSON.string)
    return object
  }

  static func missed(_ count: Int, after number: Int) -> String {
    print("missed", ["after": .integer(Int64(number)), "count": .integer(Int64(count))])
  }

  /// Prints an event; Ghostlight's JSON has no line feeds, which would end the `data` line.
  static func print(_ name: String, _ data: JSON) -> String {
    "event: \(name)\ndata: \(data.text())\n\n"
  }
}

extension StageEvent {
  fileprivate var isExchange: Bool {
    if case .exchange = self { true } else { false }
  }

  /// The approximate number of bytes that the event uses in a reader's buffer.
  fileprivate var byteCount: Int {
    guard case .exchange(let summary) = self else { return 0 }
    return summary.path.utf8.count + (summary.reason?.utf8.count ?? 0)
  }
}

extension HTTPField.Name {
  fileprivate static let lastEventID = known("Last-Event-ID")
}
