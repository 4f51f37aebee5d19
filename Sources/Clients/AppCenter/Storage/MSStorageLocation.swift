public import Foundation

/// Where the SDK keeps what outlives a call.
public enum MSStorageLocation: Sendable, Hashable {
  /// In the folder that `APPCENTER_STORAGE_DIR` names, else in `com.microsoft.appcenter` below
  /// `XDG_DATA_HOME` or `~/.local/share`.
  case standard
  /// In a folder, which is made where it is missing.
  case directory(URL)
  /// Nowhere: all is forgotten with the context.
  case memory

  /// The folder, or `nil` for memory.
  func folder(_ variables: [String: String]) -> URL? {
    switch self {
    case .memory: return nil
    case .directory(let folder): return folder
    case .standard:
      if let path = variables["APPCENTER_STORAGE_DIR"], !path.isEmpty {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      let home =
        variables["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        ?? NSHomeDirectory() + "/.local/share"
      return URL(fileURLWithPath: home, isDirectory: true)
        .appendingPathComponent("com.microsoft.appcenter", isDirectory: true)
    }
  }
}
