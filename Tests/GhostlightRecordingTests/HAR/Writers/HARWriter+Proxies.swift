extension HARWriter {
  static let proxies = [charles, fiddler, mitmproxy]

  /// Bodies are in base64, even those of text, and the order is that of the display.
  private static let charles = HARWriter(
    description: "Charles",
    source: "alufers/mitmproxy2swagger pull request 20; the fixture charles.har",
    log: #""version":"1.2","creator":{"name":"Charles Proxy","version":"4.6.4"},"#,
    entries: [
      entry(
        request("GET", "https://h.example/b", #","headersSize":-1,"bodySize":0"#),
        #"{"_charlesStatus":"COMPLETE","status":200,"content":{"size":3,"mimeType":"text/plain","#
          + #""text":"dHdv","encoding":"base64"}}"#, at: #""2024-05-01T12:00:01.000+00:00""#),
      entry(
        request("GET", "https://h.example/a", #","bodySize":0"#),
        #"{"_charlesStatus":"COMPLETE","status":200,"content":{"size":3,"mimeType":null,"#
          + #""text":"b25l","encoding":"base64"}}"#, at: #""2024-05-01T12:00:00.000+00:00""#),
      entry(
        request("CONNECT", "https://h.example:443"),
        #"{"_charlesStatus":"FAILED","status":0,"content":{}}"#),
    ],
    exchanges: ["GET https://h.example/a [] 200 one", "GET https://h.example/b [] 200 two"],
    warnings: [
      "entry 3: CONNECT https://h.example:443: left out, because it opens a tunnel"
    ])

  /// The file begins with a byte order mark, dates have seven decimals, and tunnels are entries.
  private static let fiddler = HARWriter(
    description: "Fiddler",
    source: "mitmproxy/mitmproxy pull request 6897; grafana/har-to-k6 pull requests 75 and 98",
    log: #""pages":[],"comment":"exported @ 5/1/2024 12:00:00 PM","version":"1.2","creator":"#
      + #"{"name":"Fiddler","version":"5.0","comment":"https://fiddler2.com"},"#,
    prefix: "\u{FEFF}",
    entries: [
      entry(
        request("CONNECT", "h.example:443", #","bodySize":0"#),
        #"{"status":200,"statusText":"Connection Established","content":{"size":0,"mimeType":""}}"#,
        at: #""2024-05-01T14:00:00.1234567+02:00""#),
      entry(
        request("GET", "https://h.example/a", #","bodySize":0"#), ok("one"),
        at: #""2024-05-01T14:00:00.1234568+02:00""#, #","connection":"ClientPort:1;EgressPort:2""#),
      entry(
        request("GET", "https://h.example/wait", #","bodySize":0"#),
        #"{"status":100,"statusText":"Continue","content":{"size":0,"mimeType":""}}"#),
    ],
    exchanges: ["GET https://h.example/a [] 200 one"],
    warnings: [
      "entry 1: CONNECT h.example:443: left out, because it opens a tunnel",
      "entry 3: GET https://h.example/wait: left out, because its status 100 is not that of a final "
        + "response",
    ])

  /// A request without a response has an empty `content`, and `size` is that of the coded body.
  private static let mitmproxy = HARWriter(
    description: "mitmproxy",
    source: "mitmproxy/mitmproxy mitmproxy/addons/savehar.py",
    log: #""version":"1.2","creator":{"name":"mitmproxy","version":"11.0.2","comment":""},"#,
    entries: [
      entry(
        request(
          "POST", "http://h.example/a",
          #","bodySize":2,"postData":{"mimeType":"","text":"{}","params":[]}"#),
        #"{"status":200,"headers":[{"name":"content-encoding","value":"gzip"}],"content":{"#
          + #""size":27,"compression":-20,"mimeType":"application/json","text":"{\"a\":1}"}}"#,
        at: #""2024-05-01T12:00:00.000123+00:00""#),
      entry(
        request("GET", "http://h.example/lost", #","bodySize":0"#),
        #"{"status":0,"statusText":"","httpVersion":"","headers":[],"cookies":[],"content":{},"#
          + #""_transferSize":0,"_error":null}"#),
      entry(
        request("GET", "http://h.example/live", #","bodySize":0"#),
        #"{"status":101,"content":{"size":0,"mimeType":"","text":null}}"#,
        #","_resourceType":"websocket","_webSocketMessages":[]"#),
    ],
    exchanges: [#"POST http://h.example/a [{}] 200 {"a":1}"#],
    warnings: [
      "entry 2: GET http://h.example/lost: left out, because it failed",
      "entry 3: GET http://h.example/live: left out, because it is a WebSocket",
    ])
}
