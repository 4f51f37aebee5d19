public import GhostlightCore
public import HTTPTypes
import NIOHTTP1

/// A client of the control API of a running server.
///
/// Commands of `ghostlight` and tests in other processes use a client to reset namespaces, to set
/// up provider states, to inject faults and to read the journal. In the server's own process, call
/// the methods of the stage instead.
///
/// A client keeps no connection between two calls and no other state. Calls may therefore run in
/// parallel, from any task. Each call waits until the server has sent its whole response.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightServer
/// import HTTPTypes
///
/// func advanceClock() async throws {
///   let client = try ControlClient(url: "http://127.0.0.1:4400")
///   let clock = try await client.call(.post, "clock", ["advance": "1h30m"])
///   print(clock["now"]?.string ?? "")
/// }
/// ```
public struct ControlClient: Sendable {
  /// The base URL of the control listener, without a trailing slash.
  public let url: String
  private let peer: HTTPOrigin
  private let token: ControlToken?
  private let option: String

  /// The maximum number of bytes of a response, which may be the state of a whole server.
  private static let bodyBytes = 1 << 30

  /// Creates a client of a control URL such as `http://127.0.0.1:4400`.
  ///
  /// The scheme of `url` must be `http`. `token` is the server's control token, if the server
  /// requires one. `option` is the name of the command-line option that contained the URL, for
  /// error messages.
  ///
  /// - Throws: ``ControlError`` if `url` is not a valid URL of a control listener.
  public init(
    url: String, token: ControlToken? = nil, option: String = "--url"
  ) throws(ControlError) {
    guard let peer = HTTPOrigin(url), peer.scheme == "http" else {
      throw ControlError(
        .badURL,
        "\"\(url)\" is not a valid URL of a control listener: use one such as http://127.0.0.1:4400"
      )
    }
    self.url = url
    self.peer = peer
    self.token = token
    self.option = option
  }

  /// Sends a call, and returns the JSON body of its response.
  ///
  /// `path` is the path and query after `/__ghostlight/v1/`, such as `clock`. `body` is the JSON
  /// object that the call sends; with `nil` the request has no body.
  ///
  /// - Throws: ``ControlError`` if the server cannot be reached or rejects the call.
  public func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil
  ) async throws(ControlError) -> JSON {
    let head = head(HTTPMethod(rawValue: method.rawValue), path)
    let response: Response
    do throws(ClientError) {
      response = try await peer.exchange(head, body?.bytes ?? [], bodyBytes: Self.bodyBytes)
    } catch {
      guard !error.isOfRequest else {
        throw ControlError(.refused, error.sentence(about: url))
      }
      throw unreachable
    }
    return try read(response)
  }

  /// Opens the stream of events, and calls `receive` for each event until the server ends the
  /// stream.
  ///
  /// `path` is the path and query after `/__ghostlight/v1/`, such as `events?namespace=default`. If
  /// `receive` throws an error, the stream is closed and the error is rethrown.
  ///
  /// - Throws: ``ControlError`` if the server cannot be reached, if it rejects the call, or if the
  ///   connection closes before the last event.
  public func events(
    _ path: String, _ receive: (_ event: String, _ data: JSON) throws -> Void
  ) async throws {
    let head = head(.GET, path)
    let gone = ControlError(.unreachable, "the server at \(url) has ended the stream of events")
    let framed = peer.framed(head, [], isFollowed: false, length: nil)
    guard let response = try? await peer.begin(framed, []) else {
      throw unreachable
    }
    guard response.status == .ok else {
      if let whole = try? await response.reading(bodyBytes: Self.bodyBytes) { _ = try read(whole) }
      throw gone
    }
    var lines = EventLines()
    try lines.parse(response.body, receive)
    // A response that arrives in one read has its whole body, and no stream.
    if let stream = response.stream {
      while let piece = try? await stream.nextPiece() { try lines.parse(piece, receive) }
    }
    guard lines.hasEnded else { throw gone }
  }

  private var unreachable: ControlError {
    ControlError(
      .unreachable,
      "no server responds at \(url): start `ghostlight serve`, or set its address with \(option)")
  }

  private func head(_ method: HTTPMethod, _ path: String) -> HTTPRequestHead {
    var head = HTTPRequestHead(
      version: .http1_1, method: method, uri: ControlAPI.base + "/" + path)
    if let token { head.headers.add(name: "Authorization", value: "Bearer \(token.text)") }
    return head
  }

  private func read(_ response: Response) throws(ControlError) -> JSON {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(response.body, limits: JSONLimits(bytes: Self.bodyBytes))
    } catch {
      throw ControlError(.unreachable, "the server at \(url) is not Ghostlight")
    }
    let code = response.status.code
    guard !(200..<300).contains(code) else { return json }
    guard !isOfEmulator(response) else {
      throw ControlError(
        .unreachable, "the server at \(url) is an emulator: give the URL of the control listener")
    }
    guard code != 401 else {
      let problem = token == nil ? "needs its control token" : "does not know this control token"
      throw ControlError(
        .unauthorized,
        "the server at \(url) \(problem): give the token that it printed when it started, by "
          + "--control-token or GHOSTLIGHT_CONTROL_TOKEN")
    }
    throw ControlError(
      code == 404 ? .missing : (400..<500).contains(code) && code != 403 ? .refused : .unreachable,
      json["error"]?.string ?? "the server answers \(code)")
  }

  /// Returns whether the response is from an emulator, which explains why it does not serve a
  /// request.
  ///
  /// Only emulators send `X-Ghostlight-Reason`; the control API never does.
  private func isOfEmulator(_ response: Response) -> Bool {
    response.headers.contains { $0.name.canonicalName == "x-ghostlight-reason" }
  }
}

/// Parses server-sent events from the bytes of a stream as they arrive.
private struct EventLines {
  private var rest: [UInt8] = []
  private var name = ""
  private var data = ""
  /// Whether the server has sent `end`, its last event.
  private(set) var hasEnded = false

  /// Parses the next bytes, and calls `receive` for each complete event.
  mutating func parse(
    _ bytes: [UInt8], _ receive: (String, JSON) throws -> Void
  ) throws {
    rest += bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest.removeFirst(end + 1)
      if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
      if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
      guard line.isEmpty, !name.isEmpty else { continue }
      if name == "end" { hasEnded = true }
      try receive(name, (try? JSON.parse(Array(data.utf8))) ?? .null)
      (name, data) = ("", "")
    }
  }
}

/// The reason why a control call failed.
///
/// ``ControlClient`` throws this error. The ``kind`` tells a program whether the URL, the server,
/// the token or the call itself is the cause. The ``description`` is for the user: one sentence
/// that names the problem and its remedy.
public struct ControlError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The cause of a failed control call.
  ///
  /// Commands of `ghostlight` choose their exit code by the kind. A `.refused` call reached the
  /// server and fails again if it is repeated. For the other kinds, another URL or token may help.
  public enum Kind: Sendable, Hashable {
    /// The string is not a valid URL of a control listener.
    case badURL
    /// No server responds at the URL, or the server there cannot serve the call.
    case unreachable
    /// The server requires a token, and the call has none or a wrong one.
    case unauthorized
    /// The server does not have what the call names, such as a namespace or a row.
    case missing
    /// The server understood the call and rejected it.
    case refused
  }

  /// The kind of failure, by which a program can decide what to do next.
  public let kind: Kind
  /// One sentence that names the problem and its remedy.
  public let description: String

  /// Creates an error from its cause and a sentence that names the problem and its remedy.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
