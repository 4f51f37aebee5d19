import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written in pieces and appears once it is complete; or standard output.
final class OutputWriter {
  /// Bytes that are written at a time.
  private static let pieceBytes = 1 << 20

  private let path: String?
  private let file: NewFile?
  private let replaces: Bool
  private var pending: [UInt8] = []

  /// Writes to standard output.
  init() {
    (path, file, replaces) = (nil, nil, false)
  }

  /// Writes next to the file at `path` until it is complete, for its owner only.
  ///
  /// - Throws: ``OutputFailure`` where that cannot be.
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

/// Why a file cannot be written, in one line.
struct OutputFailure: Error {
  let description: String

  init(description: String) { self.description = description }

  init(_ path: String, _ error: SystemError) {
    description = "cannot write \(path): \(error)"
  }
}
