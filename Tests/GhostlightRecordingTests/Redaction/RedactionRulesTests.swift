import GhostlightRecording
import Testing

@Suite struct `Redaction rules` {
  @Test(arguments: [
    "password", "Password", "new_password", "user[password]", "passwd", "accessToken",
    "access_token", "refresh-token", "tokens", "mac_key", "client_secret", "secret", "api_key",
    "X-StackMob-API-Key", "X-API-Token", "App-Secret", "client-key", "privateKey", "sid",
    "PHPSESSID", "oauth_consumer_key", "oauth_token", "Ocp-Apim-Subscription-Key",
    "_token", "resetToken", "fb_at", "credentials", "AccountKey", "primaryMasterKey",
  ])
  func `a name of a secret is recognized in any spelling`(_ name: String) {
    #expect(RedactionRules.standard.isSecret(name: name))
  }

  @Test(arguments: [
    "", "-", "username", "token_type", "expires_in", "mac_algorithm", "grant_type", "key", "id",
    "passwordField", "tokenizer", "nextPageToken", "continuation_token", "x-ms-session-token",
    "partitionKey", "keyboard", "side", "passenger", "secretary", "forgotpassword", "bypass",
  ])
  func `other names are not secret`(_ name: String) {
    #expect(!RedactionRules.standard.isSecret(name: name))
  }

  @Test func `names can be added to the rules and removed`() {
    var rules = RedactionRules.standard
    rules.add(name: "loyalty_number")
    rules.remove(name: "X-API-Key")
    #expect(rules.isSecret(name: "loyaltyNumber"))
    #expect(!rules.isSecret(name: "x-api-key"))
    #expect(rules.isSecret(name: "y-api-key"))
    rules.add(name: "x_api_key")
    rules.remove(name: "loyaltynumber")
    #expect(rules.isSecret(name: "X-API-Key"))
    #expect(!rules.isSecret(name: "loyalty_number"))
  }

  @Test func `rules that are off recognize no secret`() {
    #expect(!RedactionRules.off.isSecret(name: "password"))
  }
}
