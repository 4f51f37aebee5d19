import Foundation
import GhostlightClient
import Testing

@Suite struct `Transport errors` {
  @Test(arguments: [
    (TransportError.notConnectedToInternet("no network"), "no network", -1009),
    (.cannotFindHost("no such host"), "no such host", -1003),
    (.cannotConnect("refused"), "refused", -1004),
    (.connectionReset, "The network connection was lost.", -1005),
    (.emptyReply, "The server closed the connection without a response.", -1014),
    (
      .truncatedBody(received: 3, of: 9), "The network connection was lost after 3 of 9 bytes.",
      -1005
    ),
    (.malformedResponse, "The response is not valid HTTP.", -1017),
    (.timedOut, "The request timed out.", -1001),
    (.cancelled, "The request was cancelled.", -999),
    (.malformedRequest("x"), "x is not a valid URL.", -1000), (.other("odd"), "odd", -1),
  ]) func `a transport error has a description and a URL loading code`(
    _ error: TransportError, _ words: String, _ code: Int
  ) {
    #expect((error as any Error).localizedDescription == words)
    #expect(
      error.urlLoadingError()
        == NSError(
          domain: NSURLErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: words]))
  }
}
