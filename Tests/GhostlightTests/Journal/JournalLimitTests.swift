import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import Testing

@testable import Ghostlight

@Suite struct `Limits of a journal` {
  /// Returns an entry that counts as a number of bytes, of which one is the target.
  private static func entry(_ number: Int, bytes: Int = 1) -> JournalEntry {
    let sent = (bytes - 1) / 2
    return JournalEntry(
      number: number, emulator: "notes", milliseconds: 0,
      request: Request(.get, "/", body: Array(repeating: 0, count: sent)),
      answer: Answer(
        Response(.ok, body: Array(repeating: 1, count: bytes - 1 - sent)), effect: .read),
      fault: nil, nanoseconds: 0)
  }

  private static func journal(
    _ capacity: Int, bytes: Int = .max, of all: JournalBytes = JournalBytes(limit: .max)
  ) -> Journal {
    Journal(capacity: capacity, byteCapacity: bytes, of: all)
  }

  @Test(arguments: 1...9)
  func `the newest entries are kept in order, around each turn of the ring`(_ count: Int) {
    let all = JournalBytes(limit: .max)
    var journal = Self.journal(3, of: all)
    for number in 1...count {
      #expect(journal.reserve() == number)
      journal.append(Self.entry(number, bytes: number))
    }
    let kept = Array(max(1, count - 2)...count)
    #expect(journal.all.map(\.number) == kept)
    #expect(journal.count == count)
    #expect(all.count == kept.reduce(0, +) + kept.count * 1024)
    #expect(Set(journal.clear().map(\.number)) == Set(kept))
    #expect(all.count == 0)
    #expect(journal.all.isEmpty)
    journal.append(Self.entry(count + 1, bytes: 5))
    #expect(journal.all.map(\.number) == [count + 1])
    #expect(all.count == 5 + 1024)
  }

  @Test(
    arguments: [
      ([2, 1], [1, 2]), ([1, 3, 2], [1, 2, 3]), ([1, 2, 4, 3], [2, 3, 4]),
      ([2, 3, 4, 1], [2, 3, 4]), ([1, 2, 3, 5, 4], [3, 4, 5]), ([3, 2, 1], [1, 2, 3]),
      ([4, 3, 2, 1], [2, 3, 4]), ([1, 2, 3, 4, 6, 5, 7], [5, 6, 7]),
    ] as [([Int], [Int])])
  func `an entry that ends late has its place by its number`(_ order: [Int], _ kept: [Int]) {
    let all = JournalBytes(limit: .max)
    var journal = Self.journal(3, of: all)
    for number in order { journal.append(Self.entry(number, bytes: number)) }
    #expect(journal.all.map(\.number) == kept)
    #expect(all.count == kept.reduce(0, +) + kept.count * 1024)
  }

  @Test(
    arguments: [
      ([5, 5], [1, 2]), ([5, 4, 1], [1, 2, 3]), ([5, 6], [2]), ([4, 4, 3], [3]),
      ([1, 1, 9], [3]), ([6, 1, 1, 3], [2, 3, 4]), ([11], [1]), ([11, 1], [2]), ([2, 11], [2]),
      ([3, 3, 3, 2], [3, 4]), ([6, 2, 2, 1], [2, 3, 4]),
    ] as [([Int], [Int])])
  func `beyond its bytes, a journal drops the oldest entries down to half`(
    _ sizes: [Int], _ kept: [Int]
  ) {
    let all = JournalBytes(limit: .max)
    var journal = Self.journal(9, bytes: 10, of: all)
    for (place, size) in sizes.enumerated() {
      journal.append(Self.entry(place + 1, bytes: size))
    }
    #expect(journal.all.map(\.number) == kept)
    #expect(all.count == kept.reduce(0) { $0 + sizes[$1 - 1] + 1024 })
  }

  @Test func `an entry that ends late counts its bytes too`() {
    var journal = Self.journal(9, bytes: 10)
    journal.append(Self.entry(2, bytes: 6))
    journal.append(Self.entry(1, bytes: 4))
    #expect(journal.all.map(\.number) == [1, 2])
    journal.append(Self.entry(4, bytes: 0 + 1))
    #expect(journal.all.map(\.number) == [4])
    journal.append(Self.entry(3, bytes: 10))
    #expect(journal.all.map(\.number) == [4])
  }

  @Test func `the bytes of an entry are its bodies and its target`() {
    var entry = Self.entry(1, bytes: 8)
    #expect(entry.byteCount == 8)
    entry = JournalEntry(
      number: 1, emulator: "notes", milliseconds: 0,
      request: Request(.get, "/abc?d=e", headers: [.accept: "a"], body: [1, 2]),
      answer: Answer(Response(.ok, headers: [.accept: "b"], body: [3]), effect: .read),
      fault: nil, nanoseconds: 0)
    #expect(entry.byteCount == 11)
  }

  @Test func `a journal that is freed no longer counts`() {
    let all = JournalBytes(limit: .max)
    do {
      var journal = Self.journal(3, of: all)
      journal.append(Self.entry(1))
      #expect(all.count == 1025)
    }
    #expect(all.count == 0)
  }

