public import GhostlightCore
import GhostlightRecording

/// Rewrites links to an upstream in its responses, for clients that use a different URL.
extension Upstream {
  /// Returns a responder that replaces links to the upstream with links to the host in the request.
  ///
  /// It rewrites the header fields `Location`, `Content-Location`, `Refresh` and `Link`, and the
  /// bodies of text and event streams, unless they are partial, or compressed and streamed. Streamed
  /// bodies are forwarded as they arrive, without their announced length. Cookies lose a `Domain`
  /// that contains the upstream, and over HTTP `Secure`. `responder` receives requests unchanged.
  ///
  /// The response to a request that names the upstream's own host is unchanged, because its client
  /// reaches the upstream's URLs through a proxy.
  public func rewritingLinks(of responder: Responder) -> Responder {
    rewritingLinks(of: responder, only: false)
  }

  /// Returns a responder that rewrites links like ``rewritingLinks(of:)``, and with `only` nothing
  /// else.
  package func rewritingLinks(of responder: Responder, only: Bool) -> Responder {
    let links = links
    return responder.after { response, request in
      guard response.upstreamFailure == nil, !links.areNamed(by: request) else { return response }
      return links.rewrite(
        response, for: request, as: "\(request.scheme)://\(request.authority)",
        onlyLinks: only)
    }
  }
}
