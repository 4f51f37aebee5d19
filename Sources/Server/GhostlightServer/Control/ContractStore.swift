import Ghostlight
import GhostlightContracts
import GhostlightCore
import Synchronization

/// Where a server finds the contracts that it shows; nothing is read before somebody asks.
public struct ContractPaths: Sendable, Hashable {
  /// Pact files, and folders with `.json` files in them.
  public var contracts: [String] = []
  /// Reports of `ghostlight verify --format json`.
  public var results: [String] = []

  /// No contracts.
  public init() {}
}

/// Reads contracts and reports anew whenever one of their files has changed.
///
/// At most ``mostFiles`` files of together ``mostBytes`` are read; what is left out, and what is
/// broken, is said with its reason.
final class ContractStore: Sendable {
  /// The most files that are read; of folders, as many names are looked at tenfold.
  static let mostFiles = 1000
  /// The most bytes of all files together.
  static let mostBytes = 64 << 20

  private struct Stamp: Hashable {
    let path: String
    let status: FileStatus
  }

  let paths: ContractPaths
  private let last = Mutex<(stamps: [Stamp], tables: ContractTables)?>(nil)

  init(_ paths: ContractPaths) { self.paths = paths }

  /// The contracts as their files are now, held against the routes of some emulators.
  func tables(_ emulators: [Emulator]) -> ContractTables {
    var remarks: [ContractTables.Remark] = []
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
    // What is broken may be mended without a sign: it is read each time.
    if remarks.isEmpty { last.withLock { $0 = (stamps, tables) } }
    return tables
  }

  /// The files that there are, in the order of their names in each folder.
  private func found(
    _ remarks: inout [ContractTables.Remark]
  ) -> (contracts: [Stamp], results: [Stamp]) {
    var left = (files: Self.mostFiles, bytes: Self.mostBytes)
    let stamps = { (path: String, remarks: inout [ContractTables.Remark]) -> [Stamp] in
      var stamps: [Stamp] = []
      for name in InputFolder.files(in: path, suffix: ".json", most: Self.mostFiles * 10) {
        guard let stamp = Self.stamp(of: name) else {
          remarks.append(ContractTables.Remark(path: name, reason: "there is no such file"))
          continue
        }
        guard left.files > 0, stamp.status.bytes <= left.bytes else {
          remarks.append(
            ContractTables.Remark(
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

  /// `nil` for what is no file: a folder, or what would be waited for.
  private static func stamp(of path: String) -> Stamp? {
    guard let status = FileStatus(path), status.isRegular else { return nil }
    return Stamp(path: path, status: status)
  }

  private static func read<Value>(
    _ path: String, _ remarks: inout [ContractTables.Remark],
    _ value: (JSON) throws(PactError) -> Value
  ) -> Value? {
    guard let bytes = try? FileReader.bytes(of: path) else {
      remarks.append(ContractTables.Remark(path: path, reason: "cannot be read"))
      return nil
    }
    let json: JSON
    do throws(JSONError) { json = try JSON.parse(bytes) } catch {
      remarks.append(ContractTables.Remark(path: path, reason: "is no JSON: \(error)"))
      return nil
    }
    do throws(PactError) { return try value(json) } catch {
      remarks.append(ContractTables.Remark(path: path, reason: "\(error)"))
      return nil
    }
  }
}
