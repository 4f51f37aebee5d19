import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// The errors with which calls fail.
///
/// - Source: protocol reference B1 and B4.
enum SMFailure {
  /// Returns the error -100, with the reason as its description.
  static func invalidArguments(_ reason: String) -> NSError {
    stackMob(SMErrorInvalidArguments, [NSLocalizedDescriptionKey: reason])
  }

  /// Returns an error of StackMob's own domain.
  static func stackMob(_ code: SMErrorCode, _ userInfo: [String: Any] = [:]) -> NSError {
    error(SMErrorDomain, Int(code.rawValue), userInfo)
  }

  /// Returns an error whose descriptions are the same as on Apple's systems.
  static func error(_ domain: String, _ code: Int, _ userInfo: [String: Any]) -> NSError {
    #if canImport(Darwin)
      NSError(domain: domain, code: code, userInfo: userInfo)
    #else
      PrintedError(domain: domain, code: code, userInfo: userInfo)
    #endif
  }

  /// Returns the error for a response's status, with the response's JSON as user info.
  static func http(_ response: Response) -> NSError {
    error(HTTPErrorDomain, response.status.code, response.json?.userInfo ?? [:])
  }

  /// Returns the error for a request that got no response: `SMError` -105 without a network,
  /// otherwise the URL loading system's error.
  ///
  /// - Source: protocol reference B4, step 7.
  static func unreachable(_ error: TransportError) -> NSError {
    guard case .notConnectedToInternet(let reason) = error else { return error.urlLoadingError() }
    return stackMob(SMErrorNetworkNotReachable, [NSLocalizedDescriptionKey: reason])
  }

  /// Returns the error -109 for a session that could not be refreshed.
  ///
  /// `original` is the HTTP 401 error of the request; `nil` if the request was not sent yet.
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
  /// An error whose descriptions are the same as on Apple's systems, and in the guide.
  ///
  /// The class does not add stored properties. `NSError` is unchecked `Sendable`, and a subclass
  /// has to repeat the conformance.
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

    /// Returns the string for a value of the user info; arrays of dictionaries are printed line by
    /// line.
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
