import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

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

/// A folder with one snapshot for each namespace, such as `default.json`.
struct SnapshotFolder {
  let path: String

  /// Returns the names of the snapshots in the folder, sorted.
  ///
  /// - Throws: ``NotFound`` if there are no snapshots.
  func names() throws -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
    guard !files.isEmpty else {
      throw NotFound(
        "--import: there is no snapshot in \(path): give the folder of an earlier --export-on-exit")
    }
    return files
  }

  /// Restores all snapshots in the folder.
  ///
  /// - Throws: ``NotFound`` if there are no snapshots, and `ExitCode` 65, after printing one line, if
  ///   a file cannot be used.
  func restore(into client: ControlClient) async throws {
    for name in try names() {
      let file = InputFile(path: path + "/" + name, what: "a snapshot")
      guard case .object(var body) = try file.json() else {
        throw file.broken("\(file.path): $: must be an object, as `ghostlight snapshot` saves it")
      }
      body["namespace"] = .string(String(name.dropLast(".json".count)))
      do throws(ControlError) {
        _ = try await client.call(.put, "snapshot", .object(body))
      } catch {
        throw file.broken("\(file.path): \(error)")
      }
    }
  }

  /// Replaces the snapshots in the folder with one for each current namespace.
  ///
  /// All snapshots are written before the first is moved to its path, so that a failure leaves the
  /// folder unchanged. Files that are not snapshots stay.
  ///
  /// - Returns: Whether all snapshots were written; if not, a line with the reason was printed.
  func save(from client: ControlClient) async -> Bool {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let draft = try PrivateFolder(in: path)
      defer { draft.remove() }
      var files: Set<String> = []
      for name in (try await client.call(.get, "namespaces")["namespaces"]?.array ?? []) {
        let name = name.string ?? ""
        let snapshot = try await client.call(
          .get, "snapshot?namespace=\(PercentEncoding.encode(name))")
        let bytes = Array((snapshot.text(pretty: true) + "\n").utf8)
        try NewFile.write(bytes, to: "\(draft.path)/\(name).json", replacing: false)
        files.insert("\(name).json")
      }
      for file in files.sorted() {
        guard rename("\(draft.path)/\(file)", "\(path)/\(file)") == 0 else { throw SystemError() }
      }
      for file in InputFolder.names(in: path) where !files.contains(file) && isSnapshot(file) {
        unlink("\(path)/\(file)")
      }
      return true
    } catch {
      let reason = error is CocoaError ? SystemCalls.words(for: error) : "\(error)"
      Terminal.complain("--export-on-exit: cannot write to \(path): \(reason)")
      return false
    }
  }

  /// Returns whether a file is a snapshot, judging by its first member.
  private func isSnapshot(_ file: String) -> Bool {
    let path = "\(path)/\(file)"
    guard file.hasSuffix(".json"), FileStatus(path, followsLinks: false)?.isRegular == true,
      let start = try? FileReader(path).read(upTo: 64)
    else { return false }
    let space = Set(" \t\r\n".utf8)
    return start.filter { !space.contains($0) }.starts(with: #"{"ghostlight":"#.utf8)
  }
}

/// A folder with a random name that only its owner can access.
struct PrivateFolder {
  let path: String

  /// Creates the folder inside `folder`.
  ///
  /// - Throws: ``SystemError`` if the folder cannot be created.
  init(in folder: String) throws(SystemError) {
    var template = Array("\(folder)/.ghostlight-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder and its contents.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
