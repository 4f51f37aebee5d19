public import GhostlightCore
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// Calls the control API of a running server.
public struct ControlClient: Sendable {
  /// The base URL of the control listener, without a slash at its end.
  public let url: String
  private let authority: String
  private let host: String
  private let port: Int

  /// Makes a client of a control URL such as `http://127.0.0.1:4400`.
  ///
  /// - Throws: ``ControlProblem`` where the text is no such URL.
  public init(url: String) throws(ControlProblem) {
    let prefix = "http://"
    let text = String(url.dropFirst(prefix.count).prefix { $0 != "/" })
    let authority = Authority(text)
    guard url.hasPrefix(prefix), !authority.host.isEmpty,
      authority.port != nil || authority.host == text
    else {
      throw ControlProblem(
        .badURL, "\"\(url)\" is no control URL such as http://127.0.0.1:4400")
    }
    self.url = url
    self.authority = text
    host = authority.host.trimmingBrackets
    port = authority.port ?? 80
  }

  /// Makes a call, and waits for its answer.
  ///
  /// - Throws: ``ControlProblem`` where nobody answers, or with what the server refuses.
  public func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil
  ) async throws(ControlProblem) -> JSON {
    let response: ReceivedResponse
    do {
      response = try await exchange(method, "/__ghostlight/v1/" + path, body?.bytes ?? [])
    } catch {
      throw ControlProblem(
        .unreachable,
        "nobody answers at \(url): start `ghostlight serve`, or say where it is with --url")
    }
    return try read(response)
  }

  private func read(_ response: ReceivedResponse) throws(ControlProblem) -> JSON {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(response.body, limits: JSONLimits(bytes: 1 << 30))
    } catch {
      throw ControlProblem(.unreachable, "what answers at \(url) is no Ghostlight")
    }
    guard !(200..<300).contains(response.status) else { return json }
    guard !response.isOfEmulator else {
      throw ControlProblem(
        .unreachable, "what answers at \(url) is an emulator: give the URL of the control listener")
    }
    throw ControlProblem(
      (400..<500).contains(response.status) && response.status != 403 ? .refused : .unreachable,
      json["error"]?.string ?? "the server answers \(response.status)")
  }

  private func exchange(
    _ method: HTTPRequest.Method, _ target: String, _ body: [UInt8]
  ) async throws -> ReceivedResponse {
    let group = MultiThreadedEventLoopGroup.singleton
    let received = group.next().makePromise(of: ReceivedResponse.self)
    let channel: any Channel
    do {
      channel = try await ClientBootstrap(group: group)
        .connectTimeout(.seconds(5))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandler(ResponseCollector(received))
          }
        }
        .connect(host: host, port: port).get()
    } catch {
      received.fail(error)
      return try await received.futureResult.get()
    }
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: method.rawValue), uri: target)
    head.headers.add(name: "Host", value: authority)
    head.headers.add(name: "Connection", value: "close")
    head.headers.add(name: "Content-Length", value: String(body.count))
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    channel.write(
      HTTPClientRequestPart.body(.byteBuffer(channel.allocator.buffer(bytes: body))), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    return try await received.futureResult.get()
  }
}

extension String {
  /// The address inside the brackets that an IPv6 host has in a URL.
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
  }
}
