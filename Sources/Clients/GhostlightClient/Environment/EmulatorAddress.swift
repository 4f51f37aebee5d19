package import Foundation

/// Where an emulator listens.
package struct EmulatorAddress: Sendable {
  /// The address without a slash at its end.
  package let text: String
  /// `http` or `https`.
  package let scheme: String
  /// Host and port.
  package let authority: String

  /// The given address, else what `ghostlight exec` has put into the environment, else the port of
  /// this machine that the emulator has unless told otherwise.
  ///
  /// An address that is none of http counts as not given.
  package init(
    _ url: URL?, of emulator: String, port: Int,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let candidates = [url?.absoluteString, variables["GHOSTLIGHT_\(emulator.uppercased())_URL"]]
    let known = candidates.compactMap { $0.flatMap { WebAddress($0) } }.first
    scheme = known?.scheme ?? "http"
    authority = known?.authority ?? "127.0.0.1:\(port)"
    let path = known?.target ?? ""
    text = "\(scheme)://\(authority)" + (path.hasSuffix("/") ? String(path.dropLast()) : path)
  }
}
