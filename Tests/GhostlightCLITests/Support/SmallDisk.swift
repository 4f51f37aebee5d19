import Foundation
import TestSupport

/// A place for data that can be filled up and made free again, while servers that use it come and go.
///
/// It is a file system of its own in memory, where the system lets us mount one; else servers are
/// kept from writing more by a limit on the size of files.
final class SmallDisk {
  /// What any thread may do to the disk under a server.
  struct Control: Sendable {
    /// The file that takes all room, as it is seen from here.
    fileprivate let filler: String?
    fileprivate let server: pid_t

    /// From now on nothing more can be written.
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

    /// From now on there is room again.
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

  /// Where servers that were started with ``start(_:)`` find it.
  let path: String
  private let folder: TemporaryFolder
  /// Keeps the mount for as long as it lives; `nil` where there is none.
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

  /// Starts a server whose data may be here.
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
