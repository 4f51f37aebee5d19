import Dispatch
import Foundation
import Synchronization

/// Four writers at one server, until it is killed in the middle of their work.
final class WriterRound: Sendable {
  private struct State {
    var sent: [Note] = []
    var acknowledged: [Note] = []
    var surprises: [String] = []
  }

  private let state = Mutex(State())
  private let round: Int
  private let port: Int
  private let target: pid_t
  private let limit: Int

  /// Prepares a round whose server is killed with acknowledgement number `limit`.
  init(_ round: Int, _ server: RunningServer, limit: Int) throws {
    guard let port = URL(string: server.stackMob)?.port else { throw TestProblem("no StackMob") }
    self.round = round
    self.port = port
    self.limit = limit
    target = server.command.identifier
  }

  var sent: [Note] { state.withLock { $0.sent } }
  var acknowledged: [Note] { state.withLock { $0.acknowledged } }
  /// Answers other than 201.
  var surprises: [String] { state.withLock { $0.surprises } }

  /// Lets all writers write until the server is gone.
  func play() {
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

  private func write(as writer: Int) throws {
    let connection = try KeepAliveConnection(port: port)
    for number in 0... {
      let note = Note(round: round, writer: writer, number: number)
      state.withLock { $0.sent.append(note) }
      let reply = try connection.send("POST", "/note", note.json)
      let isLast = state.withLock { state in
        guard reply.status == 201 else {
          state.surprises.append("\(reply.status) \(reply.body)")
          return false
        }
        state.acknowledged.append(note)
        return state.acknowledged.count == limit
      }
      if isLast { kill(target, SIGKILL) }
      guard reply.status == 201 else { return }
    }
  }
}
