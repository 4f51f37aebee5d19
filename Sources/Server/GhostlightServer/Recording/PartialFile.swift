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

/// A file to which a recorder appends while exchanges are in progress, readable only by its owner.
///
/// `ghostlight record` and the recording proxy write one, so that a crash loses no exchange.
/// Appended bytes are passed to the operating system at once and survive a crash of this process.
/// They are on the disk within 100 ms, or after 1 MiB. `ghostlight recordings recover` reads a file
/// that a crash left behind.
///
/// An open file is locked, so that other processes know that it is in use. It may be used from any
/// thread. It is closed with the last reference, and deleted only by ``remove()``.
public final class PartialFile: RecordingLog, PartialSource {
  /// A change in whether the file can be written, which the user should know about.
  ///
  /// The closure of ``init(making:_:)`` receives it, on any thread, when writing begins to fail and
  /// when it works again. Commands print it.
  public enum Event: Sendable, Hashable {
    /// Writing fails, for the given reason; exchanges are lost until the event ``writable``.
    case full(reason: String)
    /// Writing works again.
    case writable
  }

  private struct State {
    var descriptor: Int32
    /// The number of bytes of complete frames.
    var end = 0
    var unsynced = 0
    var isSyncing = false
    var isFull = false
  }

  /// The number of bytes after which the file is written to the disk without delay.
  private static let syncBytes = 1 << 20
  private static let syncDelay = DispatchTimeInterval.milliseconds(100)

  /// The path of the file.
  public let path: String
  /// Whether a recorder was still writing the file when it was opened for reading.
  public let isInUse: Bool
  private let notify: @Sendable (Event) -> Void
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "ghostlight.partial", qos: .utility)

  /// Creates a new file at `path`; `notify` is called, on any thread, for each event.
  ///
  /// - Throws: ``PartialFileError`` if the file already exists or cannot be created.
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
    // The lock shows other processes that this one writes the file. Some file systems do not support
    // locks. A process that opened the new file before it was locked must not use it.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(descriptor)
      unlink(path)
      throw .inUse(path: path)
    }
    isInUse = true
    state = Mutex(State(descriptor: descriptor))
    guard append(PartialRecording.signature) else {
      let reason = String(cString: strerror(errno))
      remove()
      throw .unusable(path: path, reason: reason)
    }
  }

  /// Opens a file that a recorder left behind, for reading.
  ///
  /// - Throws: ``PartialFileError`` if it cannot be read.
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

  /// Opens a file that a recorder left behind, for the only process that reads and removes it.
  ///
  /// - Throws: ``PartialFileError`` if it cannot be read, if another process uses it, or if the file
  ///   system does not support locks, which show that.
  package convenience init(claiming path: String) throws(PartialFileError) {
    try self.init(reading: path)
    let descriptor = state.withLock { $0.descriptor }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? .inUse(path: path) : .exists(path: path)
    }
    // Another process may have removed the file after this one opened it.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { throw .inUse(path: path) }
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// The number of bytes of complete frames; in a file opened for reading, of the whole file.
  public var byteCount: Int { state.withLock { $0.end } }

  /// Returns up to `count` bytes from an offset; fewer at the end of the file.
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

  /// Appends frames, either all or none, and returns whether that succeeded.
  public func append(_ bytes: [UInt8]) -> Bool {
    let (isWritten, event, delay) = state.withLock { state in
      let failure = Self.write(bytes, to: state.descriptor, at: state.end)
      guard failure == 0 else {
        // The incomplete frame is cut off, because frames after it would never be found.
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

  /// Returns the delay until appended bytes are forced to the disk; `nil` if already scheduled.
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

  /// Writes bytes at an offset; returns the system's error code, or 0 if that succeeded.
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

  /// Deletes the file, because its contents are stored elsewhere.
  public func remove() {
    unlink(path)
    let descriptor = state.withLock { state in
      defer { state.descriptor = -1 }
      return state.descriptor
    }
    // This waits for a write to the disk that is in progress.
    queue.sync {}
    if descriptor >= 0 { close(descriptor) }
  }
}

/// The reason why the file of a recording in progress cannot be used.
///
/// ``PartialFile`` throws this error when it creates or opens a file. The `description` names the
/// problem and the remedy, in one line.
public enum PartialFileError: Error, Sendable, Hashable {
  /// An earlier recording left a file at this path.
  case exists(path: String)
  /// Another process writes the file at this path, or recovers it.
  case inUse(path: String)
  /// The file cannot be created, read or written.
  case unusable(path: String, reason: String)
}

extension PartialFileError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .exists(let path):
      "\(path) is what a recording left that was cut off, or one that still goes on: save it with "
        + "`ghostlight recordings recover \(path) -o FILE`, or remove it"
    case .inUse(let path):
      "\(path) is in use: another process records to it; wait until that process ends, or record to "
        + "another file"
    case .unusable(let path, let reason): "cannot use \(path): \(reason)"
    }
  }
}
