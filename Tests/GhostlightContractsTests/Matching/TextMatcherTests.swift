import Testing

@testable import GhostlightContracts

@Suite struct `Texts with a form` {
  @Test(arguments: [
    ("yyyy-MM-dd", "2013-06-12", true), ("yyyy-MM-dd", "2013-6-12", false),
    ("yyyy-MM-dd", "2013-06-32", false), ("d.M.yy", "1.12.13", true),
    ("HH:mm:ss.SSS", "23:59:59.123", true), ("HH:mm", "24:00", false),
    ("hh:mm a", "12:30 pm", true), ("EEE, dd MMM yyyy", "Wed, 12 Jun 2013", true),
    ("EEEE, MMMM d", "Wednesday, June 2", true), ("EEE", "Foo", false),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2013-06-12T12:00:00+02:00", true),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2013-06-12T12:00:00Z", true),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2013-06-12 12:00:00Z", false),
    ("ssZ", "05+0100", true), ("ssX", "05-08", true), ("HH 'o''clock", "12 o", false),
    ("''yy", "'13", true), ("yyyy z", "2013 CEST", true), ("yyyy", "2013x", false),
    ("q", "1", false), ("", "", true), ("yyyyyyyyyyyyyyyyyyyyyyyyy", "1", false),
  ])
  func `follow a date format or do not`(format: String, text: String, fits: Bool) {
    #expect(DateFormat(format).matches(text) == fits)
  }

  @Test(arguments: [
    ("1.0.0", true), ("1.0.0-alpha.1+build.5", true), ("1.0.0+001", true), ("1.0", false),
    ("01.0.0", false), ("1.0.0-01", false), ("1.0.0-", false), ("v1.0.0", false), ("", false),
  ])
  func `are semantic versions or are not`(text: String, fits: Bool) {
    #expect(SemanticVersion.isOne(text) == fits)
  }

  @Test(arguments: [
    ("application/json", "{}", true), ("application/json", "{", false),
    ("image/png", "GIF89a", false), ("image/gif", "GIF89a", true), ("text/plain", "ü", true),
    ("application/x-unheard-of", "?", true),
  ])
  func `have the content of a media type`(type: String, text: String, fits: Bool) {
    #expect(ContentSniffer.fits(Array(text.utf8), MediaType(type)) == fits)
  }
}
