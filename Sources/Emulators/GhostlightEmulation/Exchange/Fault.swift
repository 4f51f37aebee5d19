public import GhostlightCore
public import HTTPTypes

/// A refusal from a vendor's catalogue, with its placeholders filled in.
///
/// Handlers throw faults, and the backend serializes them in the vendor's format. The status and
/// the message are both the vendor's; neither is computed from the other. Every fault names the
/// evidence for both in ``source``. Faults are values; the catalogue of an emulator is
/// ``BackendCatalogue/refusals``.
///
/// ```swift
/// import Ghostlight
///
/// let fault = Fault(
///   "objectExists", .conflict, "Duplicate key for schema {schema}", source: "A28")
/// print(fault.status.code, fault.message)
/// ```
public struct Fault: Error, Sendable, Hashable {
  /// The name of the refusal in the vendor's catalogue.
  public let name: String
  /// The status code of the response.
  public let status: HTTPResponse.Status
  /// The vendor's message.
  ///
  /// In the catalogue it contains placeholders, as in `Duplicate key for {schema}`.
  public private(set) var message: String
  /// The members of the vendor's error body in addition to the message.
  public private(set) var details: JSONObject
  /// The header fields of the response, in addition to those that every refusal has.
  public private(set) var headers: HTTPFields
  /// The evidence for the status and the message: a section of the protocol reference, a web page
  /// or a recording.
  public let source: String
  /// An explanation for the developer, with what to do; `nil` if the message is one.
  ///
  /// It is sent in `X-Ghostlight-Reason`, and never in the vendor's response.
  public private(set) var reason: String?
  /// A section of the protocol reference that is more specific than ``source``, or `nil`.
  private var section: String?

  /// Creates an entry of a catalogue of refusals.
  public init(
    _ name: String, _ status: HTTPResponse.Status, _ message: String, details: JSONObject = [:],
    headers: HTTPFields = [:], reason: String? = nil, source: String
  ) {
    self.name = name
    self.status = status
    self.message = message
    self.details = details
    self.headers = headers
    self.reason = reason
    self.source = source
  }

  /// Returns this fault with each `{placeholder}` of the message replaced by its value.
  package func filled(_ blanks: KeyValuePairs<String, String>) -> Fault {
    var text = ""
    var rest = message[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      text += rest[..<open]
      text += blanks.first { $0.key == name }?.value ?? "{\(name)}"
      rest = rest[rest.index(after: close)...]
    }
    var copy = self
    copy.message = text + rest
    return copy
  }

  /// Returns this fault with one more member in the vendor's error body.
  package func adding(_ name: String, _ value: JSON) -> Fault {
    var copy = self
    copy.details[name] = value
    return copy
  }

  /// Returns this fault with an explanation for the developer.
  ///
  /// Pass `section` to cite a section of the protocol reference that is more specific than
  /// ``source``, because one catalogue entry serves many refusals.
  package func withReason(_ reason: String, section: String? = nil) -> Fault {
    var copy = self
    copy.reason = reason
    copy.section = section
    return copy
  }

  /// Returns this fault with a reason that lists the routes most similar to a request that no route
  /// serves.
  package func withReason(
    noRouteServes method: String, _ target: RequestTarget, nearest: [String]
  ) -> Fault {
    withReason(
      "no route serves \(method) \(target.rawPath); nearest: " + nearest.joined(separator: "; "))
  }

  /// Returns the value for `X-Ghostlight-Reason`: the reason, otherwise the message, and the
  /// sections of the protocol reference.
  ///
  /// An example is `the nonce was used before (StackMob A4)`.
  package func explanation(in vendor: String) -> String {
    let words = reason ?? (message.isEmpty ? name : message)
    let sections = section ?? Self.sections(of: source)
    return sections.isEmpty ? words : "\(words) (\(vendor) \(sections))"
  }

  /// The refusal as plain JSON with its reason, for a backend whose vendor has no format.
  package var plainResponse: Response {
    var response = Response.json(status, ["error": .string(message)])
    response.headers[.ghostlightReason] = reason.map(HeaderText.print)
    return response
  }

  /// Returns the section codes in a source, separated by commas.
  ///
  /// For `A28, A19.3; words an assumption`, they are `A28, A19.3`.
  private static func sections(of source: String) -> String {
    let breaks = Array(" ,;:()".utf8)
    let words = source.utf8.split { breaks.contains($0) }
    return words.filter(isSection).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: ", ")
  }

  /// Returns whether a word is a section code: a letter from A to E followed by numbers separated
  /// by dots.
  private static func isSection(_ word: Substring.UTF8View) -> Bool {
    guard let letter = word.first, (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(letter) else {
      return false
    }
    let numbers = word.dropFirst().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return numbers.allSatisfy { number in
      !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }
}
