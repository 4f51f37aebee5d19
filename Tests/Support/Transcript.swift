package import Foundation
package import GhostlightCore
package import GhostlightEmulation
import HTTPTypes
import Testing

/// The text of a file with requests to a backend, each with the response that the backend gives.
///
/// A line that starts with `>` is a request or a command, `|` a header field of it, `.` a line of
/// its body, and `=` a name for a member of its result, for later requests: `$name$`. The lines
/// that start with `<` are the result: status, effect, units of work, header fields and body.
/// Header fields like those of the result before are `< =`.
///
/// The commands besides requests are `GIVEN state`, `WAIT seconds`, `FAIL status seconds method
/// target`, `STATE`, `OUTBOX`, `RESTORE`, `TABLES`, `ROWS table`, `PUTROW table | key`,
/// `REMOVE table | key` and `PERFORM table | key | action`.
///
/// With the environment variable `GHOSTLIGHT_TRANSCRIPTS=write`, the results are written instead of
/// compared. Read the difference before you commit it.
package struct Transcript<Emulator: Backend> {
  /// A request or a command of a transcript.
  private struct Step {
    var comments: [String] = []
    var line = ""
    var fields: [String] = []
    var body: [String] = []
    var names: [String] = []
    var results: [String] = []
  }

  private let make: () -> Emulator
  private let prepare: (inout Request, _ signer: String?, Moment) -> Void
  private var backend: Emulator
  private var milliseconds: Int64
  private var exchanges: UInt64 = 0
  private var values: [String: String] = [:]
  private var fields: [String] = []
  /// The changes so far, each as a function that repeats it.
  private var log: [(inout Emulator) -> Void] = []

  /// Plays all transcripts of a folder and compares the results.
  ///
  /// - Parameters:
  ///   - file: The path of a transcript.
  ///   - milliseconds: The time of the first exchange.
  ///   - make: Creates the backend.
  ///   - prepare: Adds what each request of a client has, such as a signature by the user whom the
  ///     header field `as` names.
  /// - Throws: The error of reading or writing the file.
  package static func play(
    _ file: URL, from milliseconds: Int64, on make: @escaping () -> Emulator,
    prepare: @escaping (inout Request, _ signer: String?, Moment) -> Void = { _, _, _ in }
  ) throws {
    var transcript = Transcript(
      make: make, prepare: prepare, backend: make(), milliseconds: milliseconds)
    let text = try String(contentsOf: file, encoding: .utf8)
    var steps = parse(text)
    for position in steps.indices {
      let expected = steps[position].results
      steps[position].results = transcript.run(steps[position])
      guard ProcessInfo.processInfo.environment["GHOSTLIGHT_TRANSCRIPTS"] != "write" else {
        continue
      }
      #expect(
        steps[position].results == expected,
        "\(file.lastPathComponent): \(steps[position].line)")
    }
    transcript.checkReplay(file.lastPathComponent)
    if ProcessInfo.processInfo.environment["GHOSTLIGHT_TRANSCRIPTS"] == "write" {
      try print(steps).write(to: file, atomically: true, encoding: .utf8)
    }
  }

  private static func parse(_ text: String) -> [Step] {
    var steps: [Step] = [Step()]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let rest = String(line.dropFirst(2))
      let isCommand = line.hasPrefix(">")
      if isCommand && !(steps[steps.count - 1].line.isEmpty)
        || (line.isEmpty || line.hasPrefix("#")) && !steps[steps.count - 1].line.isEmpty
      {
        steps.append(Step())
      }
      switch line.first {
      case ">": steps[steps.count - 1].line = rest
      case "|": steps[steps.count - 1].fields.append(rest)
      case ".": steps[steps.count - 1].body.append(rest)
      case "=": steps[steps.count - 1].names.append(rest)
      case "<": steps[steps.count - 1].results.append(rest)
      default: steps[steps.count - 1].comments.append(String(line))
      }
    }
    return steps
  }

  private static func print(_ steps: [Step]) -> String {
    var lines: [String] = []
    for step in steps {
      lines += step.comments
      if !step.line.isEmpty { lines.append("> " + step.line) }
      lines += step.fields.map { "| " + $0 }
      lines += step.body.map { ". " + $0 }
      lines += step.names.map { "= " + $0 }
      lines += step.results.map { "< " + $0 }
    }
    return lines.joined(separator: "\n")
  }

  private mutating func run(_ step: Step) -> [String] {
    guard !step.line.isEmpty else { return [] }
    let words = step.line.split(separator: " ", maxSplits: 1).map { filled(String($0)) }
    let rest = words.count > 1 ? words[1] : ""
    let body = filled(step.body.joined(separator: "\r\n"))
    exchanges += 1
    let moment = Moment(milliseconds: milliseconds, seed: exchanges, order: exchanges)
    let parts = rest.components(separatedBy: " | ")
    switch words[0] {
    case "WAIT":
      milliseconds += (Int64(rest) ?? 0) * 1000
      return []
    case "GIVEN":
      return given(rest, body, moment, names: step.names)
    case "FAIL": return fail(rest, moment)
    case "STATE": return [backend.snapshot.text()]
    case "OUTBOX": return [backend.outbox.snapshot.text()]
    case "RESTORE": return restore()
    case "TABLES": return backend.dataTableSummaries.flatMap(Self.lines)
    case "ROWS":
      return backend.dataRows(of: rest)?.all.map { "\($0.key) \(JSON.object($0.row).text())" }
        ?? ["none"]
    case "PUTROW":
      let key = parts.count > 1 ? parts[1] : nil
      return edit(parts[0], key, .put(Self.json(body).object ?? [:]), moment, names: step.names)
    case "REMOVE": return edit(parts[0], parts[1], .remove, moment, names: [])
    case "PERFORM":
      return edit(parts[0], parts[1], .perform(parts[2]), moment, names: step.names)
    default:
      var request = request(words[0], rest, body)
      var signer: String?
      for field in step.fields.map(filled) {
        let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        if parts[0] == "as" {
          signer = String(value)
        } else if let name = HTTPField.Name(String(parts[0])) {
          request.headers.append(HTTPField(name: name, value: String(value)))
        }
      }
      if request.headers[.contentType] == nil, body.hasPrefix("{") || body.hasPrefix("[") {
        request.headers[.contentType] = "application/json"
      }
      prepare(&request, signer, moment)
      return exchange(request, moment, names: step.names)
    }
  }

  private func request(_ method: String, _ target: String, _ body: String) -> Request {
    var encoded = ""
    for byte in target.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7F && !#""<>\^`{|}#"#.utf8.contains(byte)
      encoded += isPlain ? String(UnicodeScalar(byte)) : "%" + Self.hexadecimal(byte)
    }
    return Request(
      HTTPRequest.Method(rawValue: method) ?? .get, RequestTarget(encoded),
      authority: "127.0.0.1:8080", body: Array(body.utf8))
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }

  private mutating func exchange(
    _ request: Request, _ moment: Moment, names: [String]
  ) -> [String] {
    let before = backend
    let budget = WorkBudget(1 << 50)
    let answer = backend.answer(request, at: moment, within: budget)
    let units = budget.limit - (budget.left ?? 0)
    checkLimit(request, moment, before, answer, units)
    let isChanged = answer.effect == .changed
    #expect(isChanged || backend.snapshot == before.snapshot, "\(request.target.raw)")
    #expect(!isChanged || before.changes(request), "\(request.target.raw)")
    #expect(answer.route == before.route(of: request), "\(request.target.raw)")
    if isChanged { log.append { _ = $0.answer(request, at: moment) } }
    define(names, answer.response.json ?? .null)
    return ["\(answer.response.status.code) \(answer.effect.rawValue) \(units)"]
      + lines(of: answer.response) + (isChanged ? eventLines : [])
  }

  /// Checks that the units of a request are enough for it, and that one unit less is not.
  private func checkLimit(
    _ request: Request, _ moment: Moment, _ before: Emulator, _ answer: Answer, _ units: Int
  ) {
    var copy = before
    let enough = copy.answer(request, at: moment, within: WorkBudget(units))
    #expect(enough.response == answer.response, "\(request.target.raw) with \(units) units")
    guard units > 0 else { return }
    copy = before
    let budget = WorkBudget(units - 1)
    let refused = copy.answer(request, at: moment, within: budget)
    #expect(budget.isExhausted && refused.effect == .refused, "\(request.target.raw)")
    #expect(copy.snapshot == before.snapshot, "\(request.target.raw) with too few units")
  }

  private var eventLines: [String] { backend.events.map { "event \($0.topic) \($0.text)" } }

  private mutating func lines(of response: Response) -> [String] {
    let found = response.headers.filter { $0.name != .date }.map {
      "\($0.name.rawName): \($0.value)"
    }
    let shown = found == fields ? ["="] : found
    fields = found
    guard !response.body.isEmpty else { return shown }
    let text = String(validating: response.body, as: UTF8.self) ?? "\(response.body)"
    return shown + text.components(separatedBy: "\n")
  }

  private static func lines(of table: DataTableSummary) -> [String] {
    let columns = table.columns.map { column in
      column.link.map { "\(column.name) in \($0)" } ?? column.name
    }
    let actions = table.actions.map { "\($0.name) (\($0.title))" }
    let query = table.query.map { query in
      let headers = query.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return ["  query \(query.path) \(query.member) \(query.example) \(headers)"]
    }
    let edits = "\(table.isEditable ? "editable" : "fixed") \(table.isRemovable ? "removable" : "")"
    return [
      "\(table.name): \(table.title) in \(table.group), \(table.count) by \(table.key), \(edits)",
      "  columns \(columns.joined(separator: ", "))",
      "  actions \(actions.joined(separator: ", "))",
    ] + (query ?? [])
  }

  private mutating func given(
    _ name: String, _ body: String, _ moment: Moment, names: [String]
  ) -> [String] {
    let (before, parameters) = (backend, Self.json(body).object ?? [:])
    do throws(ProviderStateError) {
      let results = try backend.setUp(name, parameters: parameters, at: moment)
      log.append { _ = try? $0.setUp(name, parameters: parameters, at: moment) }
      define(names, .object(results))
      return [JSON.object(results).text()] + eventLines
    } catch {
      #expect(backend.snapshot == before.snapshot, "\(name)")
      return ["refused: \(error)"]
    }
  }

  private mutating func edit(
    _ table: String, _ key: String?, _ operation: DataEdit.Operation, _ moment: Moment,
    names: [String]
  ) -> [String] {
    let (before, edit) = (backend, DataEdit(table: table, key: key, operation))
    do throws(ProviderStateError) {
      #expect(try DataEdit(parameters: edit.parameters) == edit)
      let outcome = try backend.edit(edit, at: moment)
      log.append { _ = try? $0.edit(edit, at: moment) }
      define(names, .object(outcome.values))
      return ["\(outcome.key) \(JSON.object(outcome.values).text())"] + eventLines
    } catch {
      #expect(backend.snapshot == before.snapshot, "\(table)")
      return ["refused: \(error)"]
    }
  }

  private mutating func fail(_ text: String, _ moment: Moment) -> [String] {
    let words = text.split(separator: " ", maxSplits: 3).map(String.init)
    let failure = ServiceFailure(
      HTTPResponse.Status(code: Int(words[0]) ?? 500), retryAfterSeconds: Int(words[1]),
      headers: [.via: "a fault plan"])
    var request = request(words[2], words[3], "")
    prepare(&request, nil, moment)
    let response = backend.answer(failure, to: request, at: moment)
    return ["\(response.status.code)"] + lines(of: response)
  }

  private mutating func restore() -> [String] {
    let text = backend.snapshot.text()
    var restored = make()
    do {
      try restored.restore(try JSON.parse(text))
      #expect(restored.snapshot.text() == text)
      backend = restored
      log.append { $0 = restored }
      return []
    } catch {
      return ["refused: \(error)"]
    }
  }

  /// Checks that the changes alone give the same state, as a replay of the log does.
  private func checkReplay(_ name: String) {
    var replayed = make()
    for change in log { change(&replayed) }
    #expect(replayed.snapshot.text() == backend.snapshot.text(), "\(name), replayed")
  }

  private mutating func define(_ names: [String], _ result: JSON) {
    for name in names {
      let words = name.split(separator: " ").map(String.init)
      var value: JSON? = result
      for member in words[1].split(separator: ".") {
        value = Int(member).flatMap { value?[$0] } ?? value?[String(member)]
      }
      values[words[0]] = value?.string ?? value?.text() ?? "missing"
    }
  }

  private func filled(_ text: String) -> String {
    values.reduce(text) { $0.replacingOccurrences(of: "$\($1.key)$", with: $1.value) }
  }

  private static func json(_ text: String) -> JSON {
    do throws(JSONError) { return try JSON.parse(Array(text.utf8)) } catch { return .null }
  }
}
