#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import GhostlightCore
import HTTPTypes

/// A request as a command line of `curl`, for a POSIX shell.
///
/// Method, target, header fields and body may come from a file or from a client. In every case the
/// command asks only the server at the base URL, and the shell runs nothing else.
package struct CurlCommand: Sendable {
  private let request: Request
  private var words: [String]

  /// Creates the command for a request to a server; header fields and body are added later.
  ///
  /// `base` is the server's URL without a path. Without one the command goes to the request's own
  /// authority if that is a plain host, otherwise to `localhost`.
  package init(_ request: Request, to base: String? = nil) {
    self.request = request
    let target = request.target.raw
    words = ["curl", request.method == .head ? "-I" : "-i"]
    let isPath = target.utf8.first == UInt8(ascii: "/") && !target.utf8.contains(UInt8(ascii: "#"))
    let url = (base ?? Self.base(of: request)) + (isPath ? target : "/")
    if url.unicodeScalars.contains(where: { "[]{}".unicodeScalars.contains($0) }) {
      words.append("-g")
    }
    if Self.hasDotSegment(target) { words.append("--path-as-is") }
    // A body alone would make a POST of it.
    if request.method != .head, request.method != .get || !request.body.isEmpty {
      words += ["-X", ShellWord.plain(request.method.rawValue)]
    }
    // Anything but a path would continue the host, or be a URL of its own.
    if !isPath { words += ["--request-target", ShellWord.quoted(target)] }
    words.append(ShellWord.quoted(url))
  }

  /// Adds a header field; one without a value is sent empty.
  package mutating func add(_ name: String, _ value: String) {
    words += ["-H", ShellWord.quoted(value.isEmpty ? "\(name);" : "\(name): \(value)")]
  }

  /// Adds a header field whose value the shell's variable of that name has: `$AUTHORIZATION`.
  package mutating func add(_ name: String, fromVariable variable: String) {
    let isPlain = ShellWord.isPlain(name)
    words += [
      "-H",
      isPlain ? "\"\(name): $\(variable)\"" : "\(ShellWord.quoted(name + ": "))\"$\(variable)\"",
    ]
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
    guard let text = String(validating: body, as: UTF8.self),
      !text.unicodeScalars.contains(where: { TerminalText.isControl($0) })
    else {
      return "echo \(Data(body).base64EncodedString()) | base64 -d | "
        + (words + ["--data-binary", "@-"]).joined(separator: " ")
    }
    return (words + ["--data-raw", ShellWord.quoted(text)]).joined(separator: " ")
  }

  /// The URL of the host that a request names, unless `curl` could read it as something else than a
  /// host.
  private static func base(of request: Request) -> String {
    let authority = request.authority
    let isHost =
      !authority.isEmpty
      && authority.utf8.allSatisfy { ShellWord.isPlain($0) || "[:]".utf8.contains($0) }
    return "\(request.scheme == "https" ? "https" : "http")://\(isHost ? authority : "localhost")"
  }

  /// Returns whether `curl` would shorten the path: it resolves `.` and `..`.
  private static func hasDotSegment(_ target: String) -> Bool {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    return path.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
    }
  }
}

/// Words of a POSIX shell.
package enum ShellWord {
  /// Returns a text as one word, in quotes.
  ///
  /// The shell prints control characters. Some of them would end a paste, and run the rest of it.
  package static func quoted(_ text: String) -> String {
    var word = "'"
    // By scalars: a combining mark makes a character of its own with the quote before it.
    for scalar in text.unicodeScalars {
      if scalar == "'" {
        word += #"'\''"#
      } else if TerminalText.isControl(scalar) {
        let bytes = String(scalar).utf8.map { byte in
          let digits = String(byte, radix: 8)
          return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        word += #"'"$(printf '"# + bytes.joined() + #"')"'"#
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    return word + "'"
  }

  /// Returns a text as one word, in quotes only if it needs them.
  package static func plain(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Returns whether a text is a word of letters, digits and `-._`, of which no shell makes
  /// anything else.
  static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isPlain($0) }
  }

  fileprivate static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
