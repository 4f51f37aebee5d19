import Dispatch
import Foundation
import Synchronization

/// A process of the command line, with its standard output to be read line by line.
final class RunningCommand {
  private static let spawning = Mutex(())

  private let process = Process()
  private let output = Pipe()
  private let folder: TemporaryFolder
  private let ended = DispatchSemaphore(value: 0)
  private var pending = Data()

  /// Starts the binary; `GHOSTLIGHT_URL` is only there where `environment` has it.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    guard let binary = GhostlightBinary.url else {
      throw TestProblem("there is no ghostlight beside the tests")
    }
    folder = try TemporaryFolder()
    try folder.write("", to: "stderr")
    process.executableURL = binary
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["GHOSTLIGHT_URL"] = nil
    variables["XDG_CACHE_HOME"] = folder["cache"]
    process.environment = variables.merging(environment) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: folder["stderr"])
    process.terminationHandler = { [ended] _ in ended.signal() }
    // One at a time, so that no process inherits another's pipe.
    try Self.spawning.withLock { _ in try process.run() }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// To be sent signals by others.
  var identifier: pid_t { process.processIdentifier }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The next line of standard output; `nil` at its end.
  func line() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending = Data(pending[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      pending += more
    }
  }

  /// Waits for the end, and takes what was not read yet.
  func end() throws -> CommandResult {
    while true {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      pending += more
    }
    ended.wait()
    let status = process.terminationStatus
    return CommandResult(
      code: process.terminationReason == .uncaughtSignal ? 128 + status : status,
      output: String(decoding: pending, as: UTF8.self), errors: try folder.read("stderr"))
  }
}
