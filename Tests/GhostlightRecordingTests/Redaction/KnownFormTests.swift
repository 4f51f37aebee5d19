import Testing

@testable import GhostlightRecording

@Suite struct `Known forms of secrets` {
  /// Each form's prefix, name, alphabet, and least and greatest number of characters after the
  /// prefix.
  private static let rows =
    """
    AKIA aws_key upper 16 16
    ASIA aws_key upper 16 16
    ABIA aws_key upper 16 16
    ACCA aws_key upper 16 16
    ABSK aws_key base64 109 280
    LTAI alibaba_key alphanumeric 12 24
    AIza google_key word 35 35
    GOCSPX- google_secret word 20 40
    ya29. google_token dotted 20 2048
    dop_v1_ digitalocean_token hexadecimal 64 64
    doo_v1_ digitalocean_token hexadecimal 64 64
    dor_v1_ digitalocean_token hexadecimal 64 64
    v1.0- cloudflare_key word 171 171
    cfk_ cloudflare_token alphanumeric 48 48
    cfut_ cloudflare_token alphanumeric 48 48
    cfat_ cloudflare_token alphanumeric 48 48
    dapi databricks_token word 32 34
    HRKU-AA heroku_key word 58 58
    fo1_ fly_token word 43 43
    fm2_ fly_token base64 100 2048
    hvs. vault_token word 90 120
    hvb. vault_token word 138 300
    pul- pulumi_token hexadecimal 40 40
    pscale_pw_ planetscale_password dotted 32 64
    pscale_tkn_ planetscale_token dotted 32 64
    pscale_oauth_ planetscale_token dotted 32 64
    tk-us- scalingo_token word 48 48
    sha256~ openshift_token word 43 43
    tskey- tailscale_key word 27 120
    vcp_ vercel_token alphanumeric 20 60
    ghp_ github_token alphanumeric 30 255
    gho_ github_token alphanumeric 30 255
    ghs_ github_token dotted 30 1024
    ghu_ github_token alphanumeric 30 255
    ghr_ github_token alphanumeric 30 255
    github_pat_ github_token word 30 255
    glpat- gitlab_token dotted 20 300
    gldt- gitlab_token word 20 64
    glrt- gitlab_token dotted 20 300
    glptt- gitlab_token hexadecimal 40 40
    glcbt- gitlab_token word 22 40
    glft- gitlab_token word 20 64
    gloas- gitlab_token word 64 64
    glsoat- gitlab_token word 20 64
    GR1348941 gitlab_token word 20 64
    npm_ npm_token alphanumeric 30 64
    pypi-AgEI pypi_token word 50 1000
    rubygems_ rubygems_key hexadecimal 48 48
    CLOJARS_ clojars_token alphanumeric 60 60
    dckr_pat_ docker_token word 27 27
    AKCp artifactory_key alphanumeric 69 69
    cmVmd artifactory_token alphanumeric 59 59
    ATATT3 atlassian_token dotted 100 300
    PMAK- postman_key word 59 59
    sntryu_ sentry_token hexadecimal 64 64
    sntrys_ sentry_token base64 60 600
    sgp_ sourcegraph_token word 40 64
    glsa_ grafana_token word 41 41
    glc_ grafana_token base64 32 400
    figd_ figma_token word 40 200
    lin_api_ linear_key word 32 128
    ntn_ notion_token alphanumeric 46 46
    pat airtable_token dotted 79 79
    rdme_ readme_key alphanumeric 70 70
    pnu_ prefect_key alphanumeric 36 36
    dp.pt. doppler_token alphanumeric 43 43
    API- octopus_key upper 26 26
    sk_live_ stripe_key alphanumeric 10 255
    sk_test_ stripe_key alphanumeric 10 255
    sk_prod_ stripe_key alphanumeric 10 255
    rk_live_ stripe_key alphanumeric 10 255
    rk_test_ stripe_key alphanumeric 10 255
    whsec_ stripe_secret base64 24 128
    sq0atp- square_token word 22 60
    EAAA square_token word 22 60
    shpat_ shopify_token hexadecimal 32 32
    shpca_ shopify_token hexadecimal 32 32
    shppa_ shopify_token hexadecimal 32 32
    shpss_ shopify_secret hexadecimal 32 32
    shippo_live_ shippo_token hexadecimal 40 40
    shippo_test_ shippo_token hexadecimal 40 40
    EZAK easypost_key alphanumeric 54 54
    EZTK easypost_key alphanumeric 54 54
    duffel_live_ duffel_token word 43 43
    duffel_test_ duffel_token word 43 43
    FLWSECK_TEST- flutterwave_key word 12 34
    xoxb- slack_token word 16 255
    xoxp- slack_token word 16 255
    xoxa- slack_token word 8 255
    xoxr- slack_token word 8 255
    xoxo- slack_token word 16 255
    xoxs- slack_token word 16 255
    xoxe- slack_token word 40 255
    xoxe. slack_token word 40 255
    xapp- slack_token word 16 255
    SG. sendgrid_key dotted 40 80
    xkeysib- sendinblue_key word 81 81
    key- mailgun_key hexadecimal 32 32
    SK twilio_key hexadecimal 32 32
    EAAM facebook_token alphanumeric 100 400
    EAAC facebook_token alphanumeric 100 400
    sk-ant- anthropic_key word 80 160
    sk-proj- openai_key word 40 255
    sk-svcacct- openai_key word 40 255
    sk-admin- openai_key word 40 255
    sk- openai_key alphanumeric 48 48
    hf_ huggingface_token letters 34 34
    api_org_ huggingface_token letters 34 34
    gsk_ groq_key alphanumeric 52 52
    pplx- perplexity_key alphanumeric 48 48
    ops_eyJ 1password_token base64 100 1280
    A3- 1password_key word 35 37
    AGE-SECRET-KEY-1 age_key upper 58 58
    p8e- adobe_secret alphanumeric 32 32
    dt0c01. dynatrace_token dotted 89 89
    NRAK- newrelic_key upper 27 27
    ico- infracost_key alphanumeric 32 32
    fio-u- frameio_token dotted 64 64
    4b1d clickhouse_key alphanumeric 38 38
    sm_aat_ settlemint_token alphanumeric 16 16
    sm_pat_ settlemint_token alphanumeric 16 16
    s-s4t2 intra42_secret word 67 67
    """.split(separator: "\n").map(String.init)

