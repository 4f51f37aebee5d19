import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// A custom code method in one environment, with the progress of its start (A21).
struct CustomCodeInstance: Sendable, Hashable {
  /// The method's response; `nil` if the configuration has a closure for the method.
  var fixture: CustomCodeFixture?
  /// The time from the first call until the instance is ready, in seconds.
  var startSeconds: Int64 = 0
  /// The number of further calls that are refused because the method is starting, regardless of the
  /// time.
  var startingCalls: Int64 = 0
  /// The time when the instance is ready, in milliseconds since 1970; `nil` before the first call.
  var readyAt: Int64?

  /// The readiness of the instance for a call that has just arrived.
  enum Readiness: Sendable, Hashable {
    case ready
    /// The instance is starting because of an earlier call; `seconds` is the time that it still
    /// needs.
    case starting(seconds: Int64)
    /// This call starts the instance, or reduces ``CustomCodeInstance/startingCalls``.
    case scheduled(seconds: Int64)
  }

  func readiness(at moment: Moment) -> Readiness {
    if startingCalls > 0 { return .scheduled(seconds: max(startSeconds, 1)) }
    guard let readyAt else { return startSeconds > 0 ? .scheduled(seconds: startSeconds) : .ready }
    let (left, overflows) = readyAt.subtractingReportingOverflow(moment.milliseconds)
    guard left > 0 || overflows else { return .ready }
    return .starting(seconds: overflows ? .max : (left - 1) / 1000 + 1)
  }

  /// Records a call that was refused because the instance is starting.
  mutating func schedule(at moment: Moment) {
    if startingCalls > 0 {
      startingCalls -= 1
      if startingCalls == 0 { readyAt = moment.milliseconds }
    } else {
      let (span, overflows) = startSeconds.multipliedReportingOverflow(by: 1000)
      readyAt = moment.later(byMilliseconds: overflows ? .max : span)
    }
  }
}

extension CustomCodeInstance {
  var snapshot: JSON {
    [
      "fixture": fixture?.snapshot ?? .null,
      "startSeconds": .integer(startSeconds),
      "startingCalls": .integer(startingCalls),
      "readyAt": readyAt.map(JSON.integer) ?? .null,
    ]
  }

  /// Creates an instance from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    if let fixture = reader.optional("fixture") { self.fixture = try CustomCodeFixture(fixture) }
    startSeconds = try Self.count(try reader.member("startSeconds"))
    startingCalls = try Self.count(try reader.member("startingCalls"))
    readyAt = try reader.optional("readyAt")?.integer()
  }

  private static func count(_ reader: SnapshotReader) throws(SnapshotError) -> Int64 {
    guard (0...1 << 32).contains(try reader.integer()) else {
      throw reader.error("is not a valid count")
    }
    return try reader.integer()
  }
}

extension CustomCodeFixture {
  /// The name of this fixture in ``named``, or the complete template or response if it has no name.
  var snapshot: JSON {
    if let name = Self.named.first(where: { $0.value == self })?.key { return .string(name) }
    switch self {
    case .template(let template):
      return [
        "status": .integer(Int64(template.status)),
        "contentType": template.contentType.map(JSON.string) ?? .null,
        "headers": Self.snapshot(template.headers),
        "template": template.body,
      ]
    case .answer(let answer):
      return [
        "status": .integer(Int64(answer.status)),
        "contentType": .string(answer.contentType),
        "headers": Self.snapshot(answer.headers),
        "body": .string(Base64.encode(answer.body)),
      ]
    case .program(let program):
      return [
        "forward": .string(program.url), "timeoutSeconds": .integer(program.timeoutSeconds),
      ]
    }
  }

  private static func snapshot(_ fields: [FormField]) -> JSON {
    .array(fields.map { [.string($0.name), .string($0.value)] })
  }

  /// Creates a fixture from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    if let name = reader.value.string {
      guard let fixture = Self.named.first(where: { $0.key == name })?.value else {
        throw reader.error("is not a fixture")
      }
      self = fixture
      return
    }
    if reader.value["forward"] != nil {
      self = .program(try CustomCodeProgram(reader))
      return
    }
    let status = try reader.member("status")
    guard (200...599).contains(try status.integer()) else {
      throw status.error("is not a valid status")
    }
    var headers: [FormField] = []
    for field in try reader.member("headers").elements() {
      let pair = try field.elements()
      guard pair.count == 2 else { throw field.error("is not a valid field") }
      headers.append(FormField(try pair[0].string(), try pair[1].string()))
    }
    if reader.value["template"] != nil {
      var template = CustomCodeTemplate(reader.value["template"] ?? .null)
      template.status = Int(try status.integer())
      template.contentType = try reader.optional("contentType")?.string()
      template.headers = headers
      self = .template(template)
      return
    }
    let text = try reader.member("body")
    guard let body = Base64.decode(try text.string()) else {
      throw text.error("is not valid base64")
    }
    self = .answer(
      CustomCodeAnswer(
        status: Int(try status.integer()),
        contentType: try reader.member("contentType").string(), headers: headers, body: body))
  }
}

extension CustomCodeProgram {
  /// Creates a program from a ``CustomCodeFixture/snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  fileprivate init(_ reader: SnapshotReader) throws(SnapshotError) {
    let (url, seconds) = (try reader.member("forward"), try reader.member("timeoutSeconds"))
    guard Self.timeouts.contains(try seconds.integer()) else {
      throw seconds.error("is not a valid number of seconds")
    }
    let (text, timeout) = (try url.string(), try seconds.integer())
    do throws(Problem) {
      try self.init(url: text, timeoutSeconds: timeout)
    } catch {
      throw url.error(error.text)
    }
  }
}
