extension TrialCarrier {
  private static func x(_ text: String) -> String { TrialText.xml(text) }

  static let xml: [TrialCarrier] = [
    .body("element × XML body", "application/xml") { random, name, value in
      "<?xml version=\"1.0\"?><user id=\"\(random.below(99))\">"
        + "<\(name)>\(x(value))</\(name)></user>"
    },
    .body("element with attribute × XML body", "text/xml") { random, name, value in
      "<user><id>\(random.below(99))</id><\(name) type=\"string\">\(x(value))</\(name)></user>"
    },
    .body("attribute × XML body", "application/xml", .line) { random, name, value in
      "<users><user id=\"\(random.below(99))\" \(name)=\"\(x(value))\" active=\"true\"/></users>"
    },
    .sent("element with attribute × SOAP", "text/xml; charset=utf-8") { _, name, value in
      let kind = "http://docs.oasis-open.org/wss/2004/01/wss#PasswordText"
      return "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
        + "<soap:Body><ns1:login xmlns:ns1=\"urn:shop\">"
        + "<ns1:\(name) Type=\"\(kind)\">\(x(value))</ns1:\(name)></ns1:login>"
        + "</soap:Body></soap:Envelope>"
    },
    .body("key and string × property list", "application/x-plist") { random, name, value in
      "<plist version=\"1.0\"><dict><key>id</key><integer>\(random.below(99))</integer>\n"
        + "<key>\(x(name))</key>\n<string>\(x(value))</string></dict></plist>\n"
    },
    .body("CDATA section × XML body", "application/xml") { _, name, value in
      "<login><\(name)><![CDATA[\(value)]]></\(name)></login>"
    },
    .body("name and value attributes × XML body", "application/xml", .line) { _, name, value in
      "<config><property name=\"\(x(name))\" value=\"\(x(value))\"/></config>"
    },
    .body("entry with key attribute × XML body", "application/xml") { _, name, value in
      "<properties><entry key=\"\(x(name))\">\(x(value))</entry></properties>"
    },
    .sent("member × XML-RPC", "text/xml") { _, name, value in
      "<methodCall><methodName>login</methodName><params><param><value><struct><member>"
        + "<name>\(x(name))</name><value><string>\(x(value))</string></value>"
        + "</member></struct></value></param></params></methodCall>"
    },
  ]

  static let html: [TrialCarrier] = [
    .page("input, name first × HTML", "text/html; charset=utf-8", .line) { random, name, value in
      "<form action=\"/save/\(random.below(99))\" method=\"post\">"
        + "<input type=\"hidden\" name=\"\(x(name))\" value=\"\(x(value))\"></form>"
    },
    .page("input, value first × HTML", "text/html", .line) { _, name, value in
      "<form><input value=\"\(x(value))\" id=\"f1\" type=\"hidden\" name=\"\(x(name))\" /></form>"
    },
    .page("input, single quotes × HTML", "text/html", .line) { _, name, value in
      "<form>\n<input type='hidden' name='\(x(name))' value='\(x(value))'>\n</form>"
    },
    .page("meta element × HTML", "text/html", .line) { _, name, value in
      "<html><head><meta name=\"\(x(name))\" content=\"\(x(value))\"></head></html>"
    },
    .page("data attribute × HTML", "text/html", .line) { random, name, value in
      let attribute = "data-" + PlantedNames.identifier(name)
      return "<div id=\"u\(random.below(99))\" \(attribute)=\"\(x(value))\">Hello</div>"
    },
    .page("text area × HTML", "text/html") { _, name, value in
      "<textarea rows=\"3\" name=\"\(x(name))\">\(x(value))</textarea>"
    },
    .page("assignment in script × HTML", "text/html", .tokens) { random, name, value in
      "<script>window.page = \(random.below(99)); "
        + "window.\(PlantedNames.identifier(name)) = \"\(value)\";</script>"
    },
  ]
}
