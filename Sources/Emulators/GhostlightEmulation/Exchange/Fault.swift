public import GhostlightCore
public import HTTPTypes

/// A refusal: one row of a vendor's catalogue, with its blanks filled in.
///
/// Status and text are the vendor's; they are never computed from each other.
public struct Fault: Error, Sendable, Hashable {
  /// The row's name in the catalogue.
  public let name: String
  /// The status code that the vendor answers.
  public let status: HTTPResponse.Status
  /// The vendor's text; in the catalogue with blanks in braces: `Duplicate key for {schema}`.
  public private(set) var message: String
  /// What the vendor's envelope carries besides the message.
  public private(set) var details: JSONObject
  /// Header fields of the refusal.
  public private(set) var headers: HTTPFields
  /// Section of the protocol reference, page, or recording that says so.
  public let source: String
  /// What a developer needs to know and the vendor did not say.
  public private(set) var reason: String?
  /// A section of the protocol that says more than the row's source.
  private var section: String?

  /// Makes a row of a catalogue.
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

  /// The same row with `{blank}` replaced by its value.
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

  /// The same row with one more member for the vendor's envelope.
  package func adding(_ name: String, _ value: JSON) -> Fault {
    var copy = self
    copy.details[name] = value
    return copy
  }

  /// The same row with an explanation for the developer.
  ///
  /// A section given is more exact than the row's own, which serves many refusals.
  package func withReason(_ reason: String, section: String? = nil) -> Fault {
    var copy = self
    copy.reason = reason
    copy.section = section
    return copy
  }

  /// The same row for a request that no route serves, which names the nearest ones.
  package func withReason(
    noRouteServes method: String, _ target: RequestTarget, nearest: [String]
  ) -> Fault {
    withReason(
      "no route serves \(method) \(target.rawPath); nearest: " + nearest.joined(separator: "; "))
  }

  /// What goes to `X-Ghostlight-Reason`: the reason, and the sections of a vendor's protocol.
  ///
  /// `the nonce was used before (StackMob A4)`, or `StackMob A28` where the vendor's text says all;
  /// `nil` where nothing is known.
  package func explanation(in vendor: String) -> String? {
    let sections = section ?? Self.sections(of: source)
    guard !sections.isEmpty else { return reason }
    let place = "\(vendor) \(sections)"
    return reason.map { "\($0) (\(place))" } ?? place
  }

  /// The codes of sections in a source: `A28, A19.3` of `A28, A19.3; words an assumption`.
  private static func sections(of source: String) -> String {
    let breaks = Array(" ,;:()".utf8)
    let words = source.utf8.split { breaks.contains($0) }
    return words.filter(isSection).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: ", ")
  }

  /// Whether a word is a letter from A to E, then numbers with points between them.
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
