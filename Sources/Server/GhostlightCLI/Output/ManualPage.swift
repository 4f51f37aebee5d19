import ArgumentParser
import GhostlightCore
import GhostlightServer

/// A manual page in roff, the input format of `man`.
struct ManualPage {
  /// The page's name, such as `ghostlight-serve`.
  let name: String
  let text: String

  /// Returns the pages of a command and all subcommands, generated from the parser's help data.
  static func all(of command: any ParsableCommand.Type) -> [ManualPage] {
    guard let json = try? JSON.parse(Array(command._dumpHelp().utf8)), let root = json["command"]
    else { return [] }
    return pages(of: root, below: [])
  }

  private static func pages(of command: JSON, below parents: [String]) -> [ManualPage] {
    let path = parents + [command["commandName"]?.string ?? ""]
    let subcommands = (command["subcommands"]?.array ?? []).filter {
      $0["commandName"]?.string != "help"
    }
    let page = ManualPage(
      name: path.joined(separator: "-"),
      text: Roff.page(command, path, subcommands: subcommands))
    return [page] + subcommands.flatMap { pages(of: $0, below: path) }
  }
}

/// Prints a command's help data as roff.
///
/// - Source: man(7), groff_char(7).
private enum Roff {
  static func page(_ command: JSON, _ path: [String], subcommands: [JSON]) -> String {
    let name = path.joined(separator: "-")
    let arguments = (command["arguments"]?.array ?? []).filter {
      $0["shouldDisplay"]?.bool ?? true
    }
    var lines = [
      ".TH \(escaped(name.uppercased())) 1 \"\" \"Ghostlight \(Version.current)\" \"Ghostlight\"",
      ".SH NAME", "\(escaped(name)) \\- \(escaped(command["abstract"]?.string ?? ""))",
      ".SH SYNOPSIS", ".B \(escaped(path.joined(separator: " ")))",
    ]
    lines += arguments.map(synopsis)
    if !subcommands.isEmpty { lines.append("\\fIcommand\\fR ...") }
    lines += description(command["discussion"]?.string ?? "") + options(arguments)
    if !subcommands.isEmpty {
      lines.append(".SH COMMANDS")
      for subcommand in subcommands {
        let abstract = escaped(subcommand["abstract"]?.string ?? "")
        lines += [".TP", ".B \(escaped(subcommand["commandName"]?.string ?? ""))", abstract]
      }
    }
    return (lines + seeAlso(path, subcommands)).joined(separator: "\n")
  }

  /// Returns the command's long description; examples and exit codes get their own headings.
  private static func description(_ discussion: String) -> [String] {
    var sections: [(heading: String, lines: [String])] = [
      ("DESCRIPTION", []), ("EXAMPLES", []), ("EXIT STATUS", []),
    ]
    for paragraph in discussion.split(separator: "\n\n") {
      var text = String(paragraph)
      var section = 0
      for (prefix, index) in [("Examples:\n", 1), ("Example: ", 1), ("Exit codes: ", 2)]
      where text.hasPrefix(prefix) {
        text.removeFirst(prefix.count)
        section = index
      }
      sections[section].lines += [".PP"] + self.paragraph(text, isExample: section == 1)
    }
    return sections.flatMap { $0.lines.isEmpty ? [] : [".SH \($0.heading)"] + $0.lines.dropFirst() }
  }

  /// Returns a paragraph; indented lines and examples keep their line breaks.
  private static func paragraph(_ text: String, isExample: Bool) -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    guard isExample || lines.contains(where: { $0.hasPrefix("  ") }) else {
      return lines.map(escaped)
    }
    return [".nf"] + lines.map(escaped) + [".fi"]
  }

  private static func options(_ arguments: [JSON]) -> [String] {
    var lines: [String] = []
    var titles: [String] = []
    for argument in arguments {
      let title = argument["sectionTitle"]?.string ?? ""
      if !titles.contains(title) { titles.append(title) }
    }
    for title in titles {
      if !title.isEmpty { lines.append(".SS \(escaped(title))") }
      for argument in arguments where (argument["sectionTitle"]?.string ?? "") == title {
        lines += [".TP", label(argument), escaped(explanation(argument))]
      }
    }
    return lines.isEmpty ? [] : [".SH OPTIONS"] + lines
  }

  private static func explanation(_ argument: JSON) -> String {
    let text = argument["abstract"]?.string ?? ""
    let values = (argument["allValues"]?.array ?? []).compactMap(\.string)
    var notes: [String] = []
    if !values.isEmpty { notes.append("values: \(values.joined(separator: ", "))") }
    if let value = argument["defaultValue"]?.string { notes.append("default: \(value)") }
    return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: "; ")))"
  }

  /// Returns all spellings of an option, followed by the name of its value.
  private static func label(_ argument: JSON) -> String {
    let value = argument["valueName"]?.string ?? ""
    guard argument["kind"]?.string != "positional" else { return "\\fI\(escaped(value))\\fR" }
    let names = (argument["names"]?.array ?? []).map { "\\fB\(escaped(dashed($0)))\\fR" }
    let isOption = argument["kind"]?.string == "option"
    return names.joined(separator: ", ") + (isOption ? " \\fI\(escaped(value))\\fR" : "")
  }

  private static func synopsis(_ argument: JSON) -> String {
    let value = "\\fI\(escaped(argument["valueName"]?.string ?? ""))\\fR"
    let isRepeating = argument["isRepeating"]?.bool ?? false
    var text = value
    if argument["kind"]?.string != "positional", let name = argument["preferredName"] {
      text = "\\fB\(escaped(dashed(name)))\\fR"
      if argument["kind"]?.string == "option" { text += " " + value }
    }
    if isRepeating { text += " ..." }
    return argument["isOptional"]?.bool ?? true ? "[\(text)]" : text
  }

  private static func dashed(_ name: JSON) -> String {
    (name["kind"]?.string == "short" ? "-" : "--") + (name["name"]?.string ?? "")
  }

  private static func seeAlso(_ path: [String], _ subcommands: [JSON]) -> [String] {
    var names = subcommands.map { subcommand in
      (path + [subcommand["commandName"]?.string ?? ""]).joined(separator: "-")
    }
    if path.count > 1 { names.insert(path.dropLast().joined(separator: "-"), at: 0) }
    guard !names.isEmpty else { return [] }
    return [".SH SEE ALSO"] + [names.map { "\\fB\(escaped($0))\\fR(1)" }.joined(separator: ", ")]
  }

  /// Returns the text with roff's special characters escaped; dashes stay copyable.
  private static func escaped(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": line += "\\e"
      case "-": line += "\\-"
      case "\n": line += " "
      case "\"": line += "\\(dq"
      case _ where scalar.value > 126:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        line += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "]"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
