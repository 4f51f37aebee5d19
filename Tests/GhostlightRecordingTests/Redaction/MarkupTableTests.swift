import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Redaction of markup, JSON and fields` {
  /// Elements, attributes, and pairs of a name and a value.
  private static let markup = #"""
    <input name=password value=hunter2x> → <input name=password value=REDACTED-password-1>
    <input value='hunter2x' name='password' id='x'> → <input value='REDACTED-password-1' name='password' id='x'>
    <input id=password value='hunter2x'> → <input id=password value='REDACTED-password-1'>
    <input id=x name=password value='hunter2x'> → <input id=x name=password value='REDACTED-password-1'>
    <input name=city id=password value='hunter2x'>
    <input type=PASSWORD value=hunter2x> → <input type=PASSWORD value=REDACTED-password-1>
    <input type=text value=hunter2x>
    <input name=state value=kT9vQ2mZx81L> → <input name=state value=REDACTED-state-6245437>
    <input name=state value=hunter2x>
    <password>hunter2x</password> → <password>REDACTED-password-1</password>
    <a:password>hunter2x</a:password> → <a:password>REDACTED-password-1</a:password>
    <password:a>hunter2x</password:a>
    <password> hunter2x </password> → <password> REDACTED-password-1 </password>
    <password/>hunter2x
    <password><value>hunter2x</value></password> → <password><value>REDACTED-password-1</value></password>
    <password><b><value>hunter2x</value></b></password> → <password><b><value>REDACTED-password-1</value></b></password>
    <city><value>hunter2x</value></city>
    <name>password</name><value>hunter2x</value> → <name>password</name><value>REDACTED-password-1</value>
    <key>password</key><string>hunter2x</string> → <key>password</key><string>REDACTED-password-1</string>
    <key>city</key><string>hunter2x</string>
    <key>password</key><color>hunter2x</color>
    <x name='password'>hunter2x</x> → <x name='password'>REDACTED-password-1</x>
    <x name='password' value=''>hunter2x</x> → <x name='password' value=''>REDACTED-password-1</x>
    <x name='city'>hunter2x</x>
    <password><![CDATA[hunter2x]]></password> → <password><![CDATA[REDACTED-password-1]]></password>
    <password><![CDATA[]]></password>
    <password a='b'>hunter2x</password> → <password a='b'>REDACTED-password-1</password>
    <password><b>x</b></password>
    <1password>hunter2x</x>
    < password>hunter2x
    <password
    <password>hunter2x → <password>REDACTED-password-1
    <a b = '1' password = 'hunter2x'/> → <a b = '1' password = 'REDACTED-password-1'/>
    <a password='hunter2x' b → <a password='REDACTED-password-1' b
    <a <password>hunter2x</password> → <a <password>REDACTED-password-1</password>
    <meta name='csrf-token' content='kT9vQ2mZx81L'> → <meta name='csrf-token' content='REDACTED-csrf_token-1'>
    <meta property='csrf-token' content="hunter2x"> → <meta property='csrf-token' content="REDACTED-csrf_token-1">
    <state>kT9vQ2mZx81L</state> → <state>REDACTED-state-6245437</state>
    <state>hunter2x</state>
    <password>a&amp;hunter2x</password> → <password>REDACTED-password-1</password>
    <password>REDACTED-x-1</password>
    <x data-value='hunter2x' key='password'> → <x data-value='REDACTED-password-1' key='password'>
    <name>password</name>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx<value>hunter2x</value>
    """#

  /// Members, lists, and pairs of a name and a value.
  private static let json = #"""
    {"password":"hunter2x" → {"password":"REDACTED-password-1"
    {"password":{"value":"hunter2x"}} → {"password":{"value":"REDACTED-password-1"}}
    {"password":{"city":"hunter2x"}}
    {"password":{"state":"kT9vQ2mZx81L"}} → {"password":{"state":"REDACTED-password-1"}}
    {"password":{"secret":"hunter2x"}} → {"password":{"secret":"REDACTED-secret-1"}}
    {"passwords":{"db":"hunter2x","b":["hunter2x2"]}} → {"passwords":{"db":"REDACTED-passwords-1","b":["REDACTED-passwords-2"]}}
    {"tokens":{"db":"hunter2x"}}
    {"tokens":["hunter2x",5]} → {"tokens":["REDACTED-tokens-1",5]}
    {"password":["hunter2x",5]} → {"password":["REDACTED-password-1",990000001]}
    {"password":[{"value":"hunter2x"},{"city":"Rome1234"}]} → {"password":[{"value":"REDACTED-password-1"},{"city":"Rome1234"}]}
    [["password","hunter2x"],["city","hunter2x2"]] → [["password","REDACTED-password-1"],["city","hunter2x2"]]
    ["password","hunter2x"]
    [["password","hunter2x","x"]]
    [["city","hunter2x"]]
    [["state","kT9vQ2mZx81L"]]
    {"a":["password","hunter2x"]}
    [[["password","hunter2x"]]] → [[["password","REDACTED-password-1"]]]
    {"name":"password","value":"hunter2x"} → {"name":"password","value":"REDACTED-password-1"}
    {"value":"hunter2x","name":"password"} → {"value":"REDACTED-password-1","name":"password"}
    {"name":"city","value":"hunter2x"}
    {"name":"New password","value":"hunter2x"} → {"name":"New password","value":"REDACTED-password-1"}
    {"name":"state","value":"kT9vQ2mZx81L"} → {"name":"state","value":"REDACTED-state-6245437"}
    {"name":"state","value":"hunter2x"}
    {"name":"state","value":12345678}
    {"name":"password","value":12345678} → {"name":"password","value":990000001}
    {"name":"passwords","value":12345678}
    {"value":12345678,"name":"password"} → {"value":990000001,"name":"password"}
    {"value":12345678,"name":"passwords"}
    {"value":12345678,"name":"state"}
    {"value":["hunter2x",1,123456],"name":"password"} → {"value":["REDACTED-password-1",990000001,990000002],"name":"password"}
    {"value":["hunter2x",1],"name":"city"}
    {"value":[["hunter2x"]],"name":"password"} → {"value":[["REDACTED-password-1"]],"name":"password"}
    {"value":{"a":"hunter2x"},"name":"password"}
    [["password",123456]] → [["password",990000001]]
    [["passwords",123456]]
    [["city",123456]]
    {"text":"a b","value":"hunter2x","name":"password"} → {"text":"a b","value":"REDACTED-password-1","name":"password"}
    {"name":"password","color":"red12345"}
    {"type":"password","value":"hunter2x"} → {"type":"password","value":"REDACTED-password-1"}
    {"type":"secret","value":"hunter2x"}
    {"path":"/user/password","value":"hunter2x"} → {"path":"/user/password","value":"REDACTED-password-1"}
    {"path":"/user/password/0","value":"hunter2x"} → {"path":"/user/password/0","value":"REDACTED-password-1"}
    {"path":"/user/password/-","value":"hunter2x"} → {"path":"/user/password/-","value":"REDACTED-password-1"}
    {"path":"user/password","value":"hunter2x"}
    {"path":"/password/city","value":"hunter2x"}
    {"path":"/09","value":"hunter2x"}
    {"name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx pwd","value":"hunter2x"} → {"name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx pwd","value":"REDACTED-pwd-1"}
    {"name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx pwd","value":"hunter2x"}
    {"k":"password","v":"hunter2x"} → {"k":"password","v":"REDACTED-password-1"}
    {"key":"password","val":"hunter2x","value":"hunter2x2"} → {"key":"password","val":"REDACTED-password-1","value":"REDACTED-password-2"}
    {"name":"etag","value":"hunter2x"}
    {"etag":"kT9vQ2mZx81L","password":null,"secret":true,"pin":1234,"otp":1234,"otps":1234} → {"etag":"kT9vQ2mZx81L","password":null,"secret":true,"pin":1234,"otp":990000001,"otps":1234}
    {"password":-1.5e+3} → {"password":990000001}
    {"password":"a\u0062hunter2x"} → {"password":"REDACTED-password-1"}
    {"password":"a\"hunter2x"} → {"password":"REDACTED-password-1"}
    {"a":"password=hunter2x"} → {"a":"password=REDACTED-password-1"}
    {"a":"x=1"}
    {"a":"{\"password\":\"hunter2x\"}"} → {"a":"{\"password\":\"REDACTED-password-1\"}"}
    {"password":"hunter2x"}{"password":"hunter2x2"} → {"password":"REDACTED-password-1"}{"password":"REDACTED-password-2"}
    { "password" :␊ "hunter2x" , "a":[1,2] } → { "password" :␊ "REDACTED-password-1" , "a":[1,2] }
    {"password":"","a":{"password":"hunter2x"}} → {"password":"","a":{"password":"REDACTED-password-1"}}
    {"data":{"text":"hunter2x"},"name":"password"} → {"data":{"text":"REDACTED-password-1"},"name":"password"}
    }]{"password":"hunter2x"} → }]{"password":"REDACTED-password-1"}
    {"a":{},"value":"hunter2x","name":"password"} → {"a":{},"value":"REDACTED-password-1","name":"password"}
    {"password":{"hash":"hunter2x","minLength":"hunter2x"}} → {"password":{"hash":"REDACTED-password-1","minLength":"REDACTED-password-1"}}
    {"secrets":{"etag":"kT9vQ2mZx81L"}}
    {"":"hunter2x","name":"password"} → {"":"REDACTED-password-1","name":"password"}
    """#

  /// Forms with plain and nested parameters.
  private static let forms = #"""
    password=hunter2x&a → password=REDACTED-password-1&a
    password&a=hunter2x
    hunter2x
    a=token%3Dhunter2x → a=token%3DREDACTED-token-1
    user%5Bpassword%5D=hunter2x → user%5Bpassword%5D=REDACTED-user_password_-1
    oauth_nonce=abc&oauth_timestamp=123&x-amz-signature=a&gigya_ts=5 → oauth_nonce=REDACTED&oauth_timestamp=0&x-amz-signature=REDACTED&gigya_ts=0
    password=%zzhunter2x → password=REDACTED-password-1
    =password
    &&password=hunter2x&& → &&password=REDACTED-password-1&&
    state=kT9vQ2mZx81L&state=hunter2x → state=REDACTED-state-6245437&state=hunter2x
    """#

  /// Paths and queries.
  private static let targets = #"""
    /a?password=hunter2x#x → /a?password=REDACTED-password-1
    /a?kT9vQ2mZx81L
    /a?token%3Dhunter2x → /a?token%3DREDACTED-token-1
    /a;password=hunter2x/b → /a;password=REDACTED-password-1/b
    /a/kT9vQ2mZx81L
    /token/hunter2x → /token/REDACTED-token-1
    /token/hunter2x1?x → /token/REDACTED-token-1?x
    /token/a%2Fhunter2x1 → /token/REDACTED-token-1
    /a%20b
    /a?code=kT9vQ2mZx81L&state=x1 → /a?code=REDACTED-code-6245437&state=x1
    *
    /bot12345:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/x → /botREDACTED-telegram_token-1/x
    """#

  /// The schemes of `Authorization`.
  private static let authorizations = #"""
    Basic kT9vQ2mZx81L → Basic REDACTED-basic-1
    Bearer  → REDACTED-authorization-1
    Bearer hunter2x → Bearer REDACTED-bearer-1
    Foo hunter2x → Foo REDACTED-foo-1
    Foo a=hunter2x → Foo a=REDACTED-a-1
    Foo a="hunter2x", b=c → Foo a="REDACTED-a-1", b=REDACTED-b-1
    Foo a = hunter2x , b → Foo REDACTED-foo-1
    Foo =a → Foo REDACTED-foo-1
    OAuth oauth_token="%41hunter2x",oauth_nonce="n" → OAuth oauth_token="REDACTED-oauth_token-1",oauth_nonce="REDACTED"
    MAC id="hunter2x",nonce="1:2",mac="x",ext="e" → MAC id="REDACTED-access_token-1",nonce="REDACTED",mac="REDACTED",ext="e"
    Digest username="ann", realm="r", nonce="n", uri="/", qop=auth, nc=00000001, cnonce="c", response="r", opaque="o", algorithm=MD5, userhash=false, charset=UTF-8 → Digest username="ann", realm="r", nonce="REDACTED", uri="/", qop=auth, nc=0, cnonce="REDACTED", response="REDACTED", opaque="REDACTED-opaque-1", algorithm=MD5, userhash=false, charset=UTF-8
    hunter2x → REDACTED-authorization-1
    type%3Dmaster%26ver%3D1%26sig%3Dx → type%3Dmaster%26ver%3D1%26sig%3DREDACTED
    type%3Dresource%26ver%3D1%26sig%3Dx → type%3Dresource%26ver%3D1%26sig%3DREDACTED-token-1
    type%3Dmaster%26ver%3D1 → REDACTED-authorization-1
    AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host;date, Signature=x → AWS4-HMAC-SHA256 Credential=REDACTED-credential-1, SignedHeaders=host;date, Signature=REDACTED
    Basic YW5uOmh1bnRlcjJ4 → Basic YW5uOlJFREFDVEVELXBhc3N3b3JkLTE=
    Basic YW5uaHVudGVyMng= → Basic REDACTED-basic-1
    Foo a=,b=""
    Foo a=b,,c=d → Foo a=REDACTED-a-1,,c=REDACTED-c-1
    """#

  /// Single cookies.
  private static let cookies = #"""
    sid=hunter2x → sid=REDACTED-sid-1
    etag=kT9vQ2mZx81L
    sid=a%20hunter2x → sid=REDACTED-sid-1
    a=token%3Dhunter2x → a=token=REDACTED-token-1
    sid=" → sid=REDACTED-sid-1
    sid="hunter2x → sid=REDACTED-sid-1
    """#

  /// Other fields.
  private static let notes = #"""
    token=hunter2x → token=REDACTED-token-1
    {"password":"hunter2x"} → {"password":"REDACTED-password-1"}
    see https://ann:hunter2x@h → see https://ann:REDACTED-password-1@h
    plain text value
    """#

  @Test(arguments: TextRow.rows(markup))
  func `secrets in markup are replaced, and other values are not`(_ row: TextRow) {
    #expect(row.redacted("text/html") == row.expected)
  }

  @Test(arguments: TextRow.rows(json))
  func `secrets in JSON are replaced, and other values are not`(_ row: TextRow) {
    #expect(row.redacted("application/json") == row.expected)
  }

  @Test(arguments: TextRow.rows(forms))
  func `secrets in a form are replaced, and other values are not`(_ row: TextRow) {
    #expect(row.redacted("application/x-www-form-urlencoded") == row.expected)
  }

  @Test(arguments: TextRow.rows(targets))
  func `secrets in a target are replaced, and other segments are not`(_ row: TextRow) {
    #expect(row.redactedTarget == row.expected)
  }

  @Test(arguments: TextRow.rows(authorizations))
  func `secrets in an authorization are replaced, and names are not`(_ row: TextRow) throws {
    #expect(try row.redactedField("Authorization") == row.expected)
  }

  @Test(arguments: TextRow.rows(cookies))
  func `secrets in a cookie are replaced, and other cookies are not`(_ row: TextRow) throws {
    #expect(try row.redactedField("Cookie") == row.expected)
  }

  @Test(arguments: TextRow.rows(notes))
  func `secrets in any field are replaced, and words are not`(_ row: TextRow) throws {
    #expect(try row.redactedField("X-Note") == row.expected)
  }
}
