#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import GhostlightCore
import HTTPTypes

/// A `curl` command line for a POSIX shell that sends a given request.
///
/// The method, target, header fields and body may come from an untrusted file or client. Even then,
/// the command sends its request only to the server at the base URL, and the shell runs nothing but
/// this command.
package struct CurlCommand: Sendable {
  private let request: Request
  private var words: [String]

  /// Creates a command that sends a request; add header fields with `add(_:_:)`.
  ///
  /// `base` is the server's URL without a path. If it is `nil`, the command uses the request's
  /// authority if that is a plain host, and otherwise `localhost`.
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
    // Without `-X`, a body would turn the request into a POST.
    if request.method != .head, request.method != .get || !request.body.isEmpty {
      words += ["-X", ShellWord.plain(request.method.rawValue)]
    }
    // A target that is not a path would extend the host name, or replace the whole URL.
    if !isPath { words += ["--request-target", ShellWord.quoted(target)] }
    words.append(ShellWord.quoted(url))
  }

  /// Adds a header field; if `value` is empty, `curl` sends the field with an empty value.
  package mutating func add(_ name: String, _ value: String) {
    words += ["-H", ShellWord.quoted(value.isEmpty ? "\(name);" : "\(name): \(value)")]
  }

  /// Adds a header field whose value is in a shell variable, such as `$AUTHORIZATION`.
  package mutating func add(_ name: String, fromVariable variable: String) {
    let isPlain = ShellWord.isPlain(name)
    words += [
      "-H",
      isPlain ? "\"\(name): $\(variable)\"" : "\(ShellWord.quoted(name + ": "))\"$\(variable)\"",
    ]
  }

  /// Returns the complete command line, with the request's body.
  ///
  /// If the body is longer than `most` bytes, the command does not contain it, and `curl` reads it
  /// from the file `body` instead.
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

  /// Returns the URL of the host that the request names, or of `localhost` if the name is empty or
  /// has characters that `curl` may interpret.
  private static func base(of request: Request) -> String {
    let authority = request.authority
    let isHost =
      !authority.isEmpty
      && authority.utf8.allSatisfy { ShellWord.isPlain($0) || "[:]".utf8.contains($0) }
    return "\(request.scheme == "https" ? "https" : "http")://\(isHost ? authority : "localhost")"
  }

  /// Returns whether the path has a segment `.` or `..`, which `curl` would resolve by default.
  private static func hasDotSegment(_ target: String) -> Bool {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
    return path.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
    }
  }
}

/// Quotes strings as words of a POSIX shell command.
package enum ShellWord {
  /// Returns a string as one quoted shell word.
  ///
  /// Control characters are printed by the shell itself, with `printf`. Pasted directly, some of
  /// them would end the paste early, and the shell would run the rest as commands.
  package static func quoted(_ text: String) -> String {
    var word = "'"
    // Compares scalars, because a combining mark would form one character with the quote before it.
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

  /// Returns a string as one shell word, with quotes only if they are needed.
  package static func plain(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Returns whether a string has only letters, digits and `-._`, which every shell leaves
  /// unchanged.
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
