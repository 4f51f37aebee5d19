import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Configuration errors` {
  private static let noObject = "must be an object"
  private static let noText = "must be a string that is not empty"
  private static let noFlag = "must be true or false"

  private static let rows: [(String, String, String)] = [
    ("[]", "$", noObject),
    (
      #"{"stackMob":{}}"#, "$.stackMob",
      "there is no such member; there are: $schema, stackmob, mia, egf2, appcenter, "
        + "cosmos, seed, clock, faults, journal, namespaces, maxWork, limits, "
        + "allowHosts, proxy, services"
    ),
    (#"{"seed":-1}"#, "$.seed", "must be a whole number from 0 to 9223372036854775807"),
    (#"{"seed":"1"}"#, "$.seed", "must be a whole number from 0 to 9223372036854775807"),
    (#"{"seed":1.0}"#, "$.seed", "must be a whole number from 0 to 9223372036854775807"),
    (#"{"clock":"now"}"#, "$.clock", noObject),
    (#"{"clock":{"at":1}}"#, "$.clock.at", "there is no such member; there are: set, freeze"),
    (
      #"{"clock":{"set":"yesterday"}}"#, "$.clock.set",
      "is not a time such as 2013-05-01T00:00:00Z"
    ),
    (#"{"clock":{"set":1367366400}}"#, "$.clock.set", noText),
    (#"{"clock":{"freeze":"yes"}}"#, "$.clock.freeze", noFlag),
    (#"{"journal":1}"#, "$.journal", noObject),
    (
      #"{"journal":{"size":1}}"#, "$.journal.size",
      "there is no such member; there are: entries, bytes, totalBytes"
    ),
    (
      #"{"journal":{"entries":0}}"#, "$.journal.entries",
      "must be a whole number from 1 to 10000000"
    ),
    (
      #"{"journal":{"bytes":-1}}"#, "$.journal.bytes",
      "must be a whole number from 0 to 1099511627776"
    ),
    (#"{"namespaces":0}"#, "$.namespaces", "must be a whole number from 1 to 1000000"),
    (
      #"{"limits":{"maxBody":"16M"}}"#, "$.limits.maxBody",
      "must be a whole number from 0 to 1099511627776"
    ),
    (#"{"faults":{}}"#, "$.faults", "must be an array"),
    (
      #"{"faults":[{"status":503},{}]}"#, "$.faults[1]",
      #"a fault plan needs "status", "delivery" or "latency""#
    ),
    (
      #"{"faults":[{"status":503,"emulator":"parse"}]}"#, "$.faults[0]",
      #"no emulator is named "parse"; there are: stackmob, mia, egf2, appcenter, cosmos"#
    ),
    (#"{"stackmob":[]}"#, "$.stackmob", noObject),
    (
      #"{"stackmob":{"schema":[]}}"#, "$.stackmob.schema",
      "there is no such member; there are: developmentKeys, productionKeys, "
        + "tokenLifetimeSeconds, inferSchemas, strict, loginKeepsAccessTokens, pageLimit, "
        + "httpPorts, allowedOrigins, infersBinary, binaryURLPrefix, binaryBucket, "
        + "refusedSocialTokenPrefix, onlyKnownSocialTokens, schemas, objects, export, roles, "
        + "customCode, socialTokens, deployedVersions"
    ),
    (#"{"stackmob":{"developmentKeys":"x"}}"#, "$.stackmob.developmentKeys", noObject),
    (
      #"{"stackmob":{"developmentKeys":{"publicKey":"x"}}}"#, "$.stackmob.developmentKeys",
      #""privateKey" is missing"#
    ),
    (
      #"{"stackmob":{"productionKeys":{"publicKey":"","privateKey":"x"}}}"#,
      "$.stackmob.productionKeys.publicKey", noText
    ),
    (
      #"{"stackmob":{"productionKeys":{"publicKey":"x","secret":"x"}}}"#,
      "$.stackmob.productionKeys.secret",
      "there is no such member; there are: publicKey, privateKey"
    ),
    (
      #"{"stackmob":{"tokenLifetimeSeconds":0}}"#, "$.stackmob.tokenLifetimeSeconds",
      "must be a whole number from 1 to 1000000000"
    ),
    (#"{"stackmob":{"strict":1}}"#, "$.stackmob.strict", noFlag),
    (
      #"{"stackmob":{"loginKeepsAccessTokens":null}}"#, "$.stackmob.loginKeepsAccessTokens",
      noFlag
    ),
    (
      #"{"stackmob":{"pageLimit":0}}"#, "$.stackmob.pageLimit",
      "must be a whole number from 1 to 1000000"
    ),
    (#"{"stackmob":{"httpPorts":80}}"#, "$.stackmob.httpPorts", "must be an array"),
    (
      #"{"stackmob":{"httpPorts":[80,65536]}}"#, "$.stackmob.httpPorts[1]",
      "must be a whole number from 1 to 65535"
    ),
    (#"{"stackmob":{"allowedOrigins":[""]}}"#, "$.stackmob.allowedOrigins[0]", noText),
    (#"{"stackmob":{"schemas":{}}}"#, "$.stackmob.schemas", "must be an array"),
    (#"{"stackmob":{"schemas":["todo"]}}"#, "$.stackmob.schemas[0]", noObject),
    (
      #"{"stackmob":{"schemas":[{}]}}"#, "$.stackmob.schemas[0]",
      #"the parameter "name" is missing; give a string"#
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"To do"}]}}"#, "$.stackmob.schemas[0]",
      #""To do" is not a valid schema name: use lower-case letters, digits and underscore"#
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a"},{"name":"b","feilds":{}}]}}"#,
      "$.stackmob.schemas[1]",
      #""schema exists" takes no parameter "feilds"; it takes: name, fields, user, "#
        + "usernameField, passwordField, version, permissions"
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a","fields":{"b":"text"}}]}}"#,
      "$.stackmob.schemas[0]", #"the field "b" has no type that exists: "text""#
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a","version":1}]}}"#, "$.stackmob.schemas[0]",
      #"version 1 is not deployed; use "version deployed" first"#
    ),
    (#"{"stackmob":{"objects":[]}}"#, "$.stackmob.objects", noObject),
    (#"{"stackmob":{"objects":{"todo":{}}}}"#, "$.stackmob.objects.todo", "must be an array"),
    (#"{"stackmob":{"objects":{"todo":[1]}}}"#, "$.stackmob.objects.todo[0]", noObject),
    (
      #"{"stackmob":{"objects":{"todo":[{},{"A b":1}]}}}"#, "$.stackmob.objects.todo[1]",
      "todo refuses the object: "
    ),
    (#"{"stackmob":{"deployedVersions":1}}"#, "$.stackmob.deployedVersions", "must be an array"),
    (
      #"{"stackmob":{"deployedVersions":[0]}}"#, "$.stackmob.deployedVersions[0]",
      "must be a whole number from 1 to 1000000"
    ),
  ]

  @Test(arguments: rows)
  func `a mistake is shown with its place`(_ text: String, _ path: String, _ what: String) throws {
    let json = try JSON.parse(text)
    do throws(ConfigurationError) {
      _ = try StageConfiguration(json: json)
      Issue.record("is fine")
    } catch {
      #expect(error.path == path)
      // If a vendor's rules reject an object, only the start of the message is compared.
      #expect(what.hasSuffix(": ") ? error.what.hasPrefix(what) : error.what == what)
      #expect(error.description == "\(path): \(error.what)")
    }
  }
}
