import Ghostlight
import GhostlightContracts
import GhostlightCore
import Synchronization

/// The paths of the contracts and reports that a server shows in its console.
///
/// Set them as ``ServerOptions/contracts``. The server does not read the files when it starts: the
/// first control call about contracts reads them, and later calls read files again if they changed.
///
/// ```swift
/// import GhostlightServer
///
/// func optionsWithContracts() -> ServerOptions {
///   var options = ServerOptions()
///   options.contracts.contracts = ["Contracts"]
///   options.contracts.results = ["report.json"]
///   return options
/// }
/// ```
public struct ContractPaths: Sendable, Hashable {
  /// The paths of Pact files, or of folders that contain Pact files with the extension `.json`.
  public var contracts: [String] = []
  /// The paths of reports that `ghostlight verify --format json` wrote.
  public var results: [String] = []

  /// Creates empty lists of contracts and reports.
  public init() {}
}

/// Reads contracts and reports, and reads them again whenever one of their files has changed.
///
/// The store reads at most ``mostFiles`` files with ``mostBytes`` in total. Files that are skipped
/// or invalid are listed with the reason.
final class ContractStore: Sendable {
  /// The maximum number of files to read; in a folder, up to ten times as many names are examined.
  static let mostFiles = 1000
  /// The maximum total size of the files that are read, in bytes.
  static let mostBytes = 64 << 20

  private struct FileVersion: Hashable {
    let path: String
    let status: FileStatus
  }

  let paths: ContractPaths
  private let last = Mutex<(stamps: [FileVersion], tables: ContractTables)?>(nil)

  init(_ paths: ContractPaths) { self.paths = paths }

  /// Returns the current contents of the contract files, compared with the routes of `emulators`.
  func tables(_ emulators: [Service]) -> ContractTables {
    var remarks: [ContractTables.OmittedFile] = []
    let (contracts, results) = found(&remarks)
    let stamps = contracts + results
    let known = last.withLock { $0 }
    if let known, known.stamps == stamps, remarks.isEmpty { return known.tables }
    let files = contracts.compactMap { stamp -> ContractFile? in
      Self.read(stamp.path, &remarks) { json throws(PactError) in
        ContractFile(stamp.path, try Pact(reading: json))
      }
    }
    var outcomes = ContractResults()
    for stamp in results {
      _ = Self.read(stamp.path, &remarks) { json throws(PactError) in try outcomes.add(json) }
    }
    let matrix = ContractMatrix(
      files, catalogues: emulators.map { ProviderCatalogue($0) }, results: outcomes)
    let tables = ContractTables(files, matrix, remarks)
    // An invalid file may be corrected without a visible change of its status, so it is read each
    // time.
    if remarks.isEmpty { last.withLock { $0 = (stamps, tables) } }
    return tables
  }

  /// Returns the contract and report files that exist; a folder's files are sorted by name.
  private func found(
    _ remarks: inout [ContractTables.OmittedFile]
  ) -> (contracts: [FileVersion], results: [FileVersion]) {
    var left = (files: Self.mostFiles, bytes: Self.mostBytes)
    let stamps = { (path: String, remarks: inout [ContractTables.OmittedFile]) -> [FileVersion] in
      var stamps: [FileVersion] = []
      for name in InputFolder.files(in: path, suffix: ".json", most: Self.mostFiles * 10) {
        guard let stamp = Self.stamp(of: name) else {
          remarks.append(ContractTables.OmittedFile(path: name, reason: "there is no such file"))
          continue
        }
        guard left.files > 0, stamp.status.bytes <= left.bytes else {
          remarks.append(
            ContractTables.OmittedFile(
              path: name,
              reason: "left out: at most \(Self.mostFiles) files of together "
                + "\(Self.mostBytes >> 20) MiB are read; name fewer with --contracts"))
          break
        }
        left = (left.files - 1, left.bytes - stamp.status.bytes)
        stamps.append(stamp)
      }
      return stamps
    }
    let contracts = paths.contracts.flatMap { stamps($0, &remarks) }
    return (contracts, paths.results.flatMap { stamps($0, &remarks) })
  }

  /// Returns the file's path and status; `nil` if it is not a regular file, such as a folder or a
  /// pipe.
  private static func stamp(of path: String) -> FileVersion? {
    guard let status = FileStatus(path), status.isRegular else { return nil }
    return FileVersion(path: path, status: status)
  }

  private static func read<Value>(
    _ path: String, _ remarks: inout [ContractTables.OmittedFile],
    _ value: (JSON) throws(PactError) -> Value
  ) -> Value? {
    guard let bytes = try? FileReader.bytes(of: path) else {
      remarks.append(ContractTables.OmittedFile(path: path, reason: "cannot be read"))
      return nil
    }
    let json: JSON
    do throws(JSONError) { json = try JSON.parse(bytes) } catch {
      let reason = "is not valid JSON: \(JSONDiagnosis(of: error, in: bytes))"
      remarks.append(ContractTables.OmittedFile(path: path, reason: reason))
      return nil
    }
    do throws(PactError) { return try value(json) } catch {
      remarks.append(ContractTables.OmittedFile(path: path, reason: "\(error)"))
      return nil
    }
  }
}
