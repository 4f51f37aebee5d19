import GhostlightCore

/// The reason why a HAR file cannot be read, with its place and a remedy.
///
/// Everything that reads HAR files throws it. Print it for the person who has the file: its
/// ``description`` is one line, with text from the file shortened and control characters escaped.
public struct HARError: Error, Sendable, Hashable {
  /// The name of the file, as the caller passed it.
  public internal(set) var file: String
  /// The place in the file: `12:7` (line and column), or the path `log.entries[3].request.url`.
  public internal(set) var place: String
  /// The number of the entry, from 1; `nil` if the place is not in an entry.
  public internal(set) var entry: Int?
  /// The problem, and after a semicolon the remedy.
  public let message: String

  init(file: String = "", at place: String, entry: Int? = nil, _ message: String) {
    self.file = file
    self.place = place
    self.entry = entry
    self.message = message
  }

  /// Returns the error with its place relative to the enclosing object.
  func inside(_ outer: String) -> HARError {
    var problem = self
    let isEntry = outer.hasPrefix("entries[") && outer.hasSuffix("]")
    if entry == nil, isEntry, let index = Int(outer.dropFirst(8).dropLast()) {
      problem.entry = index + 1
    }
    problem.place = place.isEmpty ? outer : "\(outer).\(place)"
    return problem
  }

  /// Returns the error with the name of the file.
  func named(_ file: String) -> HARError {
    var problem = self
    problem.file = file
    return problem
  }

  /// Returns text from a file in quotes, safe to print in a message.
  static func quote(_ text: String) -> String {
    "\"\(shorten(text))\""
  }

  /// Returns text from a file on one line, cut after 120 characters.
  static func shorten(_ text: String) -> String {
    let printable = HeaderText.print(text)
    return printable.utf8.count <= 120 ? printable : "\(printable.prefix(120))..."
  }

  /// Calls `work` for a part of the file; errors that it throws get the name of the part.
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
