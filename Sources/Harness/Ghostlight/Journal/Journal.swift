public import GhostlightCore
public import GhostlightEmulation
public import GhostlightRecording
import Synchronization

/// The latest exchanges of a namespace, oldest first; the oldest go when it is full.
struct Journal: Sendable {
  private var entries: [JournalEntry] = []
  /// Where the oldest entry is, once the ring is full.
  private var start = 0
  private var bytes = 0
  private let capacity: Int
  private let byteCapacity: Int
  /// What it holds of that which all journals may hold together.
  private let share: JournalBytes.Share
  /// How many exchanges there were in all; each has its number from here.
  private(set) var count = 0

  init(capacity: Int, byteCapacity: Int, of all: JournalBytes) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
    share = JournalBytes.Share(of: all)
  }

  /// The number of the next exchange.
  mutating func reserve() -> Int {
    count += 1
    return count
  }

  /// Keeps an entry at the place of its number.
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

  /// All that is kept, oldest first.
  var all: [JournalEntry] { Array(entries[start...] + entries[..<start]) }

  /// Gives all entries up; the numbers go on.
  ///
  /// - Returns: The entries, to be freed under no lock.
  mutating func clear() -> [JournalEntry] {
    share.add(-(bytes + entries.count * JournalBytes.entryBytes))
    defer { (entries, start, bytes) = ([], 0, 0) }
    return entries
  }

  /// Rare: the exchange took long, and others overtook it.
  private mutating func insert(_ entry: JournalEntry) {
    var kept = all
    let place = kept.firstIndex { $0.number > entry.number } ?? kept.endIndex
    guard place > 0 || kept.count < capacity else { return }
    kept.insert(entry, at: place)
    keep(kept.suffix(capacity))
    if bytes > byteCapacity { dropOldest(downTo: byteCapacity / 2) }
  }

  /// Rare: bodies are small, so what does not fit goes in one step of half the bytes.
  private mutating func dropOldest(downTo limit: Int) {
    var kept = all[...]
    var rest = bytes
    while rest > limit, kept.count > 1, let oldest = kept.popFirst() { rest -= oldest.byteCount }
    keep(kept)
  }

  /// Holds these entries in place of what it held.
  private mutating func keep(_ kept: ArraySlice<JournalEntry>) {
    let size = kept.reduce(0) { $0 + $1.byteCount }
    share.add(size - bytes + (kept.count - entries.count) * JournalBytes.entryBytes)
    (entries, start, bytes) = (Array(kept), 0, size)
  }
}

/// One exchange that a namespace has seen.
public struct JournalEntry: Sendable {
  /// The number of the exchange in its namespace, from 1.
  public let number: Int
  /// The emulator that answered.
  public let emulator: String
  /// The namespace's time, in milliseconds since 1970.
  public let milliseconds: Int64
  /// What came.
  public let request: Request
  /// What went, with the route and its effect; of a body that was streamed the part before.
  public let answer: Answer
  /// The number of the fault plan that was injected.
  public var fault: Int?
  /// How long the emulator worked, with its wait for others, in real nanoseconds.
  public let nanoseconds: Int64
  /// Whether a body was streamed, which is not kept.
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

  /// How many bytes count against the journal's limit.
  var byteCount: Int {
    request.body.count + answer.response.body.count + request.target.raw.utf8.count
  }
}

extension JournalEntry {
  /// The exchange as recordings hold it.
  ///
  /// What a HAR file cannot say of it stands in the notes `_number`, `_emulator`, `_route`,
  /// `_effect` and `_fault`, and `_streamed` where the body is not there.
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

/// What the journals of all namespaces of a stage hold together.
final class JournalBytes: Sendable {
  /// What an entry costs beside its bytes: fields, names, numbers.
  static let entryBytes = 1024

  private let limit: Int
  private let total = Atomic(0)
  private let isTrimming = Atomic(false)

  init(limit: Int) { self.limit = limit }

  /// All that is held now.
  var count: Int { total.load(ordering: .relaxed) }

  /// More is held than may be.
  var isOver: Bool { count > limit }

  /// Lets one caller at a time drop entries until a quarter of the limit is free.
  ///
  /// - Parameter drop: Drops some of what is held and answers whether there may be more to drop.
  func trim(_ drop: () -> Bool) {
    guard isOver, !isTrimming.exchange(true, ordering: .acquiring) else { return }
    while count > limit - limit / 4, drop() {}
    isTrimming.store(false, ordering: .releasing)
  }

  /// What one journal holds of it; given back when the journal goes.
  final class Share: Sendable {
    private let all: JournalBytes
    private let held = Atomic(0)

    init(of all: JournalBytes) { self.all = all }

    deinit { all.total.subtract(held.load(ordering: .relaxed), ordering: .relaxed) }

    /// An entry is held, or no longer.
    func add(_ bytes: Int) {
      held.add(bytes, ordering: .relaxed)
      all.total.add(bytes, ordering: .relaxed)
    }
  }
}

extension Namespace {
  /// The exchanges that the journal keeps, as a recording.
  public var recording: Recording { recording(of: nil) }

  /// The exchanges that the journal keeps of one emulator, or of all; of some numbers, or of all.
  public func recording(of emulator: String?, numbers: Set<Int>? = nil) -> Recording {
    let entries = journal.filter { entry in
      (emulator == nil || entry.emulator == emulator) && numbers?.contains(entry.number) ?? true
    }
    return Recording(
      entries.map(\.exchange), comment: "Recorded from Ghostlight's own emulators.")
  }
}
