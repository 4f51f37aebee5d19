import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes

@testable import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The options, queues and blocks that a test passes to one call, and what the call makes of them.
final class CallProbe: Sendable {
  private static let key: DispatchSpecificKey<String> = {
    let key = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: key, value: "main")
    return key
  }()

  let options = SMRequestOptions(headers: ["X-Probe": "1"])
  let good = queue("good")
  let bad = queue("bad")
  let blocks = Blocks()

  init() { options.isSecure = true }

  private static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: key, value: name)
    return queue
  }

  private func report(_ parts: String...) {
    let place = DispatchQueue.getSpecific(key: Self.key) ?? "elsewhere"
    blocks.receive(([place + ":"] + parts).joined(separator: " "))
  }

  var done: SMSuccessBlock { { self.report("done") } }
  var result: SMResultSuccessBlock { { self.report(Self.text($0)) } }
  var results: SMResultsSuccessBlock { { self.report(Self.text($0)) } }
  var count: SMCountSuccessBlock { { self.report($0.stringValue) } }
  var object: SMDataStoreSuccessBlock { { self.report(Self.text($0), $1) } }
  var id: SMDataStoreObjectIdSuccessBlock { { self.report($0, $1) } }
  var failure: SMFailureBlock { { self.report(Self.text(of: $0)) } }
  var objectFailure: SMDataStoreFailureBlock {
    { self.report(Self.text(of: $0), Self.text($1 as Any), $2 ?? "-") }
  }
  var idFailure: SMDataStoreObjectIdFailureBlock {
    { self.report(Self.text(of: $0), $1 ?? "-", $2 ?? "-") }
  }
  var valuesFailure: (any Error, String?, [Any]?, String?) -> Void {
    { self.report(Self.text(of: $0), $1 ?? "-", Self.text($2 as Any), $3 ?? "-") }
  }
  var bulk: ([Any], [Any], String) -> Void { { self.report(Self.text($0), Self.text($1), $2) } }
  var bulkFailure: (any Error, [Any]?, String?) -> Void {
    { self.report(Self.text(of: $0), Self.text($1 as Any), $2 ?? "-") }
  }
  var related: ([Any], [Any]) -> Void { { self.report(Self.text($0), Self.text($1)) } }
  var response: SMFullResponseSuccessBlock {
    { self.report(Self.text($0), Self.text($1), Self.text($2 as Any)) }
  }
  var responseFailure: SMFullResponseFailureBlock {
    { self.report(Self.text(of: $2), Self.text($0), Self.text($1), Self.text($3 as Any)) }
  }

  static func text(_ value: Any) -> String {
    if case Optional<Any>.none = value { return "-" }
    return (try? JSON(foundation: value).text()) ?? "\(value)"
  }

  static func text(of error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code) \(text(error.userInfo))"
  }

  private static func text(_ request: URLRequest?) -> String {
    "\(request?.httpMethod ?? "-") \(request?.url?.path ?? "-")"
  }

  private static func text(_ response: HTTPURLResponse?) -> String {
    "\(response?.statusCode ?? 0)"
  }
}
