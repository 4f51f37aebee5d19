public import GhostlightCore
public import HTTPTypes

/// A refusal from a vendor's catalogue, with its placeholders filled in.
///
/// Handlers throw faults, and the backend prints them in the vendor's format. Status and text are
/// the vendor's; neither is computed from the other. Every fault names the evidence for them in
/// ``source``. Faults are values; the catalogue of an emulator is ``Backend/refusals``.
///
/// ```swift
/// import Ghostlight
///
/// let fault = Fault(
///   "objectExists", .conflict, "Duplicate key for schema {schema}", source: "A28")
/// print(fault.status.code, fault.message)
/// ```
public struct Fault: Error, Sendable, Hashable {
  /// The name of the row in the catalogue.
  public let name: String
  /// The status code of the response.
  public let status: HTTPResponse.Status
  /// The vendor's text.
  ///
  /// In the catalogue it has placeholders: `Duplicate key for {schema}`.
  public private(set) var message: String
  /// The members of the vendor's envelope in addition to the message.
  public private(set) var details: JSONObject
  /// The header fields of the response.
  public private(set) var headers: HTTPFields
  /// The evidence: a section of the protocol reference, a page, or a recording.
  public let source: String
  /// An explanation for the developer that the vendor did not give.
  public private(set) var reason: String?
  /// A section of the protocol reference that is more specific than the row's source.
  private var section: String?

  /// Creates a row of a catalogue.
  public init(
    _ name: String, _ status: HTTPResponse.Status, _ message: String, details: JSONObject = [:],
    headers: HTTPFields = [:], source: String
  ) {
    self.name = name
    self.status = status
    self.message = message
    self.details = details
    self.headers = headers
    self.source = source
  }

  /// Returns the fault with each `{placeholder}` replaced by its value.
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

  /// Returns the fault with one more member for the vendor's envelope.
  package func adding(_ name: String, _ value: JSON) -> Fault {
    var copy = self
    copy.details[name] = value
    return copy
  }

  /// Returns the fault with an explanation for the developer.
  ///
  /// A section is more specific than the source of the row, which serves many refusals.
  package func withReason(_ reason: String, section: String? = nil) -> Fault {
    var copy = self
    copy.reason = reason
    copy.section = section
    return copy
  }

  /// Returns the fault for a request that no route serves, with the nearest routes in the reason.
  package func withReason(
    noRouteServes method: String, _ target: RequestTarget, nearest: [String]
  ) -> Fault {
    withReason(
      "no route serves \(method) \(target.rawPath); nearest: " + nearest.joined(separator: "; "))
  }

  /// Returns the value for `X-Ghostlight-Reason`: the reason and the sections of the protocol
  /// reference.
  ///
  /// An example is `the nonce was used before (StackMob A4)`, or `StackMob A28` if the vendor's
  /// text is complete. It is `nil` without a reason and a section.
  package func explanation(in vendor: String) -> String? {
    let sections = section ?? Self.sections(of: source)
    guard !sections.isEmpty else { return reason }
    let place = "\(vendor) \(sections)"
    return reason.map { "\($0) (\(place))" } ?? place
  }

  /// Returns the section codes in a source: `A28, A19.3` for `A28, A19.3; words an assumption`.
  private static func sections(of source: String) -> String {
    let breaks = Array(" ,;:()".utf8)
    let words = source.utf8.split { breaks.contains($0) }
    return words.filter(isSection).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: ", ")
  }

  /// Returns whether a word is a letter from A to E followed by numbers with points between them.
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
