import GhostlightCore
import HTTPTypes

extension Responder {
  /// Returns a responder that also serves the certificate to trust, at the paths of Microsoft's
  /// emulator.
  ///
  /// Scripts download `/_explorer/emulator.pem` into their trust store. They request it or
  /// `/_explorer/index.html` repeatedly to wait until the emulator is running. `pem` is `nil`
  /// without TLS. `console` is the URL of the console's data view, to which that page links. The
  /// link does not contain the control token.
  ///
  /// - Source: Microsoft's page on the emulator for Linux.
  func handingOut(
    certificate pem: String?, console: @escaping @Sendable () -> String?
  ) -> Responder {
    unless { Self.explorer($0, pem, console) }
  }

  private static func explorer(
    _ request: Request, _ pem: String?, _ console: @Sendable () -> String?
  ) -> Response? {
    guard request.target.rawPath.hasPrefix("/_explorer/"), request.method == .get else {
      return nil
    }
    switch request.target.rawPath {
    case "/_explorer/emulator.pem":
      guard let pem else {
        let reason = "there is no certificate without TLS; start with --tls"
        return Response(.notFound, headers: [.ghostlightReason: reason])
      }
      return Response(
        .ok,
        headers: [
          .contentType: "application/x-pem-file",
          .contentDisposition: "attachment; filename=\"emulator.pem\"",
        ], body: Array(pem.utf8))
    case "/_explorer/index.html":
      // Clients wait for status 200, so that the page is not a redirection to another port.
      let link = console().map { "The data is in the <a href=\"\($0)\">console</a>." }
      let page =
        "<!doctype html><title>Cosmos DB, by Ghostlight</title>"
        + "<p>The emulator is ready. \(link ?? "There is no data explorer here.")\n"
      return Response(
        .ok, headers: [.contentType: "text/html; charset=utf-8"], body: Array(page.utf8))
    default: return nil
    }
  }
}
