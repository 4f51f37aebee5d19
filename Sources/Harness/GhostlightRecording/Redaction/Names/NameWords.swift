/// The words that make a name secret, and the words that make it harmless.
enum NameWords {
  /// All known words with their roles.
  static let table = WordTable(words + plurals)

  private static let words: [(WordRole, String)] = [
    (
      .strong,
      """
      password passwd passwrd pwd passphrase passcode passkey secret credential apikey token jwt
      otp totp csrf xsrf jsessionid phpsessid psk mnemonic passwort kennwort contrasena contraseña
      senha wachtwoord parola lozinka haslo losenord cvv cvc pincode
      """
    ),
    (.strongLast, "cookie authorization bearer sid pem verifier assertion secretkey userinfo"),
    (.token, "token"),
    (
      .weak,
      """
      session pass pin auth private sig signature code key state access refresh ticket invite
      invitation activation verification confirmation reset salt hmac license licence sas
      """
    ),
    (.key, "key"), (.id, "id"), (.weakID, "session"), (.code, "code number"), (.pin, "pin"),
    (
      .secretKey,
      """
      api private mac access secret master account signing encryption decryption shared app
      application auth subscription client consumer license licence functions admin deploy
      webhook hmac crypto cipher aes rsa ssh gpg pgp wrapping developer dev partner merchant vault
      rest service server storage
      """
    ),
    (
      .openKey,
      """
      public partition foreign sort row cache object composite idempotency idempotence dedup
      deduplication natural surrogate translation routing shard locale message index unique group
      publishable websocket lookup site hot short range socket
      """
    ),
    (
      .cursor,
      """
      page next nextpage continuation sync cancellation pagination cursor delta skip scroll marker
      previous prev resume change
      """
    ),
    (.session, "sess php asp"),
    (
      .traced,
      """
      request req trace activity correlation span event message transaction operation upload version
      build instance deployment debug
      """
    ),
    (
      .secretCode,
      """
      security recovery backup otp totp mfa tfa sms verification login access
      device confirmation activation reset unlock pass
      """
    ),
    (.secretPin, "card user new old current account security sim atm login"),
    (
      .metadata,
      """
      type expires expiry expiration expire expired exp at in on ttl lifetime age length len size min
      max minimum maximum count limit remaining used usage total budget policy rule pattern regex
      required optional enabled disabled allowed supported changed updated created issued date time
      timestamp hint strength score status valid validity verified url uri endpoint href link path
      field name label title placeholder prompt help description message error format algorithm alg
      method mode kind class icon visible show input form page screen view strategy provider issuer
      audience scope reset id index
      """
    ),
    (
      .about,
      """
      forgot forgotten has is show hide toggle require requires required needs invalid missing wrong
      no max min total prompt completion cached reasoning allow allows with without use uses
      supports can should enable disable num count
      """
    ),
    (
      .identifier,
      """
      etag match date time hash digest md sha checksum crc rid continuation agent integrity nonce
      requestid traceid activityid traceparent tracestate boundary range accept fingerprint
      thumbprint revision rev commit contenttype mimetype websocketkey websocketaccept ray
      """
    ),
    (.filler, "v value val string raw data"),
    // Words that may follow `password` or a similar word without a separator.
    (WordRole(rawValue: 1 << 30), "confirm again repeat retype verify new old hash base text"),
  ]

  /// The plurals of all words that do not end in `s`, with the same roles.
  private static let plurals: [(WordRole, String)] = words.map { role, list in
    let words = list.split(whereSeparator: \.isWhitespace).filter { !$0.hasSuffix("s") }
    return (role, words.map { $0 + "s" }.joined(separator: " "))
  }

  /// Complete names that are secret although none of their words is.
  static let secretNames = hashes(
    """
    fb_at tw_tk tw_ts AWSAccessKeyId access_key_id x-amz-credential saml_response one_time_code otc
    mot_de_passe x_functions_key
    """)

