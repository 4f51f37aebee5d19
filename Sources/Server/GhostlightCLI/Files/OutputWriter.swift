import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes pieces of output to standard output, or to a file that appears only when it is complete.
final class OutputWriter {
  /// The number of buffered bytes at which output is written.
  private static let pieceBytes = 1 << 20

  private let path: String?
  private let file: NewFile?
  private let replaces: Bool
  private var pending: [UInt8] = []

  /// Creates a writer for standard output.
  init() {
    (path, file, replaces) = (nil, nil, false)
  }

  /// Creates a writer for a file at `path`, readable only by its owner.
  ///
  /// Until ``finish()``, the output is in a temporary file in the same folder.
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

  /// Appends bytes to the output.
  ///
  /// - Throws: ``OutputFailure`` if the bytes cannot be written, for example because the disk is
  ///   full.
  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    pending += bytes
    if pending.count >= Self.pieceBytes { try flush() }
  }

  /// Writes the remaining bytes, and moves the temporary file to its final path.
  ///
  /// - Throws: ``OutputFailure`` if that fails, for example because the disk is full.
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

/// The reason, in one line, why output cannot be written.
struct OutputFailure: Error {
  let description: String

  init(description: String) { self.description = description }

  init(_ path: String, _ error: SystemError) {
    description = "cannot write \(path): \(error)"
  }
}
