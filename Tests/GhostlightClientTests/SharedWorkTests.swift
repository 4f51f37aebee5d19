import GhostlightClient
import Synchronization
import TestSupport
import Testing

@Suite struct `Shared work` {
  /// Work that runs until `open` is called or the work is cancelled.
  private final class Gate: Sendable {
    private let state = Mutex(
      (runs: 0, waiting: [CheckedContinuation<Void, Never>](), isOpen: false))

    var runs: Int { state.withLock { $0.runs } }

    func work() async -> Int {
      let run = state.withLock { state in
        state.runs += 1
        return state.runs
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOpen = state.withLock { state in
            if !state.isOpen { state.waiting.append(continuation) }
            return state.isOpen
          }
          if isOpen { continuation.resume() }
        }
      } onCancel: {
        open()
      }
      return run
    }

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  @Test func `shared work runs once, and again after its end`() async {
    let (gate, shared) = (Gate(), SharedWork<Int>())
    let values = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 {
        group.addTask { await shared.value { await gate.work() } }
      }
      group.addTask {
        while gate.runs == 0 { await Task.yield() }
        gate.open()
        return nil
      }
      return await group.reduce(into: Set<Int?>()) { $0.insert($1) }
    }
    #expect(values.contains(1))
    #expect(await shared.value { 7 } == 7)
  }

  @Test func `shared work is cancelled when its last caller is cancelled`() async {
    let (gate, shared) = (Gate(), SharedWork<Int>())
    let first = Task { await shared.value { await gate.work() } }
    while gate.runs == 0 { await Task.yield() }
    let second = Task { await shared.value { 2 } }
    second.cancel()
    #expect(await second.value == nil)
    first.cancel()
    #expect(await first.value == nil)
    #expect(await shared.value { 3 } == 3)
    #expect(gate.runs == 1)
  }

  @Test func `shared work does not start for a cancelled caller`() async {
    let shared = SharedWork<Int>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await shared.value { 1 }
    }
    #expect(await task.value == nil)
  }

  @Test func `the end of cancelled work does not end the work after it`() async {
    let shared = SharedWork<Int>()
    let (old, new) = (TestSupport.Gate(), TestSupport.Gate())
    let first = Task {
      await shared.value {
        await old.wait()
        return 1
      }
    }
    await old.someoneWaits()
    first.cancel()
    #expect(await first.value == nil)
    let second = Task {
      await shared.value {
        await new.wait()
        return 2
      }
    }
    await new.someoneWaits()
    old.open()
    for _ in 0..<1000 { await Task.yield() }
    new.open()
    #expect(await second.value == 2)
  }

  @Test func `work that one of two callers leaves continues for the other`() async {
    let shared = SharedWork<Bool>()
    let gate = TestSupport.Gate()
    let work: SharedWork<Bool>.Work = {
      await gate.wait()
      return Task.isCancelled
    }
    let first = Task { await shared.value(of: work) }
    await gate.someoneWaits()
    let second = Task { await shared.value(of: work) }
    for _ in 0..<1000 { await Task.yield() }
    first.cancel()
    #expect(await first.value == nil)
    gate.open()
    #expect(await second.value == false)
  }
}
