import Testing

@testable import EGF2Emulator

@Suite struct `Formats of texts` {
  @Test(arguments: [
    ("mark@example.com", true), ("a.b-c~d!e@example.org", true), ("a@b.co", true),
    ("a@sub.example.museum", true), ("a@10.0.0.1", true), ("a@10.0.0.1:80", true),
    ("a@b.co:12345", true), ("a_b@c_d.info", true), ("'o?@x.de", true), ("a@b.c-d.de", true),
    ("", false), ("a", false), ("@b.co", false), ("a@", false), ("a@b", false),
    ("A@b.co", false), ("a@B.co", false), ("a@b.xyz", false), ("a@b.c", false),
    ("a..b@c.de", false), (".a@c.de", false), ("a@-b.de", false), ("a@b..de", false),
    ("a@10.0.0", false), ("a@10.0.0.1000", false), ("a@b.co:", false), ("a@b.co:123456", false),
    ("a@b.co:1:2", false), ("a b@c.de", false), ("a@b@c.de", false), ("ä@b.de", false),
    ("a#b@c.de", false),
  ])
  func `an address has the right format`(_ text: String, _ isValid: Bool) {
    #expect(EmailAddress.isValid(text) == isValid)
  }

  @Test(arguments: [
    ("3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11-12", true),
    ("3e1f1c1e-9f0a-1c55-9a43-6f1b8f2f0a11-zz", true),
    ("3e1f1c1e-9f0a-5c55-aa43-6f1b8f2f0a11-Z1", true),
    ("3e1f1c1e-9f0a-0c55-8a43-6f1b8f2f0a11-12", false),
    ("3e1f1c1e-9f0a-6c55-8a43-6f1b8f2f0a11-12", false),
    ("3e1f1c1e-9f0a-4c55-7a43-6f1b8f2f0a11-12", false),
    ("3E1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11-12", false),
    ("3e1f1c1e9f0a-4c55-8a43-6f1b8f2f0a11--12", false),
    ("3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11-1", false),
    ("3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11-123", false),
    ("3g1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11-12", false),
    ("3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11_12", false), ("", false), ("-12", false),
  ])
  func `an id has the right format`(_ text: String, _ isValid: Bool) {
    #expect(ObjectID.isWellFormed(text) == isValid)
  }

  @Test(arguments: [
    ("x-12", "post"), ("12", "post"), ("me-03", "user"), ("2", nil), ("", nil), ("x-99", nil),
    ("ü", nil),
  ])
  func `an id's last two characters name its type`(_ id: String, _ name: String?) {
    #expect(GraphTypes.configuration.schema.type(ofID: id)?.name == name)
  }

  @Test(arguments: [
    ("1990-01-01", true), ("2017-01-20T09:15:00.123Z", true), ("2017-01-20T09:15:00", true),
    ("2017-01-20T09:15Z", true), ("2017-01-20T09:15:00+02:00", true), ("2016-02-29", true),
    ("2017-02-29", false), ("soon", false), ("", false), ("1990-1-1", false),
    ("1990-01-01Z", false), ("2017-01-20T25:00:00Z", false),
  ])
  func `a date is valid in ISO 8601`(_ text: String, _ isDate: Bool) {
    #expect(Validation.isDate(text) == isDate)
  }
}
