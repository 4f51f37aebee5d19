extension HARWriter {
  static let browsers = [chromium, firefox, safari, playwright]

  private static let chromium = HARWriter(
    description: "Chromium",
    source: "ChromeDevTools/devtools-frontend front_end/models/har/Log.ts and Writer.ts",
    log: #""version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"#,
    entries: [
      entry(
        request(
          "GET", "https://h.example/a?b=1",
          #","headers":[{"name":":authority","value":"h.example"},{"name":":method","value":"GET"},"#
            + #"{"name":":path","value":"/a?b=1"}],"bodySize":0"#),
        #"{"status":200,"statusText":"","headers":[{"name":"set-cookie","value":"a=1\nb=2"}],"#
          + #""content":{"size":4,"mimeType":"image/png","text":"iVBORw==","encoding":"base64"},"#
          + #""_transferSize":99,"_error":null}"#, #","_resourceType":"image""#),
      entry(
        request("GET", "wss://h.example/live"),
        #"{"status":101,"content":{"size":0,"mimeType":"x-unknown"}}"#,
        #","_webSocketMessages":[],"_resourceType":"websocket""#),
      entry(
        request("GET", "https://h.example/blocked"),
        #"{"status":0,"content":{"size":0,"mimeType":"x-unknown"},"#
          + #""_error":"net::ERR_BLOCKED_BY_CLIENT"}"#),
      entry(
        request("POST", "https://h.example/upload", #","bodySize":9"#),
        #"{"status":204,"content":{"size":0,"mimeType":"x-unknown"}}"#),
    ],
    exchanges: [
      "GET https://h.example/a?b=1 [] 200 89504e47", "POST https://h.example/upload [] 204 ",
    ],
    warnings: [
      "entry 2: GET wss://h.example/live: left out, because it is a WebSocket",
      "entry 3: GET https://h.example/blocked: left out, because it failed: "
        + "net::ERR_BLOCKED_BY_CLIENT",
      "entry 4: POST https://h.example/upload: the 9 bytes of its request body were not saved, so "
        + "the replay accepts any body",
    ])

  private static let firefox = HARWriter(
    description: "Firefox",
    source: "mozilla/gecko-dev devtools/client/netmonitor/src/har/har-builder.js",
    log: #""version":"1.2","creator":{"name":"Firefox","version":"121.0"},"pages":[],"#,
    entries: [
      entry(
        request(
          "POST", "http://h.example/form",
          #","headers":[{"name":"Content-Type","value":"application/x-www-form-urlencoded"}],"#
            + #""bodySize":84,"postData":{"mimeType":"application/x-www-form-urlencoded","#
            + #""params":[{"name":"a","value":"b c"}],"text":"#
            + #""Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\na=b+c"}"#
        ),
        ok("done"), at: #""2024-05-01T14:00:00.250+02:00""#),
      entry(
        request("GET", "http://h.example/big", #","bodySize":0"#),
        #"{"status":200,"content":{"size":2097152,"mimeType":"a/b","#
          + #""comment":"Response bodies are not included."},"bodySize":-1}"#,
        at: #""2024-05-01T14:00:01.250+02:00""#),
      entry(
        request("GET", "http://h.example/none"),
        #"{"status":0,"statusText":"","headers":[],"content":{"mimeType":"","size":0}}"#),
    ],
    exchanges: [
      "POST http://h.example/form [a=b+c] 200 done", "GET http://h.example/big [] 200 ",
    ],
    warnings: [
      "entry 2: GET http://h.example/big: the 2097152 bytes of its response body were not saved, so "
        + "the replay sends an empty body",
      "entry 3: GET http://h.example/none: left out, because it failed",
    ])

  /// The date is empty for a resource from a cache, and a body without text has no `postData`.
  private static let safari = HARWriter(
    description: "Safari",
    source: "WebKit/WebKit Source/WebInspectorUI/UserInterface/Controllers/HARBuilder.js",
    log: #""version":"1.2","creator":{"name":"WebKit Web Inspector","version":"1.0"},"#,
    entries: [
      entry(
        request("GET", "https://h.example/a", #","headersSize":-1,"bodySize":-1"#), ok("one"),
        #","_fetchType":"Network Load","connection":"2""#),
      entry(
        request("GET", "https://h.example/b", #","bodySize":-1"#), ok("two"), at: #""""#,
        #","_fetchType":"Memory Cache""#),
      entry(
        request("GET", "https://h.example/c", #","bodySize":-1"#), ok("three"), at: #""""#),
      entry(
        request("POST", "https://h.example/d", #","bodySize":-1"#), ok("four"),
        at: #""2024-05-01T12:00:03.000Z""#),
      entry(
        request("GET", ""), #"{"status":0,"_error":"cancelled"}"#),
    ],
    exchanges: [
      "GET https://h.example/a [] 200 one", "GET https://h.example/b [] 200 two",
      "GET https://h.example/c [] 200 three", "POST https://h.example/d [] 200 four",
    ],
    warnings: [
      "entry 2: GET https://h.example/b: without a valid startedDateTime, it keeps its place in the "
        + "file, as does 1 later entry",
      "entry 4: POST https://h.example/d: its request body was not saved, so the replay accepts any "
        + "body",
      "entry 5: GET: left out, because it failed: cancelled",
    ])

  /// The slim mode leaves out sizes and times; with attached contents, bodies are in other files.
  private static let playwright = HARWriter(
    description: "Playwright",
    source: "microsoft/playwright packages/playwright-core/src/server/har/harTracer.ts",
    log: #""version":"1.2","creator":{"name":"Playwright","version":"1.57.0"},"#
      + #""browser":{"name":"chromium","version":"143"},"#,
    entries: [
      entry(
        request(
          "POST", "https://h.example/api",
          #","headersSize":-1,"bodySize":-1,"postData":{"mimeType":"application/json","#
            + #""text":"{\"a\":1}","params":[]}"#),
        #"{"status":201,"content":{"size":-1,"mimeType":"text/plain","text":"made"},"bodySize":-1}"#,
        #","_apiRequest":true"#),
      entry(
        request(
          "PUT", "https://h.example/file",
          #","bodySize":3,"postData":{"mimeType":"application/octet-stream","text":"","params":[]}"#
        ),
        ok("stored")),
      entry(
        request("GET", "https://h.example/lost"),
        #"{"status":-1,"content":{"size":-1,"mimeType":"x-unknown"},"#
          + #""_failureText":"net::ERR_FAILED"}"#, #","_wasAborted":true"#),
      entry(
        request("GET", "https://h.example/data", #","bodySize":0"#),
        #"{"status":200,"content":{"size":7,"mimeType":"text/plain","_file":"f00.txt"}}"#),
    ],
    exchanges: [
      #"POST https://h.example/api [{"a":1}] 201 made"#, "PUT https://h.example/file [] 200 stored",
      "GET https://h.example/data [] 200 ",
    ],
    warnings: [
      "entry 2: PUT https://h.example/file: the 3 bytes of its request body were not saved, so the "
        + "replay accepts any body",
      "entry 3: GET https://h.example/lost: left out, because it failed: net::ERR_FAILED",
      #"entry 4: GET https://h.example/data: its response body is in "f00.txt", which was not found "#
        + "in the archive or folder of the HAR file, so the replay sends an empty body",
    ])
}
