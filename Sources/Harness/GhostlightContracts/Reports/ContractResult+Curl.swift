import Foundation
import GhostlightCore
import HTTPTypes

extension ContractResult {
  /// The request as a command line of `curl`, for a POSIX shell; `nil` where none was sent.
  ///
  /// Without an address it goes to the authority that the contract names. A field that was added
  /// with a value of its own is taken from a variable: `-H "Authorization: $AUTHORIZATION"`.
  public var curl: String? {
    guard let request else { return nil }
    let base = address ?? "\(request.scheme)://\(request.authority)"
    let url = base + request.target.raw
    var words = ["curl", request.method == .head ? "-I" : "-i"]
    if url.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
    if request.method != .get, request.method != .head {
      words += ["-X", request.method.rawValue]
    }
    words.append(Self.quoted(url))
    if address != nil, request.authority != "localhost" {
      words += ["-H", Self.quoted("Host: \(request.authority)")]
    }
    for field in request.headers
    where !secretFields.contains(where: { $0.lowercased() == field.name.canonicalName }) {
      let text = "\(field.name.rawName): \(field.value)"
      words += ["-H", Self.quoted(field.value.isEmpty ? "\(field.name.rawName);" : text)]
    }
    for name in secretFields {
      let variable = name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
      words += ["-H", "\"\(name): $\(String(variable))\""]
    }
    guard !request.body.isEmpty else { return words.joined(separator: " ") }
    if request.headers[.contentType] == nil { words += ["-H", "'Content-Type:'"] }
    return Self.sending(request.body, words)
  }

  /// The longest body that stands in the command itself.
  private static let mostBytes = 8000

  private static func sending(_ body: [UInt8], _ words: [String]) -> String {
    guard body.count <= mostBytes else {
      let text = (words + ["--data-binary", "@body"]).joined(separator: " ")
      return "\(text)  # \(body.count) bytes, which --record writes"
    }
    guard let text = String(validating: body, as: UTF8.self), !text.unicodeScalars.contains("\0")
    else {
      return "echo \(Data(body).base64EncodedString()) | base64 -d | "
        + (words + ["--data-binary", "@-"]).joined(separator: " ")
    }
    return (words + ["--data-raw", quoted(text)]).joined(separator: " ")
  }

  /// The text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
