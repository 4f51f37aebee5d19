import Dispatch
public import GhostlightRecording
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that a recorder writes while exchanges go on, for the eyes of its owner only.
///
/// What is appended is the system's at once, and survives the death of this process; it is on the
/// disk within 100 ms, or after 1 MiB.
public final class PartialFile: RecordingLog, PartialSource {
  /// What happens to the file that people should know.
  public enum Event: Sendable, Hashable {
    /// Nothing can be written, for a reason; what passes meanwhile is lost.
    case full(reason: String)
    /// There is room again.
    case writable
  }

  private struct State {
    var descriptor: Int32
    /// The bytes of whole frames.
    var end = 0
    var unsynced = 0
    var isSyncing = false
    var isFull = false
  }

  /// Bytes that wait for the disk no longer.
  private static let syncBytes = 1 << 20
  private static let syncDelay = DispatchTimeInterval.milliseconds(100)

  /// Where it is.
  public let path: String
  /// Whether a recorder still wrote it when it was opened to be read.
  public let isInUse: Bool
  private let notify: @Sendable (Event) -> Void
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "ghostlight.partial", qos: .utility)

  /// Makes a new file at `path`; `notify` is told, on any thread, what happens to it.
  ///
  /// - Throws: ``PartialFileError`` where there is one already, or it cannot be made.
  public init(
    making path: String, _ notify: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(PartialFileError) {
    self.path = path
    self.notify = notify
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try NewFile.create(path)
    } catch {
      if error.code == EEXIST { throw .exists(path: path) }
      throw .unusable(path: path, reason: error.description)
    }
    // As long as this process lives, others know that it writes; some file systems have no locks.
    flock(descriptor, LOCK_EX | LOCK_NB)
    isInUse = true
    state = Mutex(State(descriptor: descriptor))
    guard append(PartialRecording.signature) else {
      let reason = String(cString: strerror(errno))
      remove()
      throw .unusable(path: path, reason: reason)
    }
  }

  /// Opens a file that a recorder has left, to be read.
  ///
  /// - Throws: ``PartialFileError`` where it cannot be read.
  public init(reading path: String) throws(PartialFileError) {
    self.path = path
    notify = { _ in }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
    isInUse = flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    state = Mutex(State(descriptor: descriptor, end: Int(status.st_size)))
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// The bytes of whole frames, or of a file that is only read.
  public var byteCount: Int { state.withLock { $0.end } }

  /// The bytes from a place on, fewer where they end.
  public func bytes(at offset: Int, count: Int) -> [UInt8] {
    let (descriptor, end) = state.withLock { ($0.descriptor, $0.end) }
    let count = max(0, min(count, end - offset))
    return [UInt8](unsafeUninitializedCapacity: count) { memory, read in
      while read < count, let base = memory.baseAddress {
        let got = pread(descriptor, base + read, count - read, off_t(offset + read))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        read += got
      }
    }
  }

  /// Appends frames, all or none, and says whether that worked.
  public func append(_ bytes: [UInt8]) -> Bool {
    let (isWritten, event, delay) = state.withLock { state in
      let failure = Self.write(bytes, to: state.descriptor, at: state.end)
      guard failure == 0 else {
        // Frames behind a torn one would never be found.
        ftruncate(state.descriptor, off_t(state.end))
        defer { state.isFull = true }
        let event = Event.full(reason: String(cString: strerror(failure)))
        return (false, state.isFull ? nil : event, nil as DispatchTimeInterval?)
      }
      state.end += bytes.count
      state.unsynced += bytes.count
      let event: Event? = state.isFull ? .writable : nil
      state.isFull = false
      return (true, event, Self.delay(&state))
    }
    if let delay { queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.sync() } }
    if let event { notify(event) }
    return isWritten
  }

  /// When to wait for the disk, unless somebody does already.
  private static func delay(_ state: inout State) -> DispatchTimeInterval? {
    if state.unsynced >= syncBytes {
      state.unsynced = 0
      state.isSyncing = true
      return .nanoseconds(0)
    }
    guard !state.isSyncing else { return nil }
    state.isSyncing = true
    return syncDelay
  }

  private func sync() {
    let descriptor = state.withLock { state in
      (state.unsynced, state.isSyncing) = (0, false)
      return state.descriptor
    }
    if descriptor >= 0 { fsync(descriptor) }
  }

  /// Writes at a place, and answers the system's error, 0 for none.
  private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Int32 {
    bytes.withUnsafeBytes { memory in
      var written = 0
      while written < memory.count {
        guard let base = memory.baseAddress else { return 0 }
        let count = pwrite(
          descriptor, base + written, memory.count - written, off_t(offset + written))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? ENOSPC : errno }
        written += count
      }
      return 0
    }
  }

  /// Removes the file: all of it is somewhere else.
  public func remove() {
    unlink(path)
    let descriptor = state.withLock { state in
      defer { state.descriptor = -1 }
      return state.descriptor
    }
    // Whoever waits for the disk is done first.
    queue.sync {}
    if descriptor >= 0 { close(descriptor) }
  }
}

/// Why a file of a recording under way cannot be used.
public enum PartialFileError: Error, Sendable, Hashable {
  /// There is one of an earlier recording.
  case exists(path: String)
  /// It cannot be made, read or written.
  case unusable(path: String, reason: String)
}

extension PartialFileError: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .exists(let path):
      "\(path) is what a recording left that was cut off, or one that still goes on: save it with "
        + "`ghostlight recordings recover \(path) -o FILE`, or remove it"
    case .unusable(let path, let reason): "cannot use \(path): \(reason)"
    }
  }
}
