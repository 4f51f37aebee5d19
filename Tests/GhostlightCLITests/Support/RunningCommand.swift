import Foundation
import TestSupport

/// A running `ghostlight` process, whose standard output is read line by line.
final class RunningCommand {
  private let process: ChildProcess
  private let folder: TemporaryFolder
  private var pending = Data()

  /// Starts the `ghostlight` binary or another program.
  ///
  /// `GHOSTLIGHT_URL` and `GHOSTLIGHT_CONTROL_TOKEN` are set only if `environment` contains them.
  init(
    _ arguments: [String], of program: URL? = GhostlightBinary.url,
    environment: [String: String] = [:]
  ) throws {
    guard let program else { throw TestError("there is no ghostlight beside the tests") }
    folder = try TemporaryFolder()
    try folder.write("", to: "stderr")
    var variables = ProcessInfo.processInfo.environment
    variables["GHOSTLIGHT_URL"] = nil
    variables["GHOSTLIGHT_CONTROL_TOKEN"] = nil
    variables["XDG_CACHE_HOME"] = folder["cache"]
    process = try ChildProcess(
      program, arguments, environment: variables.merging(environment) { _, new in new },
      errors: folder["stderr"])
  }

  /// The process identifier, for sending signals.
  var identifier: pid_t { process.identifier }

  func send(_ signal: Int32) { process.send(signal) }

  /// Returns the next line of standard output; `nil` at the end of the output.
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

  /// Returns the next bytes of standard output; `nil` at the end of the output.
  ///
  /// A program without output for two minutes is killed, so that its test fails instead of blocking
  /// a thread forever.
  private func read() -> Data? {
    guard let output = process.output else { return nil }
    var descriptor = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 120_000) != 0 else {
      send(SIGKILL)
      return nil
    }
    let more = output.availableData
    return more.isEmpty ? nil : more
  }

  /// Waits until the process ends, and returns its result with the output that was not read yet.
  func end() throws -> CommandResult {
    while let more = read() { pending += more }
    return CommandResult(
      code: process.wait(), output: String(decoding: pending, as: UTF8.self),
      errors: try folder.read("stderr"))
  }
}
