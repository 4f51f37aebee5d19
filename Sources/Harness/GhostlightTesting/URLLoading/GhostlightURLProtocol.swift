import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Lets the responder behind a door answer what a URL session loads.
final class GhostlightURLProtocol<Mark: DoorMark>: URLProtocol {
  private let loading = URLLoading()

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let responder = DoorRegister.responder(behind: type(of: self))
    let asked = Request(loading: request)
    loading.start(for: self) {
      guard let responder else { return .failure(.cannotConnectToHost) }
      guard let asked else { return .failure(.badURL) }
      return .response(await responder.respond(asked), to: asked)
    }
  }

  override func stopLoading() { loading.stop() }

  #if canImport(FoundationNetworking)
    /// Nobody, once the session was told how it ended.
    ///
    /// A session on Linux that cancels a task tells its client so even where the task has ended a
    /// moment ago, and traps, since it knows the task no more.
    override var client: (any URLProtocolClient)? {
      get { loading.hasTold ? nil : super.client }
      set { super.client = newValue }
    }
  #endif
}
