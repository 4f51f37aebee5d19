import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import GhostlightServer
import StackMobEmulator
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The StackMob exports that `$.stackmob.export` names: ZIP archives, as customers got them, or
/// folders.
///
/// Their files are read piece by piece when their objects are stored, so that no export has to fit
/// in memory twice.
struct ExportFiles {
  /// The paths of the archives, and of the folders with the files in them.
  private(set) var paths: [String] = []
  /// The exports in the order of their members.
  private(set) var files = ConfigurationFiles([])

  /// Opens the exports, and checks the archives.
  ///
  /// `onSkipped` is called later, with each row that cannot be stored.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if a member is invalid, or if its path is
  ///   neither a valid archive nor a folder.
  init(
    of json: JSON, in path: String, _ progress: StartProgress, needsDigest: Bool,
    complain: @escaping @Sendable (String) -> Void,
    _ onSkipped: @escaping @Sendable (StackMobExport.SkippedRow) -> Void
  ) throws {
    let descriptions: [ExportDescription]
    do throws(ConfigurationError) {
      descriptions = try Self.descriptions(in: json)
    } catch {
      throw InputFile(path: path, what: "", complain: complain).broken("\(path): \(error)")
    }
    var digest = Digest64()
    var exports: [StackMobExport] = []
    for description in descriptions {
      let name = Self.resolve(description.path, beside: path)
      paths.append(name)
      progress.begin(reading: name)
      let files: [StackMobExport.File]
      if FileStatus(name)?.isFolder == true {
        let found = StackMobExport.suffixes.flatMap { InputFolder.files(in: name, suffix: $0) }
        paths += found
        files = found.map { Self.file($0, progress) }
      } else {
        files = try Self.files(ofArchive: name, progress, complain)
      }
      if needsDigest { try Self.add(files, to: &digest, name, complain) }
      exports.append(StackMobExport(files, onSkipped: onSkipped))
    }
    let isNeeded = needsDigest && !exports.isEmpty
    files = ConfigurationFiles(exports, digest: isNeeded ? digest.value : nil)
  }

  private static func descriptions(
    in json: JSON
  ) throws(ConfigurationError) -> [ExportDescription] {
    try ExportDescription.all(
      in: json["stackmob"]?["export"].map {
        ConfigurationReader($0, path: "$.stackmob.export")
      })
  }

  /// Returns the paths of the exports, resolved relative to the configuration's folder; none if the
  /// member is invalid.
  static func paths(in json: JSON, beside path: String) -> [String] {
    ((try? descriptions(in: json)) ?? []).map { resolve($0.path, beside: path) }
  }

  private static func resolve(_ name: String, beside path: String) -> String {
    URL(filePath: name, relativeTo: URL(filePath: path).deletingLastPathComponent()).path
  }

  /// Returns a file of a folder, which is opened when it is read.
  private static func file(_ path: String, _ progress: StartProgress) -> StackMobExport.File {
    StackMobExport.File(path: path) { body throws(ConfigurationError) in
      progress.begin(storing: path)
      do throws(SystemError) {
        let reader = try FileReader(path)
        while case let piece = try reader.read(upTo: 1 << 18), !piece.isEmpty { body(piece[...]) }
      } catch {
        throw ConfigurationError(path: "$.stackmob.export", "cannot read \(path): \(error)")
      }
    }
  }

  /// Returns the files of an archive, after unpacking all of them once.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if it is damaged or exceeds a limit.
  private static func files(
    ofArchive name: String, _ progress: StartProgress,
    _ complain: @escaping @Sendable (String) -> Void
  ) throws -> [StackMobExport.File] {
    let archive = InputFile(
      path: name, what: "the ZIP that StackMob handed out, or of its folder", complain: complain)
    do throws(ZIPError) {
      let packed = try archive.bytesOrNone()
      let limit = limitObjects(ofArchive: packed.count)
      var objects = 0
      let entries = try ZIPArchive(packed).entries.filter { StackMobExport.isNamed($0.name) }
      progress.begin { "checking file \($0) of \(entries.count) in \(name)" }
      for entry in entries {
        progress.advance()
        let mark = entry.name.hasSuffix(".csv") ? UInt8(ascii: "\n") : UInt8(ascii: "{")
        try entry.forEachPiece { piece in objects += piece.count { $0 == mark } }
        guard objects <= limit else { throw .tooManyObjects(limit: limit) }
      }
      return entries.map { entry in
        StackMobExport.File(path: entry.name) { body throws(ConfigurationError) in
          progress.begin(storing: "\(entry.name) of \(name)")
          do throws(ZIPError) {
            try entry.forEachPiece(body)
          } catch {
            throw ConfigurationError(path: "$.stackmob.export", "\(name): \(error)")
          }
        }
      }
    } catch {
      if error == .unreadable { _ = try archive.bytes() }
      throw archive.broken("\(name): \(error)")
    }
  }

  /// Returns the maximum number of objects in an archive of `bytes` bytes.
  ///
  /// The limit exists because an object of two bytes needs hundreds of bytes in memory. An object
  /// with its own identifier never compresses to two bytes.
  static func limitObjects(ofArchive bytes: Int) -> Int { max(100_000, bytes / 2) }

  /// Adds the bytes of all files to a digest.
  private static func add(
    _ files: [StackMobExport.File], to digest: inout Digest64, _ name: String,
    _ complain: @escaping @Sendable (String) -> Void
  ) throws {
    for file in files {
      // The size of the pieces must not matter.
      var sum = CRC32()
      do throws(ConfigurationError) {
        try file.read { sum.add($0) }
      } catch {
        throw InputFile(path: name, what: "", complain: complain).broken("\(error)")
      }
      digest.add(file.path)
      digest.add(UInt64(sum.value))
    }
  }
}

/// The rows that a start leaves out of exports: all are counted, and the first ones are listed.
final class SkippedRows: Sendable {
  private static let most = 20
  private let state = Mutex(State())

  private struct State {
    var first: [StackMobExport.SkippedRow] = []
    /// The lines of each file; data for two environments are read twice.
    var lines: [String: Set<Int>] = [:]
  }

  init() {}

  @Sendable func add(_ row: StackMobExport.SkippedRow) {
    state.withLock { state in
      guard state.lines[row.file, default: []].insert(row.line).inserted else { return }
      if state.first.count < Self.most { state.first.append(row) }
    }
  }

  /// Calls `remark` with the lines about the rows, if there are any.
  func report(_ remark: (String) -> Void, after progress: StartProgress) {
    let (first, count) = state.withLock { state in
      (state.first, state.lines.values.reduce(0) { $0 + $1.count })
    }
    guard count > 0 else { return }
    progress.end()
    for row in first { remark("left out \(row)") }
    remark(
      "left out \(count) \(count == 1 ? "row" : "rows") of the export"
        + (count > first.count ? "; the first \(first.count) are listed" : "")
        + ". Correct them in the files, or go on without them")
  }
}

extension StartProgress {
  /// Begins the step that stores the objects of a file of an export.
  fileprivate func begin(storing file: String) {
    begin { "storing object \($0) of \(file)" }
  }
}

extension InputFile {
  /// Returns the file's bytes; unlike `bytes()`, it prints nothing if the file cannot be read.
  fileprivate func bytesOrNone() throws(ZIPError) -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .unreadable }
    return [UInt8](data)
  }
}
