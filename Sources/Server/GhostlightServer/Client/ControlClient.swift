public import GhostlightCore
public import HTTPTypes
import NIOHTTP1

/// Calls the control API of a running server.
public struct ControlClient: Sendable {
  /// The base URL of the control listener, without a slash at its end.
  public let url: String
  private let peer: Peer
  private let option: String

  /// Makes a client of a control URL such as `http://127.0.0.1:4400`.
  ///
  /// `option` is how people say that URL; problems name it.
  ///
  /// - Throws: ``ControlError`` where the text is no such URL.
  public init(url: String, option: String = "--url") throws(ControlError) {
    guard let peer = Peer(url), peer.scheme == "http" else {
      throw ControlError(
        .badURL, "\"\(url)\" is no control URL such as http://127.0.0.1:4400")
    }
    self.url = url
    self.peer = peer
    self.option = option
  }

  /// Makes a call, and waits for its answer.
  ///
  /// - Throws: ``ControlError`` where nobody answers, or with what the server refuses.
  public func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil
  ) async throws(ControlError) -> JSON {
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: method.rawValue),
      uri: "/__ghostlight/v1/" + path)
    let response: Response
    do throws(PeerError) {
      response = try await peer.exchange(head, body?.bytes ?? [], limits: PeerLimits())
    } catch {
      throw ControlError(
        .unreachable,
        "nobody answers at \(url): start `ghostlight serve`, or say where it is with \(option)")
    }
    return try read(response)
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
    throw ControlError(
      (400..<500).contains(code) && code != 403 ? .refused : .unreachable,
      json["error"]?.string ?? "the server answers \(code)")
  }

  /// Whether an emulator says why it does not serve the request; the control API never does.
  private func isOfEmulator(_ response: Response) -> Bool {
    response.headers.contains { $0.name.canonicalName == "x-ghostlight-reason" }
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
