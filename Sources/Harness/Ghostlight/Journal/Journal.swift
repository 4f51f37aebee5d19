public import GhostlightCore
public import GhostlightEmulation
public import GhostlightRecording
import Synchronization

/// The latest exchanges of a namespace, oldest first, in a ring buffer.
struct Journal: Sendable {
  private var entries: [JournalEntry] = []
  /// The index of the oldest entry; greater than 0 only after the ring buffer was full.
  private var start = 0
  private var bytes = 0
  private let capacity: Int
  private let byteCapacity: Int
  /// The counter of this journal's bytes, which also counts towards the limit of all journals
  /// together.
  private let share: JournalBytes.Share
  /// The number of the latest exchange, from which the next exchange gets its number.
  private(set) var count = 0

  init(capacity: Int, byteCapacity: Int, of all: JournalBytes) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
    share = JournalBytes.Share(of: all)
  }

  /// Returns a new number for the next exchange.
  mutating func reserve() -> Int {
    count += 1
    return count
  }

  /// Adds an entry in the order of the entries' numbers, and removes the oldest entries if the
  /// journal is full.
  mutating func append(_ entry: consuming JournalEntry) {
    let newest = entries.isEmpty ? nil : entries[start == 0 ? entries.count - 1 : start - 1].number
    if let newest, newest > entry.number { return insert(entry) }
    let size = entry.byteCount
    if entries.count < capacity {
      bytes += size
      share.add(size + JournalBytes.entryBytes)
      entries.append(entry)
    } else {
      let change = size - entries[start].byteCount
      bytes += change
      share.add(change)
      entries[start] = entry
      start = start + 1 == capacity ? 0 : start + 1
    }
    if bytes > byteCapacity { dropOldest(downTo: byteCapacity / 2) }
  }

  /// All entries, oldest first.
  var all: [JournalEntry] { Array(entries[start...] + entries[..<start]) }

  /// Removes all entries; later exchanges continue the numbering.
  ///
  /// - Returns: The removed entries. The caller frees them after releasing the lock.
  mutating func clear() -> [JournalEntry] {
    share.add(-(bytes + entries.count * JournalBytes.entryBytes))
    defer { (entries, start, bytes) = ([], 0, 0) }
    return entries
  }

  /// Inserts an entry before entries of later exchanges, which finished earlier.
  ///
  /// This is rare: it happens only if the exchange took long.
  private mutating func insert(_ entry: JournalEntry) {
    var kept = all
    let place = kept.firstIndex { $0.number > entry.number } ?? kept.endIndex
    guard place > 0 || kept.count < capacity else { return }
    kept.insert(entry, at: place)
    replaceEntries(with: kept.suffix(capacity))
    if bytes > byteCapacity { dropOldest(downTo: byteCapacity / 2) }
  }

  /// Removes the oldest entries until at most `limit` bytes are left.
  ///
  /// It is called rarely, because bodies are small; each call therefore frees half of the capacity.
  private mutating func dropOldest(downTo limit: Int) {
    var kept = all[...]
    var rest = bytes
    while rest > limit, kept.count > 1, let oldest = kept.popFirst() { rest -= oldest.byteCount }
    replaceEntries(with: kept)
  }

  /// Replaces all entries and updates the byte counts.
  private mutating func replaceEntries(with kept: ArraySlice<JournalEntry>) {
    let size = kept.reduce(0) { $0 + $1.byteCount }
    share.add(size - bytes + (kept.count - entries.count) * JournalBytes.entryBytes)
    (entries, start, bytes) = (Array(kept), 0, size)
  }
}

/// One exchange in the journal of a namespace.
///
/// Read the entries from ``Namespace/journal`` to see which requests an app sent, which responses
/// it got and how the emulator processed the requests. An entry is a value and does not change
/// later. Use ``exchange`` to store it in a recording.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace()
/// for entry in namespace.journal where entry.answer.effect == .refused {
///   print(entry.request.target, entry.answer.response.status)
/// }
/// ```
public struct JournalEntry: Sendable {
  /// The number of the exchange in its namespace, from 1.
  public let number: Int
  /// The name of the emulator that got the request.
  public let emulator: String
  /// The time of the exchange on the namespace's clock, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The request as the emulator got it.
  public let request: Request
  /// The response, with the route that served the request and the effect on the state.
  ///
  /// If the body was streamed, it is not included; see ``isStreamed``.
  public let answer: Answer
  /// The number of the fault plan that was applied, or `nil` if there was none.
  public var fault: Int?
  /// The reason why the fault plan could not damage the response, or `nil`.
  package var idleFaultReason: String?
  /// The real time that the emulator needed for the response, in nanoseconds, including the time
  /// spent waiting for other exchanges.
  public let nanoseconds: Int64
  /// Whether the response body was streamed, so that ``answer`` does not contain it.
  public let isStreamed: Bool

