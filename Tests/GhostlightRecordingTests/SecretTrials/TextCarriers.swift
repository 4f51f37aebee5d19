extension TrialCarrier {
  static let lines: [TrialCarrier] = [
    .body("plain scalar × YAML body", "application/yaml", .tokens) { random, name, value in
      "id: \(random.below(99))\nlogin:\n  \(name): \(value)\n  active: true\n"
    },
    .body("quoted scalar × YAML body", "application/x-yaml", .line) { random, name, value in
      "id: \(random.below(99))\n\(name): \(TrialText.quoted(value))\n"
    },
    .body("block scalar × YAML body", "text/yaml") { random, name, value in
      let block = value.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
      return "id: \(random.below(99))\n\(name): |\n\(block)\n"
    },
    .body("item of a list × YAML body", "application/yaml", .tokens) { _, name, value in
      "env:\n- name: LANG\n  value: C\n- name: \(name)\n  value: \(value)\n"
    },
    .page("line × environment file", "text/plain", .tokens) { random, name, value in
      "PORT=80\(random.within(10...99))\nexport "
        + "\(PlantedNames.identifier(name))=\(value)\nDEBUG=0\n"
    },
    .page("line × INI file", "text/plain", .tokens) { random, name, value in
      "[section\(random.below(9))]\nlocale = en\n\(name) = \(value)\n"
    },
    .page("line × TOML file", "application/toml", .line) { random, name, value in
      "[login]\nid = \(random.below(99))\n"
        + "\(PlantedNames.identifier(name)) = \(TrialText.quoted(value))\n"
    },
    .page("name=value × log line", "text/plain", .tokens) { random, name, value in
      "\(random.date()) 10:00:00 DEBUG login user=\(random.user()) \(name)=\(value) status=200\n"
    },
    .page("name: value × log line", "text/plain; charset=utf-8", .tokens) { random, name, value in
      "[\(random.date())] INFO request received, \(name): \(value)\n"
    },
    .page("column × CSV body", "text/csv", .tokens) { random, name, value in
      "id,user,\(name),locale\r\n\(random.below(99)),\(random.user()),\(value),en\r\n"
    },
    .page("assignment × JavaScript", "application/javascript", .tokens) { random, name, value in
      "var page=\(random.below(99));const \(PlantedNames.identifier(name))='\(value)';run();"
    },
    .page("object literal × JavaScript", "text/javascript", .tokens) { random, name, value in
      "start({page: \(random.below(99)), \(PlantedNames.identifier(name)): '\(value)'});\n"
    },
  ]

  /// Carriers without a name, for values that have a known form.
  static let nameless: [TrialCarrier] = placesWithoutName.map {
    var carrier = $0
    carrier.needsName = false
    return carrier
  }

  private static let placesWithoutName: [TrialCarrier] = [
    .body("sentence × text body", "text/plain", .tokens) { random, _, value in
      "Hello \(random.user()), use \(value) for the import, please.\n"
    },
    .body("string in array × JSON body", "application/json") { random, _, value in
      "{\"lines\":[\"first\",\(TrialText.quoted(value)),\"last \(random.below(99))\"]}"
    },
    .body("end of sentence × JSON body", "application/json", .tokens) { random, _, value in
      "{\"id\":\(random.below(99)),\"text\":\"The new one is \(value).\"}"
    },
    .body("whole body × text body", "text/plain") { _, _, value in value },
    .page("code element × HTML", "text/html", .tokens) { _, _, value in
      "<p>Copy it now:</p><pre><code>\(value)</code></pre>"
    },
    TrialCarrier(kind: "segment × path", values: .tokens) { random, _, value in
      TrialExchange(get: random.url() + "/" + value)
    },
    TrialCarrier(kind: "value × log header", values: .tokens) { random, _, value in
      var exchange = TrialExchange(get: random.url())
      exchange.responseHeaders.append(TrialField("X-Debug", "used \(value)"))
      return exchange
    },
  ]
}
