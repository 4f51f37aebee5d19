import Foundation

enum ResidentMemory {
  /// Returns the resident memory of this process in MiB, as Linux reports it.
  ///
  /// - Throws: ``BenchmarkError`` on other systems.
  static func megabytes() throws(BenchmarkError) -> Double {
    let status: String
    do {
      status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    } catch {
      throw BenchmarkError("resident memory is read from /proc, which is not here")
    }
    for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
      guard let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
      else { break }
      return kibibytes / 1024
    }
    throw BenchmarkError("/proc names no resident memory")
  }
}
