#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written in pieces, and replaces an older one once it is complete; or standard
/// output.
final class OutputWriter {
  /// Bytes that are written at a time.
  private static let pieceBytes = 1 << 20

  private let path: String?
  private let temporary: String
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var isFinished = false

  /// Writes to standard output.
  init() {
    (path, temporary, descriptor) = (nil, "", STDOUT_FILENO)
  }

  /// Writes beside the file at `path` until it is complete.
  ///
  /// - Throws: ``OutputFailure`` where that cannot be.
  init(_ path: String) throws(OutputFailure) {
    self.path = path
    temporary = "\(path).\(getpid()).tmp"
    if let refusal = OutputFile(path: path).refusal { throw OutputFailure(description: refusal) }
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw OutputFailure(path, errno) }
  }

  deinit {
    guard path != nil else { return }
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }

  /// Appends bytes.
  ///
  /// - Throws: ``OutputFailure`` where there is no room.
  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    pending += bytes
    if pending.count >= Self.pieceBytes { try flush() }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: ``OutputFailure`` where there is no room.
  func finish() throws(OutputFailure) {
    try flush()
    guard let path else { return }
    guard fsync(descriptor) == 0 || errno == EINVAL, rename(temporary, path) == 0 else {
      throw OutputFailure(path, errno)
    }
    isFinished = true
  }

  private func flush() throws(OutputFailure) {
    var written = 0
    while written < pending.count {
      let count = SystemCalls.write(descriptor, pending[written...])
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // Whoever reads standard output may be gone; then there is nobody to tell.
        guard let path else { break }
        throw OutputFailure(path, errno)
      }
      written += count
    }
    pending.removeAll(keepingCapacity: true)
  }
}

/// Why a file cannot be written, in one line.
struct OutputFailure: Error {
  let description: String

  init(description: String) { self.description = description }

  fileprivate init(_ path: String, _ code: Int32) {
    description = "cannot write \(path): \(String(cString: strerror(code)))"
  }
}
