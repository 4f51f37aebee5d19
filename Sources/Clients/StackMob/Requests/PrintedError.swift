#if !canImport(Darwin)
  import Foundation

  /// An error whose texts read as Apple's systems print them, and the guide with them.
  ///
  /// It adds nothing that is stored; `NSError` is unchecked, and subclasses have to say so again.
  ///
  /// - Source: protocol reference B22; the guide, "Core Data Save Failure Errors".
  final class PrintedError: NSError, @unchecked Sendable {
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
