import GhostlightCore

/// Recognizes files of other tools that are not HAR files, by their contents.
///
/// The errors name the command that makes a HAR file of them.
enum ForeignFile {
  /// Returns the error for a file that is not JSON; `nil` if its format is unknown.
  ///
  /// - Source: mitmproxy `io/tnetstring.py` and `io/io.py`: a dictionary whose keys are strings.
  static func error(of bytes: [UInt8]) -> HARError? {
    guard isFlowFile(bytes) else { return nil }
    return HARError(
      at: "",
      "is a flow file of mitmproxy; convert it with `mitmdump -nr FILE --set hardump=FILE.har`")
  }

  /// Returns the error for a JSON document that another tool wrote; `nil` if it may be HAR.
  ///
  /// - Source: WireMock `StubMapping.java` and `JsonFileMappingsSource.java`; Pact specification 2,
  ///   "Pact file". Assumption: Charles converts its sessions with this command.
  static func error(of json: JSON) -> HARError? {
    if json["log"] != nil { return nil }
    let isMapping =
      json["request"]?.object != nil && json["response"]?.object != nil
      && json["startedDateTime"] == nil
    if json["mappings"]?.array != nil || isMapping {
      return HARError(
        at: "",
        "is a WireMock mapping; start WireMock with it, and record its responses with "
          + "`ghostlight record --upstream http://127.0.0.1:8080 -o FILE.har`")
    }
    if json["interactions"]?.array != nil {
      return HARError(at: "", "is a contract; serve it with `ghostlight stub FILE`")
    }
    if let first = json.array?.first, first["scheme"] != nil, first["host"] != nil,
      first["request"] != nil
    {
      return HARError(
        at: "", "is a session of Charles; convert it with `charles convert FILE.chlsj FILE.har`")
    }
    return nil
  }

  /// Returns the error for a ZIP archive without a HAR file.
  ///
  /// - Source: Fiddler, "Session Archive Zip"; Playwright `server/trace/recorder/tracing.ts`.
  static func error(of archive: ZIPArchive) -> HARError {
    let names = archive.entries.map(\.name)
    if names.contains(where: { $0.hasPrefix("raw/") && $0.hasSuffix("_c.txt") }) {
      return HARError(
        at: "",
        "is an archive of Fiddler; open it there, and export the sessions as HTTPArchive")
    }
    if names.contains(where: { $0.hasSuffix(".trace") }) {
      return HARError(
        at: "",
        "is a trace of Playwright; record HAR with the option recordHar: { path: 'FILE.har' }")
    }
    let count = names.count { $0.hasSuffix(".har") }
    guard count == 0 else {
      return HARError(
        at: "",
        "is a ZIP archive with \(count) HAR files; unpack it with `unzip`, and give one of them")
    }
    return HARError(
      at: "", "is a ZIP archive without a HAR file; unpack it with `unzip`, and give a HAR file")
  }

  /// Returns whether the bytes begin with a string of the format netstring whose contents begin with
  /// another one, as in `1234:4:type;4:http;`.
  private static func isFlowFile(_ bytes: [UInt8]) -> Bool {
    guard let rest = afterLength(bytes[...]), let key = afterLength(rest) else { return false }
    let name = key.prefix { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
    guard !name.isEmpty, let type = key.dropFirst(name.count).first else { return false }
    return type == UInt8(ascii: ";") || type == UInt8(ascii: ",")
  }

  /// Returns the bytes after a decimal length and a colon; `nil` if there are none.
  private static func afterLength(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    let rest = bytes.dropFirst(digits.count)
    guard (1...12).contains(digits.count), rest.first == UInt8(ascii: ":") else { return nil }
    return rest.dropFirst()
  }
}
