import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// A program that writes HAR files, with a small file in which it shows its habits.
///
/// The files are written by hand after the program's public source, or after files that it wrote.
struct HARWriter: Sendable, CustomStringConvertible {
  /// The program's name.
  let description: String
  /// The public source of its habits.
  let source: String
  /// The members of `log` other than the entries.
  var log: String
  /// Text before the file's JSON, such as a byte order mark.
  var prefix = ""
  /// The entries, each as JSON.
  var entries: [String]
  /// The exchanges of the recording, as `METHOD URL [body] STATUS body`.
  let exchanges: [String]
  /// The warnings about the file.
  let warnings: [String]

  var bytes: [UInt8] {
    Array((prefix + #"{"log":{\#(log)"entries":[\#(entries.joined(separator: ","))]}}"#).utf8)
  }
}

extension HARWriter {
  static let all = browsers + proxies + libraries

  /// Returns an entry; `more` are further members, which begin with a comma.
  static func entry(
    _ request: String, _ response: String?, at date: String? = #""2024-05-01T12:00:00.000Z""#,
    _ more: String = ""
  ) -> String {
    let started = date.map { #""startedDateTime":\#($0),"# } ?? ""
    let answered = response.map { #","response":\#($0)"# } ?? ""
    return #"{\#(started)"time":1,"request":\#(request)\#(answered)\#(more)}"#
  }

  /// Returns a request; `more` are further members, which begin with a comma.
  static func request(_ method: String, _ url: String, _ more: String = "") -> String {
    #"{"method":"\#(method)","url":"\#(url)","httpVersion":"HTTP/1.1","cookies":[]\#(more)}"#
  }

  /// Returns a response with status 200; `more` are further members, which begin with a comma.
  static func ok(_ text: String, _ more: String = "") -> String {
    #"{"status":200,"statusText":"OK","content":{"size":\#(text.utf8.count),"mimeType":"#
      + #""text/plain","text":"\#(text)"}\#(more)}"#
  }

  /// Returns an exchange in the form of ``exchanges``.
  static func line(_ exchange: RecordedExchange) -> String {
    let (request, response) = (exchange.request, exchange.response)
    let body = String(decoding: request.body, as: UTF8.self)
    return "\(request.method) \(request.scheme)://\(request.authority)\(request.target.raw) "
      + "[\(body)] \(response.status.code) \(text(response.body))"
  }

  private static func text(_ body: [UInt8]) -> String {
    String(validating: body, as: UTF8.self) ?? body.map { String($0, radix: 16) }.joined()
  }
}
