#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import GhostlightCore
import HTTPTypes

/// A request as a command line of `curl`, for a POSIX shell.
package struct CurlCommand: Sendable {
  private let request: Request
  private var words: [String]

  /// Begins the command for a request that is sent to `base`, a URL without a path, or to its own
  /// authority; header fields and body follow.
  package init(_ request: Request, to base: String? = nil) {
    self.request = request
    let url = (base ?? "\(request.scheme)://\(request.authority)") + request.target.raw
    words = ["curl", request.method == .head ? "-I" : "-i"]
    if url.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
    // A body alone would make a POST of it.
    if request.method != .head, request.method != .get || !request.body.isEmpty {
      words += ["-X", request.method.rawValue]
    }
    words.append(ShellWord.quoted(url))
  }

  /// Adds a header field; one without a value is sent empty.
  package mutating func add(_ name: String, _ value: String) {
    words += ["-H", ShellWord.quoted(value.isEmpty ? "\(name);" : "\(name): \(value)")]
  }

  /// Adds a header field whose value the shell's variable of that name has: `$AUTHORIZATION`.
  package mutating func add(_ name: String, fromVariable variable: String) {
    words += ["-H", "\"\(name): $\(variable)\""]
  }

  /// The command with the request's body, which stands in a file where it has more than so many
  /// bytes.
  package func text(bodyBytes most: Int = .max) -> String {
    var words = words
    let body = request.body
    guard !body.isEmpty else { return words.joined(separator: " ") }
    if request.headers[.contentType] == nil { words += ["-H", "'Content-Type:'"] }
    guard body.count <= most else {
      let text = (words + ["--data-binary", "@body"]).joined(separator: " ")
      return "\(text)  # \(body.count) bytes, which --record writes"
    }
    guard let text = String(validating: body, as: UTF8.self), !text.unicodeScalars.contains("\0")
    else {
      return "echo \(Data(body).base64EncodedString()) | base64 -d | "
        + (words + ["--data-binary", "@-"]).joined(separator: " ")
    }
    return (words + ["--data-raw", ShellWord.quoted(text)]).joined(separator: " ")
  }
}

/// Words of a POSIX shell.
package enum ShellWord {
  /// A text as one word, in quotes.
  package static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