  @Test(arguments: [(100, 0, 100), (101, 3, 75), (400, 11, 75), (76, 0, 76)])
  func `journals above their shared limit drop entries down to three quarters`(
    _ bytes: Int, _ drops: Int, _ left: Int
  ) {
    let all = JournalBytes(limit: 100)
    let share = JournalBytes.Share(of: all)
    share.add(bytes)
    #expect(all.isOver == (bytes > 100))
    var count = 0
    all.trim {
      count += 1
      let step = min(10, all.count - left)
      share.add(-max(step, 0))
      return step > 0
    }
    #expect(all.count == left)
    #expect((count > 0) == (drops > 0))
    share.add(100)
    all.trim { false }
    #expect(all.count == left + 100)
  }

  @Test(arguments: [false, true])
  func `an entry is recorded with all that the journal notes`(_ isStreamed: Bool) {
    var response = Response(.created, headers: [.accept: "b"], body: [3])
    response.delayMilliseconds = 9
    if isStreamed { response.stream = BodyStream(awaiting: BodyOfTest()) }
    let request = Request(.put, "/a", headers: [.accept: "a"], body: [1])
    let entry = JournalEntry(
      number: 7, emulator: "notes", milliseconds: 5, request: request,
      answer: Answer(response, route: isStreamed ? nil : "Add", effect: .changed),
      fault: isStreamed ? 2 : nil, nanoseconds: 4)
    var kept = response
    kept.stream = nil
    var notes: JSONObject = [
      "_number": 7, "_emulator": "notes", "_route": isStreamed ? nil : "Add",
      "_effect": "changed", "_fault": isStreamed ? 2 : nil,
    ]
    if isStreamed { notes["_streamed"] = true }
    #expect(
      entry.exchange
        == RecordedExchange(
          request, kept, startedMilliseconds: 5, durationMilliseconds: 9, notes: notes))
    #expect(entry.exchange.notes.keys == notes.keys)
    #expect(entry.isStreamed == isStreamed)
    #expect(entry.line == "PUT /a")
    #expect(entry.nanoseconds == 4)
  }

  private final class BodyOfTest: AwaitedBodySource {
    func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {}
    func cancel() {}
  }
}

@Suite struct `Selections of a journal` {
  @Test func `a recording has the chosen emulator and the chosen numbers`() throws {
    let stage = Stage.notes()
    for emulator in ["notes", "other", "notes", "other"] { stage.add("x", by: emulator) }
    let space = try stage.namespace()
    let rows: [(String?, Set<Int>?, [Int64])] = [
      (nil, nil, [1, 2, 3, 4]), ("other", nil, [2, 4]), (nil, [2, 3, 9], [2, 3]),
      ("notes", [2, 3], [3]), ("notes", [], []), ("none", nil, []),
    ]
    for (emulator, numbers, found) in rows {
      let recording = space.recording(of: emulator, numbers: numbers)
      #expect(recording.exchanges.compactMap { $0.notes["_number"]?.integer } == found)
      #expect(recording.comment == "Recorded from Ghostlight's own emulators.")
    }
    #expect(space.recording == space.recording(of: nil))
  }

  @Test(
    arguments: [
      (nil, "/a/b", true), (.get, "/a/b", true), (.post, "/a/b", false), (nil, "/a/*", true),
      (nil, "/*/b", true), (nil, "/*/*", true), (nil, "/*", false), (nil, "/*/*/*", false),
      (nil, "/a/b/", false), (nil, "/a/c", false), (nil, "/a/B", false), (nil, "/a/b?c", false),
      (nil, "a/b", false),
    ] as [(HTTPRequest.Method?, String, Bool)])
  func `a pattern matches a method and a path of equally many segments`(
    _ method: HTTPRequest.Method?, _ path: String, _ matches: Bool
  ) {
    let pattern = RequestPattern(method, path)
    #expect(pattern.matches(Request(.get, "/a/b?c=d")) == matches)
    #expect(pattern.description == "\(method?.rawValue ?? "*") \(path)")
  }

  @Test func `a star does not match an empty segment, but an empty segment does`() {
    #expect(!RequestPattern(nil, "/a/*").matches(Request(.get, "/a/")))
    #expect(RequestPattern(nil, "/a/").matches(Request(.get, "/a/")))
  }

  @Test func `each short form has its method`() {
    let patterns: [RequestPattern] = [.get("/"), .post("/"), .put("/"), .patch("/"), .delete("/")]
    #expect(patterns.map(\.method) == [.get, .post, .put, .patch, .delete])
    #expect(patterns.allSatisfy { $0.path == "/" })
  }

  @Test func `the three nearest requests are listed, equally near ones by their text`() {
    let requests = ["/todo/1", "/todos", "/tod", "/toda", "/todos?x", "/other/path"].map {
      Request(.get, RequestTarget($0))
    }
    #expect(
      RequestPattern(.get, "/todo").nearest(among: requests)
        == ["GET /tod", "GET /toda", "GET /todos"])
    #expect(
      RequestPattern(.get, "/other/paths").nearest(among: requests).first == "GET /other/path")
    #expect(RequestPattern(nil, "/todos").nearest(among: [requests[1]]) == ["GET /todos"])
    #expect(RequestPattern(nil, "/todos").nearest(among: []) == [])
  }

  @Test func `requests are counted by pattern and emulator`() throws {
    let stage = Stage.notes()
    for emulator in ["notes", "other", "other"] { stage.add("x", by: emulator) }
    let space = try stage.namespace()
    #expect(space.requestCount(.post("/note")) == 3)
    #expect(space.requestCount(.post("/note"), emulator: "other") == 2)
    #expect(space.requestCount(.get("/note")) == 0)
  }
}
