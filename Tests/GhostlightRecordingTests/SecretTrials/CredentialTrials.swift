/// A trial that plants a secret in a place where credentials usually occur.
///
/// Such a place is an authorization, a cookie, or a link that gives access.
struct CredentialTrial: Sendable {
  /// A planted secret, with the encodings of it that cannot be computed from the secret alone.
  struct Planted: Sendable {
    let exchange: TrialExchange
    let secret: String
    var others: [String] = []
  }

  let kind: String
  let plant: @Sendable (inout TrialRandom) -> Planted

  static let all = authorizations + cookies + links + signed + claims

  /// Creates a trial with an authorization in a request; `text` returns its value, with the secret.
  private static func authorization(
    _ kind: String, field: String = "Authorization", isPadded: Bool = false, hexDigits: Int = 0,
    _ text: @escaping @Sendable (inout TrialRandom, _ secret: String) -> String
  ) -> CredentialTrial {
    CredentialTrial(kind: "\(kind) × \(field)") { random in
      let secret =
        isPadded
        ? PlantedValues.base64(bytes: 32, &random)
        : hexDigits > 0 ? random.string(hexDigits, .hex) : PlantedValues.generated(&random)
      var exchange = TrialExchange(get: random.url())
      exchange.requestHeaders.append(TrialField(field, text(&random, secret)))
      return Planted(exchange: exchange, secret: secret)
    }
  }

  private static func basic(_ field: String) -> CredentialTrial {
    CredentialTrial(kind: "Basic × \(field)") { random in
      let secret = PlantedValues.any(plain: false, &random)
      let encoded = TrialText.base64(random.user() + ":" + secret)
      var exchange = TrialExchange(get: random.url())
      exchange.requestHeaders.append(TrialField(field, "Basic " + encoded))
      return Planted(exchange: exchange, secret: secret, others: [encoded])
    }
  }

  private static let authorizations: [CredentialTrial] = [
    basic("Authorization"), basic("Authorization"), basic("Proxy-Authorization"),
    .authorization("Bearer") { "Bearer " + $1 },
    .authorization("lower-case bearer") { "bearer " + $1 },
    .authorization("Bearer", field: "Proxy-Authorization") { "Bearer " + $1 },
    .authorization("token scheme") { "Token " + $1 },
    .authorization("custom scheme") { "ShopApp-V2 " + $1 },
    .authorization("API key scheme") { "ApiKey " + $1 },
    .authorization("no scheme") { $1 },
    .authorization("Digest", hexDigits: 32) { random, secret in
      "Digest username=\"\(random.user())\", realm=\"shop\", nonce=\"\(random.string(16, .hex))\", "
        + "uri=\"/\", qop=auth, nc=00000001, response=\"\(secret)\""
    },
    .authorization("MAC", isPadded: true) { random, secret in
      "MAC id=\"\(random.user())\", ts=\"1336363200\", nonce=\"n\(random.below(99_999))\", "
        + "mac=\"\(secret)\""
    },
    .authorization("OAuth 1.0", isPadded: true) { random, secret in
      "OAuth oauth_consumer_key=\"app\(random.below(99))\", oauth_signature_method=\"HMAC-SHA1\", "
        + "oauth_signature=\"\(TrialText.percent(secret))\", oauth_version=\"1.0\""
    },
    .authorization("shared key", isPadded: true) { "SharedKey shop\($0.below(99)):\($1)" },
    .authorization("AWS signature", hexDigits: 64) { random, secret in
      "AWS4-HMAC-SHA256 Credential=shop/20240501/eu-west-1/s3/aws4_request, "
        + "SignedHeaders=host;x-amz-date, Signature=\(secret)"
    },
    .authorization("Cosmos", isPadded: true) { _, secret in
      TrialText.percent("type=master&ver=1.0&sig=\(secret)")
    },
  ]

  private static let cookies: [CredentialTrial] = ["Cookie", "Set-Cookie"].flatMap { field in
    [
      "sid", "JSESSIONID", "PHPSESSID", "connect.sid", "remember_me", "_shop_session",
      "ASP.NET_SessionId", "__Host-auth",
    ].map { name in
      CredentialTrial(kind: "\(name) × \(field)") { random in
        let secret = PlantedValues.generated(&random)
        var exchange = TrialExchange(get: random.url())
        if field == "Cookie" {
          exchange.requestHeaders.append(TrialField(field, "\(name)=\(secret)"))
        } else {
          let cookie = "\(name)=\(secret); Path=/; Secure; HttpOnly"
          exchange.responseHeaders.append(TrialField(field, cookie))
        }
        return Planted(exchange: exchange, secret: secret)
      }
    }
  }

