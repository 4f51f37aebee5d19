import GhostlightCore

extension HAREntry {
  /// Why no replay can show the entry; `nil` for an ordinary exchange.
  public var omission: String? {
    guard !isVerbatim else { return nil }
    let url = request.url
    if request.method == "CONNECT" { return "it opens a tunnel" }
    if json["_webSocketMessages"] != nil || self[text: "_resourceType"] == "websocket" {
      return "it is a WebSocket"
    }
    if let scheme = HARAddress.scheme(of: url), scheme != "http", scheme != "https" {
      return "its scheme is \(HARProblem.shorten(scheme))"
    }
    guard let response else { return "it has no response" }
    if response.status == 101 { return "it changes the protocol" }
    guard !(100...999).contains(response.status) else { return nil }
    if response.status > 0 { return "its status is \(response.status)" }
    let failure =
      response[text: "_error"] ?? response[text: "_failureText"] ?? self[text: "_error"]
      ?? response.statusText ?? ""
    return failure.isEmpty ? "it failed" : "it failed: \(HARProblem.shorten(failure))"
  }

  /// The bodies that the tool knew of and did not save.
  var missingBodies: [String] {
    var missing: [String] = []
    let length = request.headers.first { $0.name.lowercased() == "content-length" }
      .flatMap { Int($0.value) }
    let post = request.postData
    let sent = max(request.bodySize ?? 0, length ?? 0)
    if sent > 0, post?.text ?? "" == "", post?.params.isEmpty ?? true {
      missing.append("the \(sent) bytes of its request were not saved, it counts as empty")
    }
    if let content = response?.content, let size = content.size, size > 0,
      content.text ?? "" == "", request.method != "HEAD", response?.status != 304
    {
      missing.append("the \(size) bytes of its response were not saved, it replays empty")
    }
    return missing
  }
}
