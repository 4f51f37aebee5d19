import GhostlightCore
import Testing

@Suite struct `The listing of schemas` {
  @Test func `the listing shows the fields of each schema with their types`() throws {
    var app = StackMobApp()
    try app.given(
      "schema exists",
      [
        "name": "customer", "user": true, "usernameField": "mail", "passwordField": "secret",
        "fields": [
          "address": "forgotpassword", "home": "geopoint", "best": "relationship[customer]",
          "friends": "relationships[customer]", "tags": "array[string]", "open": "array",
          "height": "float",
        ],
      ])
    let expected = #"""
      {"customer":{"properties":{
        "mail":{"type":"string","title":"mail","identity":true},
        "createddate":{"type":"integer","title":"createddate"},
        "lastmoddate":{"type":"integer","title":"lastmoddate"},
        "sm_owner":{"type":"string","title":"sm_owner"},
        "address":{"type":"string","format":"forgotpassword","title":"address"},
        "home":{"type":"object","format":"geopoint",
          "properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"title":"home"},
        "best":{"type":"string","$ref":"customer","title":"best"},
        "friends":{"type":"array","$ref":"customer",
          "items":{"type":"string","$ref":"customer"},"title":"friends"},
        "tags":{"type":"array","items":{"type":"string"},"title":"tags"},
        "open":{"type":"array","items":{"type":"string"},"title":"open"},
        "height":{"type":"number","title":"height"}}},
       "user":{"properties":{
        "username":{"type":"string","title":"username","identity":true},
        "createddate":{"type":"integer","title":"createddate"},
        "lastmoddate":{"type":"integer","title":"lastmoddate"},
        "sm_owner":{"type":"string","title":"sm_owner"}}}}
      """#
    #expect(app.get("/listapi") == Reply(200, expected))
    #expect(app.post("/listapi", "anything") == Reply(200, expected))
    let signed = app.request("GET", "/listapi").signed(with: app.keys)
    #expect(app.send(signed) == Reply(200, expected))
  }

  @Test(arguments: ["/nonexistent", "/dne", "/dne/1", "/a/b/c/d/e"])
  func `an unknown path below listapi returns 404`(_ target: String) {
    var app = StackMobApp()
    #expect(app.get(target).status == 404)
  }
}