  init(
    number: Int, emulator: String, milliseconds: Int64, request: Request, answer: Answer,
    fault: Int?, nanoseconds: Int64
  ) {
    self.nanoseconds = nanoseconds
    self.number = number
    self.emulator = emulator
    self.milliseconds = milliseconds
    self.request = request
    self.fault = fault
    isStreamed = answer.response.stream != nil
    guard isStreamed else {
      self.answer = answer
      return
    }
    var kept = answer
    kept.response.stream = nil
    self.answer = kept
  }

  /// The number of bytes of this entry that count towards the journal's limit.
  var byteCount: Int {
    request.body.count + answer.response.body.count + request.target.raw.utf8.count
  }
}

extension JournalEntry {
  /// The method and the target of the request.
  package var line: String { "\(request.method.rawValue) \(request.target.raw)" }

  /// The miss of an exchange for which a recording or a contract has no response; the response has
  /// the reason.
  package var miss: ServiceMiss {
    ServiceMiss(answer.response.json?["error"]?.string ?? line, nearest: answer.nearMisses)
  }

  /// The exchange in the format of recordings.
  ///
  /// The members `_number`, `_emulator`, `_route`, `_effect` and `_fault` contain data for which
  /// HAR has no member. `_streamed` marks a response without its body.
  public var exchange: RecordedExchange {
    var notes: JSONObject = [
      "_number": .integer(Int64(number)),
      "_emulator": .string(emulator),
      "_route": answer.route.map(JSON.string) ?? .null,
      "_effect": .string(answer.effect.rawValue),
      "_fault": fault.map { .integer(Int64($0)) } ?? .null,
    ]
    if isStreamed { notes["_streamed"] = true }
    return RecordedExchange(
      request, answer.response, startedMilliseconds: milliseconds,
      durationMilliseconds: Double(answer.response.delayMilliseconds), notes: notes)
  }
}

/// A counter of the bytes in the journals of all namespaces of a stage.
final class JournalBytes: Sendable {
  /// The estimated number of additional bytes for each entry: its fields, names and numbers.
  static let entryBytes = 1024

  private let limit: Int
  private let total = Atomic(0)
  private let isTrimming = Atomic(false)

  init(limit: Int) { self.limit = limit }

  var count: Int { total.load(ordering: .relaxed) }

  var isOver: Bool { count > limit }

  /// Calls `drop` until a quarter of the limit is free.
  ///
  /// If another thread is already trimming the journals, it does nothing.
  ///
  /// - Parameter drop: Removes some entries, and returns `false` if there were none to remove.
  func trim(_ drop: () -> Bool) {
    guard isOver, !isTrimming.exchange(true, ordering: .acquiring) else { return }
    while count > limit - limit / 4, drop() {}
    isTrimming.store(false, ordering: .releasing)
  }

  /// A counter of the bytes in one journal, which are subtracted from the total when the journal is
  /// freed.
  final class Share: Sendable {
    private let all: JournalBytes
    private let held = Atomic(0)

    init(of all: JournalBytes) { self.all = all }

    deinit { all.total.subtract(held.load(ordering: .relaxed), ordering: .relaxed) }

    /// Adds bytes to the journal's counter and the total; a negative number subtracts bytes.
    func add(_ bytes: Int) {
      held.add(bytes, ordering: .relaxed)
      all.total.add(bytes, ordering: .relaxed)
    }
  }
}

extension Namespace {
  /// A recording of all exchanges in the journal.
  public var recording: Recording { recording(of: nil) }

  /// Returns a recording of the exchanges in the journal, optionally limited to one emulator or to
  /// some journal numbers.
  ///
  /// It does not contain TLS handshakes that a listener refused, because they have no request.
  public func recording(of emulator: String?, numbers: Set<Int>? = nil) -> Recording {
    let entries = journal.filter { entry in
      (emulator == nil || entry.emulator == emulator) && numbers?.contains(entry.number) ?? true
        && entry.request.method != .tlsHandshake
    }
    return Recording(
      entries.map(\.exchange), comment: "Recorded from Ghostlight's own emulators.")
  }
}
