import GhostlightServer
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stream of signals, which contains every signal after its creation; one per process.
///
/// Signals are not received with a dispatch source, because a source is registered some time after
/// it is resumed, and would miss signals until then. Instead, a signal handler writes each signal
/// into a pipe.
struct SignalStream {
  private static let writeEnd = Atomic<Int32>(-1)

  /// The signal numbers, in order of arrival.
  let numbers: AsyncStream<Int32>

  /// Catches signals that would otherwise end the process.
  ///
  /// `onSignal` is called for each signal, on a separate thread, before the stream contains it.
  init(_ caught: [Int32], onSignal: @escaping @Sendable () -> Void = {}) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    numbers = stream
    guard !caught.isEmpty else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    Self.writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let readEnd = ends[0]
    DetachedThread.start { Self.read(from: readEnd, caught, continuation, onSignal) }
    for number in caught { Self.install(number) }
  }

  private static func install(_ number: Int32) {
    signal(number) { number in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalStream.writeEnd.load(ordering: .relaxed), &byte, 1)
      errno = before
    }
  }

  /// Reads signals from the pipe, on a separate thread.
  ///
  /// The thread unblocks the signals, because the parent process may have blocked them.
  private static func read(
    from end: Int32, _ caught: [Int32], _ continuation: AsyncStream<Int32>.Continuation,
    _ onSignal: @Sendable () -> Void
  ) {
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in caught { sigaddset(&unblocked, number) }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
    var byte: UInt8 = 0
    while true {
      switch SystemCalls.readByte(end, &byte) {
      case 1:
        onSignal()
        continuation.yield(Int32(byte))
      case -1 where errno == EINTR: continue
      default: return continuation.finish()
      }
    }
  }
}

/// SIGINT and SIGTERM as one event; a second signal ends the process immediately.
///
/// Before ``didStart()``, the first signal also ends the process, with exit code 0. There is
/// nothing to drain then, and a data folder is valid at any time.
struct TerminationSignals {
  private static let caught = [SIGINT, SIGTERM]

  private let signals: SignalStream
  private let start = StartFlag()

  init() {
    let start = start
    // A test that runs the command in its own process keeps its own signals.
    let caught = Terminal.reader == nil ? Self.caught : []
    signals = SignalStream(caught) { if start.isRunning { _exit(0) } }
  }

  /// Records that the command has started, so that the next signal does not end the process.
  func didStart() { start.end() }

  func first() async {
    StartPages.giveBack()
    for await _ in signals.numbers { break }
    for number in Self.caught { signal(number, SIG_DFL) }
  }
}

/// A flag for whether the command is still starting.
private final class StartFlag: Sendable {
  private let state = Mutex(true)

  var isRunning: Bool { state.withLock { $0 } }

  func end() { state.withLock { $0 = false } }
}

/// The memory pages of the program and its libraries that were loaded during the start.
private enum StartPages {
  /// Releases the pages with code and constants, on Linux.
  ///
  /// A running server needs only a third of these pages. The others are read from the system's file
  /// cache if they are needed again.
  ///
  /// Only files that contain code are released, because they stay mapped. Any other mapping could
  /// be removed, and its addresses reused, before its pages are released.
  static func giveBack() {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/self/smaps", encoding: .utf8) else {
        return
      }
      let mappings = text.split(separator: "\n")
        .split(omittingEmptySubsequences: true) { $0.hasPrefix("VmFlags:") }
        .compactMap(FileMapping.init)
      let programs = Set(mappings.filter(\.hasCode).map(\.path))
      for mapping in mappings where mapping.isAsInFile && programs.contains(mapping.path) {
        let start = UnsafeMutableRawPointer(bitPattern: mapping.addresses.lowerBound)
        madvise(start, mapping.addresses.count, MADV_DONTNEED)
      }
    #endif
  }
}

/// A part of a file that is mapped into the process's memory, from Linux's `smaps`.
private struct FileMapping {
  let path: Substring
  let addresses: Range<UInt>
  /// Whether the mapping contains executable code.
  let hasCode: Bool
  /// Whether the mapping is read-only and unchanged; a debugger or relocation may have changed it.
  let isAsInFile: Bool

  /// Parses the `smaps` lines of one mapping; `nil` if no file is mapped.
  init?(_ lines: ArraySlice<Substring>) {
    let fields = lines.first?.split(separator: " ", maxSplits: 5) ?? []
    guard fields.count == 6 else { return nil }
    path = fields[5].drop { $0 == " " }
    let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard path.hasPrefix("/"), ends.count == 2, ends[0] < ends[1] else { return nil }
    addresses = ends[0]..<ends[1]
    hasCode = fields[1].contains("x")
    let isChanged = lines.contains { line in
      (line.hasPrefix("Anonymous:") || line.hasPrefix("Swap:")) && !line.hasSuffix(" 0 kB")
    }
    isAsInFile = !fields[1].contains("w") && !isChanged
  }
}