  private struct Row {
    let prefix, name: String
    let alphabet: String
    let least, most: Int

    init(_ line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 5)
      (prefix, name, alphabet) = (words[0], words[1], words[2])
      least = try #require(Int(words[3]))
      most = try #require(Int(words[4]))
    }

    /// Returns the prefix followed by `count` characters of the alphabet.
    func value(_ count: Int) -> [UInt8] {
      let letter: UInt8 = alphabet == "digits" ? 0x32 : alphabet == "letters" ? 0x78 : 0x41
      return Array(prefix.utf8) + [UInt8](repeating: letter, count: count)
    }
  }

  @Test func `each form of the table has a row`() {
    #expect(Self.rows.count == KnownForms.table.count)
  }

  @Test(arguments: rows)
  func `a form has its name, and a least and a greatest length`(_ line: String) throws {
    let row = try Row(line)
    let forms = KnownForms.table.filter { $0.prefix == Array(row.prefix.utf8) }
    let form = try #require(forms.first)
    #expect(forms.count == 1 && form.name == row.name && !form.source.isEmpty)
    #expect("\(form.alphabet)" == row.alphabet)
    for (count, fits) in [
      (row.least - 1, false), (row.least, true), (row.most, true), (row.most + 1, false),
    ] {
      let value = row.value(count)
      let end = form.end(in: (value + [0x20])[...], from: 0)
      #expect(end == (fits ? value.count : nil), "\(count)")
      #expect(form.end(in: value[...], from: 0) == end, "\(count)")
      let found = KnownForms.match(([0x20] + value)[...], at: 1)
      if fits, value.count >= 12 {
        #expect(found?.name == row.name)
        #expect(found?.end == value.count + 1)
      } else {
        #expect(found?.name != row.name || found?.end != value.count + 1, "\(count)")
      }
    }
    #expect(form.end(in: Array("x\(row.prefix)".utf8)[...], from: 0) == nil)
  }

  @Test(arguments: [
    ("digits", "0123456789"), ("hexadecimal", "0123456789ABCDEFabcdef"),
    ("letters", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
    ("upper", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ("alphanumeric", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
    ("word", "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"),
    ("dotted", "-.0123456789=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"),
    ("base64", "+/0123456789=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
  ])
  func `an alphabet has its characters only`(_ name: String, _ characters: String) throws {
    let all: [GhostlightRecording.KnownForm.Alphabet] = [
      .digits, .hexadecimal, .letters, .upper, .alphanumeric, .word, .dotted, .base64,
    ]
    let alphabet = try #require(all.first { "\($0)" == name })
    let found = (0...255).map { UInt8($0) }.filter(alphabet.contains)
    #expect(String(decoding: found, as: UTF8.self) == characters)
  }

  private static let hex = String(repeating: "a1", count: 16)

  @Test(arguments: [
    (hex + "-us1", true), (hex + "-us21", true), (hex + "-us211", false), (hex + "-us", false),
    (hex + "-usx", false), (hex + "-eu1", false), (String(hex.dropLast()) + "-us21", false),
    (String(hex.dropLast()) + "g-us1", false),
  ])
  func `a Mailchimp key has its form`(_ text: String, _ fits: Bool) {
    #expect(KnownForms.isMailchimp(Array(text.utf8)[...]) == fits)
  }

  private static let telegram = "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1"

  @Test(
    arguments: [
      ("12345", telegram, 0), ("1234", telegram, nil), ("bot12345", telegram, 3),
      ("1234567890123456", telegram, 0), ("12345678901234567", telegram, nil),
      ("12a45", telegram, nil), ("12345", telegram + "2", nil),
      ("12345", String(telegram.dropLast()), nil), ("12345", "B" + telegram.dropFirst(), nil),
    ] as [(String, String, Int?)])
  func `a Telegram token has its form`(_ id: String, _ key: String, _ start: Int?) {
    for end in ["", " "] {
      let bytes = Array("\(id):\(key)\(end)".utf8)
      let found = KnownForms.telegram(bytes, 0..<id.utf8.count)
      #expect(found == start.map { $0..<id.utf8.count + 36 })
    }
    #expect(KnownForms.telegram(Array("\(id).\(key)".utf8), 0..<id.utf8.count) == nil)
  }

  private static let account = String(repeating: "aB3+", count: 21) + "x/"

  @Test(
    arguments: [
      ("", account, "==", true), ("", account, "==;", true), ("", account, "=", false),
      ("", account, "===", false), (";", account, "==", true), ("=", account, "==", true),
      ("a", account, "==", false), ("", String(account.dropLast()), "==", false),
      ("", "-" + account.dropFirst(), "==", false), ("sha512-", account, "==", false),
      ("SHA-512=", account, "==", false), ("SHA-512=:", account, "==", false),
      ("sha512:", account, "==", false), ("sha256:", account, "==", true),
    ])
  func `an account key of 64 bytes has its form, and a digest does not`(
    _ before: String, _ key: String, _ after: String, _ fits: Bool
  ) {
    let bytes = Array("\(before)\(key)\(after)".utf8)
    let start = before.utf8.count
    let found = KnownForms.accountKey(bytes, endingAt: start + key.utf8.count)
    #expect(found == (fits ? start..<start + 88 : nil))
  }

  @Test(arguments: [
    ("AKIA" + String(repeating: "A", count: 16), true),
    ("xAKIA" + String(repeating: "A", count: 16), false), ("", false),
    ("eyJhbGciOiJub25lIn0.eyJhIjoxfQ.c2ln", true), ("eyJhbGciOiJub25lIn0.eyJhIjoxfQ", false),
    ("eyJhbGciOiJub25lIn0.eyJhIj.c2ln.a", false),
  ])
  func `a value has a known form from its start`(_ text: String, _ fits: Bool) {
    #expect(KnownForms.contain(Array(text.utf8)[...]) == fits)
  }
}
