extension HARWriter {
  static let libraries = [insomnia, pollyJS, webPageTest, k6]

  /// All entries have the time of the export, and the query is only in `queryString`.
  private static let insomnia = HARWriter(
    description: "Insomnia",
    source: "Kong/insomnia packages/insomnia/src/common/har.ts",
    log: #""version":"1.2","creator":{"name":"Insomnia REST Client","version":"10.0.0"},"#,
    entries: [
      entry(
        request(
          "GET", "https://h.example/a",
          #","queryString":[{"name":"q","value":"x y"},{"name":"n","value":"1"}],"#
            + #""postData":{"mimeType":"","text":""},"bodySize":-1"#), ok("one")),
      entry(
        request(
          "POST", "https://h.example/a",
          #","queryString":[],"postData":{"mimeType":"","text":""},"bodySize":-1"#), ok("two")),
      entry(
        request(
          "POST", "https://h.example/form",
          #","postData":{"mimeType":"application/x-www-form-urlencoded","params":"#
            + #"[{"name":"a","value":"1"}]},"bodySize":-1"#), ok("three")),
      entry(
        request("GET", "https://h.example/unsent"),
        #"{"status":0,"statusText":"","content":{"size":0,"mimeType":""},"bodySize":-1}"#),
    ],
    exchanges: [
      "GET https://h.example/a?q=x%20y&n=1 [] 200 one", "POST https://h.example/a [] 200 two",
      "POST https://h.example/form [a=1] 200 three",
    ],
    warnings: [
      "entry 2: POST https://h.example/a: its request body was not saved, so the replay accepts any "
        + "body",
      "entry 4: GET https://h.example/unsent: left out, because it failed",
    ])

  /// A compressed body is a list of its pieces, in base64 or, in old versions, in hexadecimal.
  private static let pollyJS = HARWriter(
    description: "PollyJS",
    source: "Netflix/pollyjs packages/@pollyjs/adapter-node-http/src/index.js and "
      + "packages/@pollyjs/persister/src/har",
    log: #""_recordingName":"Sign In","version":"1.2","creator":{"comment":"persister:fs","#
      + #""name":"Polly.JS","version":"6.0.6"},"#,
    entries: [
      entry(
        request("GET", "https://h.example/new", #","bodySize":0"#),
        #"{"status":200,"headers":[{"name":"content-encoding","value":"gzip"},"#
          + #"{"name":"set-cookie","value":["a=1","b=2"]}],"content":{"encoding":"base64","#
          + #""mimeType":"application/json","size":27,"#
          + #""text":"[\"H4sIAAAAAAACA6tW\",\"SlSyMqwFAK+sG1YHAAAA\"]"}}"#,
        #","_id":"f1","_order":0"#),
      entry(
        request("GET", "https://h.example/old", #","bodySize":0"#),
        #"{"status":200,"headers":[{"name":"content-encoding","value":"gzip"}],"content":{"#
          + #""mimeType":"application/json","size":27,"#
          + #""text":"[\"1f8b0800000000000203ab56\",\"4a54b232ac0500afac1b5607000000\"]"}}"#),
      entry(
        request("GET", "https://h.example/list", #","bodySize":0"#),
        #"{"status":200,"headers":[],"content":{"mimeType":"application/json","size":10,"#
          + #""text":"[\"1f8b08\"]"}}"#),
      entry(
        request("GET", "https://h.example/picture", #","bodySize":0"#),
        #"{"status":200,"headers":[],"content":{"_isBinary":true,"mimeType":"image/png","#
          + #""size":8,"text":"89504e47"}}"#),
      entry(
        request(
          "POST", "https://h.example/upload",
          #","bodySize":0,"postData":{"mimeType":"multipart/form-data","params":["#
            + #"{"name":"file","value":{"path":"a.png"}}]}"#), ok("stored")),
      entry(
        request(
          "POST", "https://h.example/form",
          #","bodySize":0,"postData":{"mimeType":"application/x-www-form-urlencoded","params":"#
            + #"{"a":"1","b":["2","3"]}}"#), ok("sent")),
      entry(
        request(
          "GET", "https://h.example/odd",
          #","headers":[{"name":"A","value":{"b":1}},{"name":"B","value":7},{"value":"c"},4]"#),
        ok("five")),
    ],
    exchanges: [
      #"GET https://h.example/new [] 200 {"a":1}"#, #"GET https://h.example/old [] 200 {"a":1}"#,
      #"GET https://h.example/list [] 200 ["1f8b08"]"#,
      "GET https://h.example/picture [] 200 89504e47",
      "POST https://h.example/upload [] 200 stored",
      "POST https://h.example/form [a=1&b=2&b=3] 200 sent",
      "GET https://h.example/odd [] 200 five",
    ],
    warnings: [
      "entry 5: POST https://h.example/upload: its form cannot be read, because the value of "
        + #""file" is an object, so the replay accepts any body"#,
      #"entry 7: GET https://h.example/odd: a header field is left out, because the value of "A" is "#
        + "an object",
      "entry 7: GET https://h.example/odd: a header field is left out, because element 3 has no name",
      "entry 7: GET https://h.example/odd: a header field is left out, because element 4 is a number",
    ])

  /// The text before the first colon of a raw header line is a name, also in a request line.
  private static let webPageTest = HARWriter(
    description: "WebPageTest",
    source: "catchpoint/WebPageTest www/har/HttpArchiveGenerator.php",
    log: #""version":"1.1","creator":{"name":"WebPagetest","version":"21.01"},"pages":[],"#,
    entries: [
      entry(
        request(
          "GET", "https://h.example/a",
          #","headersSize":99,"bodySize":-1,"headers":[{"name":"GET https","value":"//h.example/a"},"#
            + #"{"name":"Accept","value":"*/*"}]"#),
        ok("one", #","bodySize":3,"headers":[{"name":"HTTP/2 200 server-timing","value":"x"}]"#),
        #","_run":1,"_cached":0,"_load_start":"12","_priority":"High""#),
      entry(
        request(
          "POST", "https://h.example/b",
          #","bodySize":-1,"headers":[],"postData":{"mimeType":"","text":""}"#),
        #"{"status":200,"statusText":"","bodySize":7,"content":{"size":7,"mimeType":""}}"#),
      entry(
        request("GET", "https://h.example/c", #","bodySize":-1"#),
        #"{"status":-2,"statusText":"","content":{"size":0,"mimeType":""}}"#),
    ],
    exchanges: ["GET https://h.example/a [] 200 one", "POST https://h.example/b [] 200 "],
    warnings: [
      #"entry 1: GET https://h.example/a: a header field is left out, because "GET https" is not a "#
        + "valid field name",
      #"entry 1: GET https://h.example/a: a header field is left out, because "#
        + #""HTTP/2 200 server-timing" is not a valid field name"#,
      "entry 2: POST https://h.example/b: its request body was not saved, so the replay accepts any "
        + "body",
      "entry 2: POST https://h.example/b: the 7 bytes of its response body were not saved, so the "
        + "replay sends an empty body",
      "entry 3: GET https://h.example/c: left out, because it failed",
    ])

  /// Entries are steps of a load test: without dates, and often without responses.
  private static let k6 = HARWriter(
    description: "k6", source: "grafana/har-to-k6 example/full.har", log: "",
    entries: [
      entry(
        request(
          "POST", "https://h.example/login",
          #","postData":{"mimeType":"text/plain","text":"token"}"#), ok("one"), at: nil,
        #","index":0,"checks":[],"variables":[]"#),
      entry(request("GET", "https://h.example/a"), nil, at: nil),
      entry(
        request("GET", "https://h.example/b", #","queryString":[{"name":"s","value":"c"}]"#),
        ok("two"), at: nil),
      entry(request("GET", "https://${host}"), ok("three"), at: nil),
      "7",
    ],
    exchanges: [
      "POST https://h.example/login [token] 200 one", "GET https://h.example/b?s=c [] 200 two",
      "GET https://${host}/ [] 200 three",
    ],
    warnings: [
      "entry 1: POST https://h.example/login: without a valid startedDateTime, it keeps its place in "
        + "the file, as do 2 later entries",
      "entry 2: GET https://h.example/a: left out, because it has no response",
      "entry 5: left out, because it is a number",
    ])
}
