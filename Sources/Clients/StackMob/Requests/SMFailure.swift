import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// The errors that calls fail with.
///
/// - Source: protocol reference B1 and B4.
enum SMFailure {
  /// -100, with a reason as its description.
  static func invalidArguments(_ reason: String) -> NSError {
    stackMob(SMErrorInvalidArguments, [NSLocalizedDescriptionKey: reason])
  }

  /// An error of StackMob's own domain.
  static func stackMob(_ code: SMErrorCode, _ userInfo: [String: Any] = [:]) -> NSError {
    error(SMErrorDomain, Int(code.rawValue), userInfo)
  }

  /// An error whose texts read as Apple's systems print them.
  static func error(_ domain: String, _ code: Int, _ userInfo: [String: Any]) -> NSError {
    #if canImport(Darwin)
      NSError(domain: domain, code: code, userInfo: userInfo)
    #else
      PrintedError(domain: domain, code: code, userInfo: userInfo)
    #endif
  }

  /// The status of a response as error, with the response's JSON as user info.
  static func http(_ response: Response) -> NSError {
    error(HTTPErrorDomain, response.status.code, response.json?.userInfo ?? [:])
  }

  /// The error for a request that got no response: -105 without a network, else the URL loading
  /// system's.
  ///
  /// - Source: protocol reference B4, step 7.
  static func unreachable(_ error: TransportError) -> NSError {
    guard case .notConnectedToInternet(let reason) = error else { return error.urlLoadingError() }
    return stackMob(SMErrorNetworkNotReachable, [NSLocalizedDescriptionKey: reason])
  }

  /// -109: the session could not be refreshed for a request, which may have failed with 401 before.
  static func refreshFailed(_ refresh: any Error, original: (any Error)?) -> NSError {
    var userInfo: [String: Any] = [
      SMRefreshErrorObjectKey: refresh,
      NSLocalizedDescriptionKey: "Attempt to refresh access token failed.",
    ]
    userInfo[SMOriginalErrorCausingRefreshKey] = original
    return stackMob(SMErrorRefreshTokenFailed, userInfo)
  }
}

#if !canImport(Darwin)
  /// An error whose texts read as Apple's systems print them, and the guide with them.
  ///
  /// It adds nothing that is stored; `NSError` is unchecked, and subclasses have to say so again.
  ///
  /// - Source: protocol reference B22; the guide, "Core Data Save Failure Errors".
  private final class PrintedError: NSError, @unchecked Sendable {
    override var localizedDescription: String {
      userInfo[NSLocalizedDescriptionKey] as? String
        ?? "The operation couldn\u{2019}t be completed. (\(domain) error \(code).)"
    }

    override var description: String {
      let members = userInfo.sorted { $0.key < $1.key }
        .map { "\($0.key)=\(Self.text(of: $0.value))" }
      let info = members.isEmpty ? "" : " UserInfo={\(members.joined(separator: ", "))}"
      return "Error Domain=\(domain) Code=\(code) \"\(localizedDescription)\"\(info)"
    }

    /// Lists and what is in them, line by line.
    private static func text(of value: Any) -> String {
      switch value {
      case let list as [[String: Any]]:
        let entries = list.map { entry in
          let lines = entry.sorted { $0.key < $1.key }
            .map { "        \($0.key) = \"\($0.value)\";\n" }
          return "    {\n\(lines.joined())    }"
        }
        return "(\n" + entries.joined(separator: ",\n") + "\n)"
      default: return "\(value)"
      }
    }
  }
#endif