  /// Complete names that look secret but are identifiers, in addition to those that words
  /// recognize.
  ///
  /// - Source: Amazon CloudFront and S3 ("Common response headers"), Cloudflare ("Cloudflare HTTP
  ///   headers"), Azure Front Door, Google Cloud Storage, GitHub, Fastly, Vercel and Akamai, in
  ///   their documentation of header fields; RFC 6455 (WebSocket), RFC 9530 (digests), W3C Trace
  ///   Context; RFC 7517 (the public members of a key).
  static let harmlessNames = hashes(
    """
    x-amz-cf-id x-amz-cf-pop x-amz-request-id x-amz-id-2 x-amzn-requestid x-amzn-trace-id
    x-amz-apigw-id x-amz-version-id x-amz-meta-etag cf-ray cf-request-id cf-cache-status x-fb-debug
    x-fb-trace-id x-fb-rev x-fb-request-id x-goog-hash x-goog-generation x-goog-stored-content-length
    x-guploader-uploadid x-cloud-trace-context x-azure-ref x-msedge-ref x-ms-session-token
    x-ms-continuation x-ms-request-id x-github-request-id x-served-by x-timer x-vercel-id x-nf-request-id
    fly-request-id akamai-grn x-akamai-request-id x-kong-request-id x-envoy-upstream-service-time
    server-timing report-to nel alt-svc content-security-policy content-security-policy-report-only
    content-md5 repr-digest content-digest sec-websocket-key sec-websocket-accept
    sec-websocket-extensions user-agent b3 x-b3-traceid x-b3-spanid sentry-trace baggage uber-trace-id
    x-datadog-trace-id x-cache x-varnish via x-pjax-version x5c x5t x5t#S256 kid jti_hash
    access-control-allow-credentials access-control-allow-headers access-control-expose-headers
    access-control-request-headers
    """)

  private static func hashes(_ names: String) -> Set<UInt64> {
    Set(
      names.split(whereSeparator: \.isWhitespace).map {
        WordHash(SecretName(String($0)).bytes).value
      })
  }

  /// The lengths of strong words that may begin a compound: `password` (8), `secret` (6), `token`
  /// (5).
  static let beginnings = [8, 6, 5]

  private static let endings: [(name: [UInt8], roles: WordRole)] = [
    ("password", .strong), ("passwd", .strong), ("passphrase", .strong), ("passcode", .strong),
    ("token", [.strong, .token]), ("secret", .strong), ("credential", .strong),
    ("apikey", .strong), ("privatekey", .strong), ("mackey", .strong), ("accesskey", .strong),
    ("secretkey", .strong), ("masterkey", .strong), ("accountkey", .strong),
    ("signingkey", .strong), ("encryptionkey", .strong), ("sharedkey", .strong),
    ("appkey", .strong), ("applicationkey", .strong), ("authkey", .strong),
    ("subscriptionkey", .strong), ("sessionid", .weak), ("sessionkey", .weak), ("sessid", .strong),
    ("etag", .identifier), ("hash", .identifier), ("digest", .identifier), ("md5", .identifier),
    ("checksum", .identifier), ("requestid", .identifier), ("traceid", .identifier),
    ("partitionkey", .openKey), ("publickey", .openKey),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Returns the roles of the known word at the end of a compound word, and the rest of the
  /// compound.
  ///
  /// A plural counts as its singular. Returns `nil` if the word does not end with a known word.
  static func ending(
    of word: ArraySlice<UInt8>
  ) -> (roles: WordRole, rest: ArraySlice<UInt8>)? {
    guard let last = word.last else { return nil }
    let word = last | 0x20 == UInt8(ascii: "s") ? word.dropLast() : word
    guard let tail = word.last, "dentlyghm".utf8.contains(tail | 0x20) else { return nil }
    return endings.first { ending in
      ending.name.last == tail | 0x20 && word.count >= ending.name.count
        && zip(word.suffix(ending.name.count), ending.name).allSatisfy { $0 | 0x20 == $1 }
    }.map { ($0.roles, word.dropLast($0.name.count)) }
  }
}
