import Foundation

/// The file descriptors that we were started with: a command of ours gets these and no others.
///
/// Without this a command, and what it leaves running, would hold our listeners open.
struct InheritedDescriptors {
  private let inherited = Self.open()

  /// Keeps what we opened ourselves from commands that start from here on.
  func keepOthers() {
    for descriptor in Self.open().subtracting(inherited) where descriptor > 2 {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  private static func open() -> Set<Int32> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    return Set(names.compactMap { Int32($0) })
  }
}
