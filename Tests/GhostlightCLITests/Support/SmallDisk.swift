import Foundation
import TestSupport

/// Storage for data that a test can fill and free while servers run on it.
///
/// It is a separate in-memory file system if the system allows mounting one. Otherwise a limit on
/// the file size prevents the servers from writing.
final class SmallDisk {
  /// Fills and frees the disk of a running server, from any thread.
  struct Control: Sendable {
    /// The path of the file that occupies all free space; `nil` without a mounted file system.
    fileprivate let filler: String?
    fileprivate let server: pid_t

    /// Fills the disk, so that the next write fails.
    func fill() throws {
      guard let filler else { return try limit("1") }
      let descriptor = open(filler, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      guard descriptor >= 0 else { throw TestError("cannot fill \(filler)") }
      defer { close(descriptor) }
      for size in [1 << 20, 4096, 1] {
        let zeros = [UInt8](repeating: 0, count: size)
        while write(descriptor, zeros, size) > 0 {}
      }
    }

    /// Frees the disk.
    func free() throws {
      guard let filler else { return try limit("unlimited") }
      unlink(filler)
    }

    private func limit(_ size: String) throws {
      _ = try Command.run(
        ["--pid", "\(server)", "--fsize=\(size):unlimited"],
        of: URL(filePath: "/usr/bin/prlimit"))
    }
  }

  /// The path where servers started with ``start(_:)`` store their data.
  let path: String
  private let folder: TemporaryFolder
  /// The process that keeps the file system mounted; `nil` without a mount.
  private let holder: RunningCommand?

  init(megabytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.path
    let script =
      "mount -t tmpfs -o size=\(megabytes)m none \"$1\" && echo ready && exec sleep infinity"
    let holder = try RunningCommand(
      ["--mount", "sh", "-c", script, "sh", path], of: URL(filePath: "/usr/bin/unshare"))
    self.holder = holder.line() == "ready" ? holder : nil
  }

  /// Starts a server that can store its data on this disk, and returns a control for the disk.
  func start(_ arguments: String...) throws -> (RunningServer, Control) {
    guard let binary = GhostlightBinary.url?.path else { throw TestError("no ghostlight") }
    guard let holder else {
      let server = try RunningServer(
        arguments, by: URL(filePath: "/bin/sh"),
        ["-c", "trap '' XFSZ; exec \"$@\"", "sh", binary])
      return (server, Control(filler: nil, server: server.command.identifier))
    }
    let server = try RunningServer(
      arguments, by: URL(filePath: "/usr/bin/nsenter"),
      ["--target", "\(holder.identifier)", "--mount", binary])
    let filler = "/proc/\(holder.identifier)/root\(path)/filler"
    return (server, Control(filler: filler, server: server.command.identifier))
  }
}
