import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Redaction of texts` {
  /// Plain texts: settings, logs, code, URLs and known forms.
  private static let text = #"""
    password=hunter2x; a → password=REDACTED-password-1; a
    password=hunter2x&b → password=REDACTED-password-1&b
    password: hunter2x → password: REDACTED-password-1
    a password: hunter2x → a password: REDACTED-password-1
    |  password: hunter2x␊ →   password: REDACTED-password-1␊|
    - password: hunter2x␊b → - password: REDACTED-password-1␊b
    ␉password: hunter2x → ␉password: REDACTED-password-1
    password: incorrect␊
    password: mustbeverylong␊ → password: REDACTED-password-1␊
    password: ␊  hunter2x␊
    password: |␊  hunter2x␊b → password: |␊  REDACTED-password-1␊b
    password: >␊    hunter2x → password: >␊    REDACTED-password-1
    password: |␊hunter2x
    password: |  ␊  hunter2x␍␊b → password: |  ␊  REDACTED-password-1␍␊b
    |password: |␊  |
    password: |␊          hunter2x x␊ → password: |␊          REDACTED-password-1␊
    state: hunter2x␊
    state: kT9vQ2mZx81L␊ → state: REDACTED-state-6245437␊
    note password: kT9vQ2mZx81L!␊ → note password: REDACTED-password-1␊
    the password: a1B2c3D4e5F6 is → the password: REDACTED-password-1 is
    the password: hello-world.it is
    the password: aaaaaaaa!? is
    password=hunter2x → password=REDACTED-password-1
    state=hunter2x
    state=kT9vQ2mZx81L → state=REDACTED-state-6245437
    password='hunter2x' → password='REDACTED-password-1'
    password="hunter2x" → password="REDACTED-password-1"
    password="a%20hunter2x" → password="REDACTED-password-1"
    x="token%3Dhunter2x" → x="token%3DREDACTED-token-1"
    x="a=token%3Dhunter2x" → x="a=token%3DREDACTED-token-1"
    x=token%3Dhunter2x → x=token%3DREDACTED-token-1
    x=a=token%3Dhunter2x → x=a=token%3DREDACTED-token-1
    password=
    password=""
    password => 'hunter2x' → password => 'REDACTED-password-1'
    password=>'hunter2x' → password=>'REDACTED-password-1'
    password => hunter2x → password => REDACTED-password-1
    password = hunter2x → password = REDACTED-password-1
    password := hunter2x → password := REDACTED-password-1
    password : hunter2x → password : REDACTED-password-1
    password = "hunter2x" → password = "REDACTED-password-1"
    password := 'hunter2x' → password := 'REDACTED-password-1'
    password = f(hunter2x1)
    password = aaaaaaaa
    password = a1
    state = kT9vQ2mZx81L → state = REDACTED-state-6245437
    state = hunter2x
    password =  hunter2x
    password =
    'password': 'hunter2x' → 'password': 'REDACTED-password-1'
    "password" : "hunter2x" → "password" : "REDACTED-password-1"
    'password' => 'hunter2x' → 'password' => 'REDACTED-password-1'
    'password', 'hunter2x'
    'state': 'kT9vQ2mZx81L' → 'state': 'REDACTED-state-6245437'
    'state': 'hunter2x'
    \"password\":\"hunter2x\" → \"password\":\"REDACTED-password-1\"
    \"password\":\"a\\\"hunter2x\" → \"password\":\"REDACTED-password-1\\\"hunter2x\"
    'password': '''hunter2x''' → 'password': '''REDACTED-password-1'''
    'password': "a\"hunter2x" → 'password': "REDACTED-password-1"
    'password': hunter2x
    'password': ''
    name: password␊value: hunter2x␊ → name: password␊value: REDACTED-password-1␊
    name: city␊value: hunter2x␊
    name: "password"␊value: "hunter2x"␊ → name: "password"␊value: "REDACTED-password-1"␊
    'name': 'password', 'value': 'hunter2x' → 'name': 'password', 'value': 'REDACTED-password-1'
    'name': 'city', 'value': 'hunter2x'
    'name': 'state', 'value': 'kT9vQ2mZx81L' → 'name': 'state', 'value': 'REDACTED-state-6245437'
    'name': 'state', 'value': 'hunter2x'
    name: password␊xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx␊value: hunter2x␊
    name: password␊color: red␊value: hunter2x␊value: hunter2x␊ → name: password␊color: red␊value: REDACTED-password-1␊value: REDACTED-password-1␊
    user[password]=hunter2x → user[password]=REDACTED-user_password_-1
    user[password][x]=hunter2x → user[password][x]=REDACTED-user_password__x_-1
    user[city]=hunter2x
    password[]=hunter2x&b → password[]=REDACTED-password__-1&b
    user[password]
    user[passwordxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx]=hunter2x
    Bearer kT9vQ2mZx81L → Bearer REDACTED-bearer-1
    Bearer hunter2x → Bearer REDACTED-bearer-1
    bearer of bad news
    Bearer abcdefgh
    Bearer abcdefghijklmnop → Bearer REDACTED-bearer-1
    auth: Bearer abcdefgh → auth: Bearer REDACTED-bearer-1
    Bearer abc1
    BEARER abcdefg1 → BEARER REDACTED-bearer-1
    Basic YW5uOmh1bnRlcjJ4 → Basic REDACTED-basic-1
    Basic abcdefgh
    basic YW5uOmh1bnRlcjJ4, b → basic REDACTED-basic-1, b
    https://ann:hunter2x@h/a → https://ann:REDACTED-password-1@h/a
    https://kT9vQ2mZx81L@h/a → https://REDACTED-userinfo-1@h/a
    https://h/a@b
    x://@h
    https://h?a=b@c
    see https://ann:p%40hunter2x@h → see https://ann:REDACTED-password-1@h
    see https://h/token/hunter2x1 → see https://h/token/REDACTED-token-1
    https://h/reset/9f86d081884c7d65/x → https://h/reset/REDACTED-reset-2044054/x
    /reset/9f86d081884c7d65?a → /reset/REDACTED-reset-2044054?a
    a/reset/9f86d081884c7d65 → a/reset/REDACTED-reset-2044054
    https://hooks.slack.com/services/T0/B0/abcdefghijklmnopqrst → https://hooks.slack.com/services/T0/B0/REDACTED-webhook-1
    /a/b/c/token/hunter2x1 → /a/b/c/token/REDACTED-token-1
    id AKIAAAAAAAAAAAAAAAAA x → id REDACTED-aws_key-1 x
    AKIAAAAAAAAAAAAAAAA
    -----BEGIN PRIVATE KEY-----␊MIIE␊-----END → -----BEGIN PRIVATE KEY-----REDACTED-private_key-1-----END
    -----BEGIN PGP PRIVATE KEY BLOCK-----␊MIIE␊-----END → -----BEGIN PGP PRIVATE KEY BLOCK-----REDACTED-private_key-1-----END
    -----BEGIN PRIVATE KEY----␊MIIE
    -----BEGIN RSA KEY-----␊MIIE␊-----END
    -----BEGIN PRIVATE KEY-----
    12345:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1 x → REDACTED-telegram_token-1 x
    a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1-us12 → REDACTED-mailchimp_key-1
    k=aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+aB3+x/== → k=REDACTED-account_key-1
    oauth_signature=abc def → oauth_signature=REDACTED def
    X-Amz-Signature=abc&b → X-Amz-Signature=REDACTED&b
    gigya_sig=a%3D → gigya_sig=REDACTED
    signature=abc
    [2013-06-12] password=hunter2x → [2013-06-12] password=REDACTED-password-1
    [info] password=hunter2x → [info] password=REDACTED-password-1
    ["password=hunter2x"] → ["password=REDACTED-password-1"]
    [1] password=hunter2x → [1] password=REDACTED-password-1
    [ true, "password=hunter2x"] → [ true, "password=REDACTED-password-1"]
    |  {"password":"hunter2x"} →   {"password":"REDACTED-password-1"}|
    eyJxxx
    eyJwYXNzd29yZCI6Imh1bnRlcjJ4In0= → eyJwYXNzd29yZCI6IlJFREFDVEVELXBhc3N3b3JkLTEifQ==
    eyJwYXNzd29yZCI6Imh1bnRlcjJ4In0 → eyJwYXNzd29yZCI6IlJFREFDVEVELXBhc3N3b3JkLTEifQ
    x eyJwYXNzd29yZCI6Imh1bnRlcjJ4In0= y → x eyJwYXNzd29yZCI6IlJFREFDVEVELXBhc3N3b3JkLTEifQ== y
    a%3Dpassword%3Dhunter2x → a%3Dpassword%3DREDACTED-password-1
    password%3Dhunter2x%26b%3Dc → password%3DREDACTED-password-1%26b%3Dc
    pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppassword=hunter2x
    x password hunter2x
    password;hunter2x
    """#

  @Test(arguments: TextRow.rows(text))
  func `secrets in a plain text are replaced, and words are not`(_ row: TextRow) {
    #expect(row.redacted("text/plain") == row.expected)
  }
}

/// A text with a secret, and the same text after redaction.
struct TextRow: Sendable, CustomTestStringConvertible {
  let text, expected: String

  var testDescription: String { text }

  /// Returns the rows of a table: a text, or a text, an arrow and the redacted text.
  ///
  /// The control pictures stand for control characters, and bars enclose a row with outer spaces.
  static func rows(_ table: String) -> [TextRow] {
    table.split(separator: "\n").map { line in
      var line = String(line)
      if line.hasPrefix("|"), line.hasSuffix("|") { line = String(line.dropFirst().dropLast()) }
      for (picture, control) in [("␊", "\n"), ("␍", "\r"), ("␉", "\t")] {
        line = line.replacing(picture, with: control)
      }
      let parts = line.split(separator: " → ", omittingEmptySubsequences: false).map(String.init)
      return TextRow(text: parts[0], expected: parts[parts.count - 1])
    }
  }

  /// Returns the text after redaction as the body of a response.
  func redacted(_ type: String) -> String {
    let response = Response(.ok, headers: [.contentType: type], body: Array(text.utf8))
    return redacted(Request(.get, "/"), response).response.text
  }

  var redactedTarget: String {
    redacted(Request(.get, RequestTarget(text)), Response(.ok)).request.target.raw
  }

  func redactedField(_ name: String) throws -> String? {
    var request = Request(.get, "/")
    request.headers[try #require(HTTPField.Name(name))] = text
    return redacted(request, Response(.ok)).request.headers.first?.value
  }

  private func redacted(_ request: Request, _ response: Response) -> RecordedExchange {
    Redactor().redact(Recording([RecordedExchange(request, response)])).exchanges[0]
  }
}
