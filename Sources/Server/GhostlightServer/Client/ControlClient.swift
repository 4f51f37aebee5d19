public import GhostlightCore
public import HTTPTypes
import NIOHTTP1

/// Calls the control API of a running server.
public struct ControlClient: Sendable {
  /// The base URL of the control listener, without a slash at its end.
  public let url: String
  private let peer: Peer
  private let token: ControlToken?
  private let option: String

  /// Creates a client of a control URL such as `http://127.0.0.1:4400`.
  ///
  /// `token` is the server's, if it needs one; `option` is how people say the URL, and problems name
  /// it.
  ///
  /// - Throws: ``ControlError`` where the text is no such URL.
  public init(
    url: String, token: ControlToken? = nil, option: String = "--url"
  ) throws(ControlError) {
    guard let peer = Peer(url), peer.scheme == "http" else {
      throw ControlError(
        .badURL, "\"\(url)\" is no control URL such as http://127.0.0.1:4400")
    }
    self.url = url
    self.peer = peer
    self.token = token
    self.option = option
  }

  /// Makes a call, and waits for its answer.
  ///
  /// - Throws: ``ControlError`` where nobody answers, or with what the server refuses.
  public func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil
  ) async throws(ControlError) -> JSON {
    let head = head(HTTPMethod(rawValue: method.rawValue), path)
    let response: Response
    do throws(PeerError) {
      response = try await peer.exchange(head, body?.bytes ?? [], limits: PeerLimits())
    } catch {
      guard !error.isOfRequest else {
        throw ControlError(.refused, error.sentence(about: url))
      }
      throw ControlError(
        .unreachable,
        "nobody answers at \(url): start `ghostlight serve`, or say where it is with \(option)")
    }
    return try read(response)
  }

  /// Opens the stream of events, and takes them until it ends.
  ///
  /// - Throws: ``ControlError`` where nobody answers, what the server refuses, and where the stream
  ///   breaks off.
  public func events(
    _ path: String, _ receive: (_ event: String, _ data: JSON) throws -> Void
  ) async throws {
    let head = head(.GET, path)
    let gone = ControlError(.unreachable, "the server at \(url) has ended the stream of events")
    let pool = PeerPool(peer, PeerLimits(), tls: nil)
    let framed = peer.framed(head, [], isFollowed: false, length: nil)
    let answers = AsyncStream<Result<Response, PeerError>>.makeStream()
    pool.run(
      PeerExchange(framed, [], by: ImmediateExecutor()) { result in
        answers.continuation.yield(result)
        answers.continuation.finish()
      })
    guard case .success(let response)? = await answers.stream.first(where: { _ in true }) else {
      throw ControlError(
        .unreachable,
        "nobody answers at \(url): start `ghostlight serve`, or say where it is with \(option)")
    }
    guard response.status == .ok else {
      _ = try read(response.collected())
      throw gone
    }
    var lines = EventLines()
    try lines.take(response.body, receive)
    guard let stream = response.stream else { throw gone }
    while let piece = await Self.next(of: stream) { try lines.take(piece, receive) }
    guard lines.hasEnded else { throw gone }
  }

  private func head(_ method: HTTPMethod, _ path: String) -> HTTPRequestHead {
    var head = HTTPRequestHead(
      version: .http1_1, method: method, uri: ControlAPI.base + "/" + path)
    if let token { head.headers.add(name: "Authorization", value: "Bearer \(token.text)") }
    return head
  }

  private static func next(of stream: BodyStream) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      stream.pull(by: ImmediateExecutor()) { piece in
        continuation.resume(returning: (try? piece.get()) ?? nil)
      }
    }
  }

  private func read(_ response: Response) throws(ControlError) -> JSON {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(response.body, limits: JSONLimits(bytes: 1 << 30))
    } catch {
      throw ControlError(.unreachable, "what answers at \(url) is no Ghostlight")
    }
    let code = response.status.code
    guard !(200..<300).contains(code) else { return json }
    guard !isOfEmulator(response) else {
      throw ControlError(
        .unreachable, "what answers at \(url) is an emulator: give the URL of the control listener")
    }
    guard code != 401 else {
      let problem = token == nil ? "needs its control token" : "does not know this control token"
      throw ControlError(
        .unauthorized,
        "the server at \(url) \(problem): give the token that it printed when it started, by "
          + "--control-token or GHOSTLIGHT_CONTROL_TOKEN")
    }
    throw ControlError(
      (400..<500).contains(code) && code != 403 ? .refused : .unreachable,
      json["error"]?.string ?? "the server answers \(code)")
  }

  /// Whether an emulator says why it does not serve the request; the control API never does.
  private func isOfEmulator(_ response: Response) -> Bool {
    response.headers.contains { $0.name.canonicalName == "x-ghostlight-reason" }
  }
}

/// The events of a stream, as its lines come.
private struct EventLines {
  private var rest: [UInt8] = []
  private var name = ""
  private var data = ""
  /// Whether the server has said that there will be no more.
  private(set) var hasEnded = false

  /// Takes the next bytes, and hands on the events that are complete.
  mutating func take(
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

/// Why a control call brought nothing.
public struct ControlError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable {
    /// The text is no URL of a control listener.
    case badURL
    /// Nobody answers, or somebody who cannot serve the call.
    case unreachable
    /// The server needs another token.
    case unauthorized
    /// The server understands the call, and refuses what it asks for.
    case refused
  }

  /// Whose fault it is.
  public let kind: Kind
  /// One sentence with the remedy.
  public let description: String

  /// Says what is wrong and what to do.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
