import Dispatch
import Foundation
import Synchronization

/// Four writers that send writes for all vendors to one server, until it is killed during a write.
final class WriterRound: Sendable {
  /// The events of a round, and the points at which they happen.
  struct Plan: Sendable {
    /// The number of acknowledged writes after which the disk becomes full; `nil` for never.
    var fullAfter: Int?
    /// The number of refused writes after which the disk is freed, or the server is killed if
    /// ``diesFull``.
    var refusals = 6
    /// Whether the server is killed while the disk is full; otherwise it is killed after as many
    /// refused writes again.
    var diesFull = false
    /// The number of acknowledged writes after which the server is killed.
    var limit: Int
  }

  private struct State {
    var sent: [Note] = []
    var acknowledged: [Note] = []
    var refused: [Note] = []
    var surprises: [String] = []
  }

  private enum Deed { case nothing, free, kill }

  private let state = Mutex(State())
  private let round: Int
  private let stackMob: Int
  private let control: Int
  private let target: pid_t
  private let disk: SmallDisk.Control
  private let plan: Plan

  init(
    _ round: Int, _ server: RunningServer, _ disk: SmallDisk.Control, _ plan: Plan
  ) throws {
    guard let stackMob = URL(string: server.stackMob)?.port,
      let control = URL(string: server.control)?.port
    else { throw TestError("no StackMob") }
    (self.round, self.stackMob, self.control, self.disk) = (round, stackMob, control, disk)
    self.plan = plan
    target = server.command.identifier
  }

  var sent: [Note] { state.withLock { $0.sent } }
  var acknowledged: [Note] { state.withLock { $0.acknowledged } }
  var refused: [Note] { state.withLock { $0.refused } }
  /// The responses that neither acknowledge nor refuse a write, or that differ from 503 although an
  /// earlier write was refused.
  var surprises: [String] { state.withLock { $0.surprises } }

  /// Runs all writers until the server ends.
  func run() {
    let group = DispatchGroup()
    for writer in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        try? self.write(as: writer)
        group.leave()
      }
    }
    group.wait()
  }

  /// Writes notes: writers 0 and 1 to StackMob, the others as provider states of the other vendors.
  private func write(as writer: Int) throws {
    let isClient = writer < 2
    let connection = try KeepAliveConnection(port: isClient ? stackMob : control)
    for number in 0... {
      let note = Note(round: round, writer: writer, number: number)
      let isLate = state.withLock { state in
        state.sent.append(note)
        return !state.refused.isEmpty
      }
      let reply =
        isClient
        ? try connection.send("POST", "/note", note.json)
        : try connection.send("POST", "/__ghostlight/v1/states", note.state(writer + number))
      switch try enter(note, isLate ? 503 : isClient ? 201 : 200, reply) {
      case .nothing: break
      case .free:
        try disk.free()
        let reading = try connection.send(
          "GET", isClient ? "/note" : "/__ghostlight/v1/snapshot")
        if reading.status != 503 { state.withLock { $0.surprises.append("\(reading)") } }
      case .kill: kill(target, SIGKILL)
      }
    }
  }

  /// Counts a response, and returns the action that the plan requires next.
  ///
  /// The other writers wait while the disk is being filled, so that their next write fails.
  private func enter(_ note: Note, _ status: Int, _ reply: HTTPReply) throws -> Deed {
    try state.withLock { state in
      switch reply.status {
      case 503 where plan.fullAfter != nil:
        state.refused.append(note)
        if state.refused.count == plan.refusals { return plan.diesFull ? .kill : .free }
        return state.refused.count == 2 * plan.refusals ? .kill : .nothing
      case status:
        state.acknowledged.append(note)
        if state.acknowledged.count == plan.limit { return .kill }
        if state.acknowledged.count == plan.fullAfter { try disk.fill() }
        return .nothing
      default:
        state.surprises.append("\(reply.status) \(reply.body)")
        return .kill
      }
    }
  }
}
