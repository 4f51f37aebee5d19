import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes standard output, or a file in pieces, which appears only when it is complete.
final class OutputWriter {
  /// The number of bytes that are written at a time.
  private static let pieceBytes = 1 << 20

  private let path: String?
  private let file: NewFile?
  private let replaces: Bool
  private var pending: [UInt8] = []

  /// Creates a writer to standard output.
  init() {
    (path, file, replaces) = (nil, nil, false)
  }

  /// Creates a writer of the file at `path`, for its owner only.
  ///
  /// Until it is complete, its content is stored in a file next to it.
  ///
  /// - Throws: ``OutputFailure`` if the file cannot be created.
  init(_ path: String, replacing replaces: Bool) throws(OutputFailure) {
    if let refusal = OutputFile(path: path).refusal { throw OutputFailure(description: refusal) }
    (self.path, self.replaces) = (path, replaces)
    do throws(SystemError) {
      file = try NewFile(path)
    } catch {
      throw OutputFailure(path, error)
    }
  }

  /// Appends bytes.
  ///
  /// - Throws: ``OutputFailure`` if they cannot be written, such as on a full disk.
  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    pending += bytes
    if pending.count >= Self.pieceBytes { try flush() }
  }

  /// Moves the complete file to its path.
  ///
  /// - Throws: ``OutputFailure`` if that fails, such as on a full disk.
  func finish() throws(OutputFailure) {
    try flush()
    guard let path, let file else { return }
    do throws(SystemError) {
      try file.finish(replacing: replaces)
    } catch {
      throw OutputFailure(path, error)
    }
  }

  private func flush() throws(OutputFailure) {
    defer { pending.removeAll(keepingCapacity: true) }
    guard let path, let file else { return Terminal.write(pending, to: STDOUT_FILENO) }
    do throws(SystemError) {
      try file.write(pending[...])
    } catch {
      throw OutputFailure(path, error)
    }
  }
}

/// The reason why a file cannot be written, in one line.
struct OutputFailure: Error {
  let description: String

  init(description: String) { self.description = description }

  init(_ path: String, _ error: SystemError) {
    description = "cannot write \(path): \(error)"
  }
}
