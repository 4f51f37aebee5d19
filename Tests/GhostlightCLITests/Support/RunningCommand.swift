import Dispatch
import Foundation
import TestSupport

/// A process of the command line, with its standard output to be read line by line.
final class RunningCommand {
  private let process: Process
  private let output: FileHandle
  private let folder: TemporaryFolder
  private let ended = DispatchSemaphore(value: 0)
  private var pending = Data()

  /// Starts the binary, or another program; `GHOSTLIGHT_URL` is only there where `environment` has
  /// it.
  init(
    _ arguments: [String], of program: URL? = GhostlightBinary.url,
    environment: [String: String] = [:]
  ) throws {
    guard let program else { throw TestError("there is no ghostlight beside the tests") }
    folder = try TemporaryFolder()
    try folder.write("", to: "stderr")
    let process = Process()
    self.process = process
    process.executableURL = program
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["GHOSTLIGHT_URL"] = nil
    variables["XDG_CACHE_HOME"] = folder["cache"]
    process.environment = variables.merging(environment) { _, new in new }
    process.standardInput = FileHandle.nullDevice
    let errors = FileHandle(forWritingAtPath: folder["stderr"])
    process.standardError = errors
    process.terminationHandler = { [ended] _ in ended.signal() }
    output = try Spawning.alone {
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      return output.fileHandleForReading
    }
    // The child has its own; the system keeps a Process, and what it was given, for long.
    try errors?.close()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? output.close()
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
      guard let more = read() else { return nil }
      pending += more
    }
  }

  /// What standard output has next; `nil` at its end.
  ///
  /// A program that is silent for two minutes is killed: its test fails then, and holds no thread
  /// for ever.
  private func read() -> Data? {
    var descriptor = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 120_000) != 0 else {
      send(SIGKILL)
      return nil
    }
    let more = output.availableData
    return more.isEmpty ? nil : more
  }

  /// Waits for the end, and takes what was not read yet.
  func end() throws -> CommandResult {
    while let more = read() { pending += more }
    ended.wait()
    let status = process.terminationStatus
    return CommandResult(
      code: process.terminationReason == .uncaughtSignal ? 128 + status : status,
      output: String(decoding: pending, as: UTF8.self), errors: try folder.read("stderr"))
  }
}
