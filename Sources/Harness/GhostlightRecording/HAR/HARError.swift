import GhostlightCore

/// The reason why a HAR file cannot be read, with the place of the problem and a remedy.
///
/// All functions that read HAR files throw this error. Print it for the person who has the file:
/// its ``description`` is one line, with text from the file shortened and control characters
/// escaped.
public struct HARError: Error, Sendable, Hashable {
  /// The file's name, as the caller passed it.
  public internal(set) var file: String
  /// The place in the file: `12:7` (line and column), or the path `log.entries[3].request.url`.
  public internal(set) var place: String
  /// The position of the entry in the log, from 1; `nil` if the problem is not in an entry.
  public internal(set) var entry: Int?
  /// The problem, a semicolon, and the remedy.
  public let message: String

  init(file: String = "", at place: String, entry: Int? = nil, _ message: String) {
    self.file = file
    self.place = place
    self.entry = entry
    self.message = message
  }

  /// Returns the error with `outer` added at the start of its place.
  func inside(_ outer: String) -> HARError {
    var problem = self
    let isEntry = outer.hasPrefix("entries[") && outer.hasSuffix("]")
    if entry == nil, isEntry, let index = Int(outer.dropFirst(8).dropLast()) {
      problem.entry = index + 1
    }
    problem.place = place.isEmpty ? outer : "\(outer).\(place)"
    return problem
  }

  /// Returns the error with the file's name set.
  func named(_ file: String) -> HARError {
    var problem = self
    problem.file = file
    return problem
  }

  /// Returns text from a file in quotes, safe for messages.
  static func quote(_ text: String) -> String {
    "\"\(shorten(text))\""
  }

  /// Returns text from a file on one line, cut after 120 characters.
  static func shorten(_ text: String) -> String {
    let printable = HeaderText.print(text)
    return printable.utf8.count <= 120 ? printable : "\(printable.prefix(120))..."
  }

  /// Calls `work`; the places of errors that it throws get the prefix `part`.
  static func inside<Value>(
    _ part: String, _ work: () throws(HARError) -> Value
  ) throws(HARError) -> Value {
    do throws(HARError) {
      return try work()
    } catch {
      throw error.inside(part)
    }
  }
}

extension HARError: CustomStringConvertible {
  /// One line: `shop.har: log.entries[3].request.url (entry 4): is missing; add text`.
  public var description: String {
    var parts: [String] = []
    if !file.isEmpty { parts.append(HeaderText.print(file)) }
    if !place.isEmpty { parts.append(place + (entry.map { " (entry \($0))" } ?? "")) }
    return (parts + [message]).joined(separator: ": ")
  }
}