  /// Creates a trial with a link that gives access to every client that knows the link.
  private static func link(
    _ kind: String, _ link: @escaping @Sendable (inout TrialRandom) -> (url: String, secret: String)
  ) -> CredentialTrial {
    CredentialTrial(kind: kind) { random in
      let (url, secret) = link(&random)
      return Planted(exchange: TrialPlaces.place(url, &random), secret: secret)
    }
  }

  private static let links: [CredentialTrial] =
    ["/reset/", "/invite/", "/password/reset/", "/users/invite/"].flatMap { path in
      [20, 32, 40].map { count in
        .link("\(path) × link") { random in
          let secret = random.string(count, .hex)
          return (random.origin() + path + secret, secret)
        }
      }
    } + [
      .link("Telegram bot × link") { random in
        let secret =
          "\(random.within(1...9))\(random.string(9, .digits)):AA"
          + random.string(33, .base64URL)
        return ("https://api.telegram.org/bot\(secret)/sendMessage", secret)
      },
      .link("Slack webhook × link") { random in
        let secret = random.string(24, .alphanumeric)
        let team = "T\(random.string(8, .upperDigits))/B\(random.string(10, .upperDigits))"
        return ("https://hooks.slack.com/services/\(team)/\(secret)", secret)
      },
      .link("Discord webhook × link") { random in
        let secret = random.string(68, .base64URL)
        return ("https://discord.com/api/webhooks/\(random.string(18, .digits))/\(secret)", secret)
      },
      .link("user information × link") { random in
        let secret = random.string(14, .alphanumeric)
        let scheme = random.pick(["https", "postgres", "amqp", "mongodb", "redis"])
        return ("\(scheme)://app:\(secret)@data.example.com/shop\(random.below(99))", secret)
      },
      .link("user information × link") { random in
        let secret = PlantedNames.capitalized(random.string(7, .lower)) + random.string(4, .digits)
        return ("https://\(random.user()):\(secret)@git.example.com/shop.git", secret)
      },
    ]

  private static let signed: [CredentialTrial] = [
    .link("shared access signature × link") { random in
      let secret = PlantedValues.base64(bytes: 32, &random)
      let query = "?sv=2022-11-02&se=\(random.date())T00%3A00%3A00Z&sr=b&sp=r&sig="
      let path = "/photos/\(random.below(999)).jpg"
      let url = "https://shop.blob.core.windows.net" + path + query + TrialText.percent(secret)
      return (url, secret)
    },
    .link("presigned S3 × link") { random in
      let secret = random.string(64, .hex)
      let query =
        "?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20240501T000000Z"
        + "&X-Amz-Expires=300&X-Amz-SignedHeaders=host&X-Amz-Signature="
      let path = "/\(random.below(999)).pdf"
      return ("https://shop.s3.eu-west-1.amazonaws.com" + path + query + secret, secret)
    },
    .link("presigned Google Storage × link") { random in
      let secret = random.string(128, .hex)
      let query = "?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=300&X-Goog-Signature="
      return (
        "https://storage.googleapis.com/shop/\(random.below(99)).png" + query + secret, secret
      )
    },
    .link("signature of an upload × link") { random in
      let secret = random.string(40, .hex)
      return (random.url() + "/upload?expires=1714521600&signature=" + secret, secret)
    },
    .link("token of a download × link") { random in
      let secret = random.uuid()
      return (random.url() + "/file?alt=media&token=" + secret, secret)
    },
  ]

  private static let claims: [CredentialTrial] =
    ["data", "state", "assertion", "hint"].map { name in
      CredentialTrial(kind: "e-mail address in sub × JWT under \(name)") { random in
        let mail = random.user() + random.string(5, .lower) + "@example.com"
        let jwt = PlantedValues.jwt(&random, subject: mail)
        let claims = jwt.split(separator: ".")[1]
        let body = TrialBody("application/json", "{\"\(name)\":\"\(jwt)\"}")
        let exchange = TrialExchange(carrying: body, &random)
        return Planted(exchange: exchange, secret: mail, others: [String(claims)])
      }
    }
}
