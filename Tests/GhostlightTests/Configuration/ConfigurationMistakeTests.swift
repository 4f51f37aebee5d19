import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Configuration errors` {
  private static let noObject = "expected an object, found "
  private static let noText = "expected a string that is not empty, found "
  private static let noFlag = "expected true or false, found "

  private static let rows: [(String, String, String)] = [
    ("[]", "$", noObject + "an array"),
    (
      #"{"stackMob":{}}"#, "$.stackMob",
      "unknown member; did you mean \"stackmob\"? There are: $schema, stackmob, mia, egf2, appcenter, "
        + "cosmos, seed, clock, faults, journal, namespaces, maxWork, limits, "
        + "allowHosts, proxy, services"
    ),
    (
      #"{"seed":-1}"#, "$.seed",
      "expected a whole number from 0 to 9223372036854775807, found the number -1"
    ),
    (
      #"{"seed":"1"}"#, "$.seed",
      "expected a whole number from 0 to 9223372036854775807, found the string \"1\""
    ),
    (
      #"{"seed":1.0}"#, "$.seed",
      "expected a whole number from 0 to 9223372036854775807, found the number 1.0"
    ),
    (#"{"clock":"now"}"#, "$.clock", noObject + "the string \"now\""),
    (#"{"clock":{"at":1}}"#, "$.clock.at", "unknown member; there are: set, freeze"),
    (
      #"{"clock":{"set":"yesterday"}}"#, "$.clock.set",
      "expected a time such as 2013-05-01T00:00:00Z, found the string \"yesterday\""
    ),
    (
      #"{"clock":{"set":1367366400}}"#, "$.clock.set",
      "expected a time such as 2013-05-01T00:00:00Z, found the number 1367366400"
    ),
    (#"{"clock":{"freeze":"yes"}}"#, "$.clock.freeze", noFlag + "the string \"yes\""),
    (#"{"journal":1}"#, "$.journal", noObject + "the number 1"),
    (
      #"{"journal":{"size":1}}"#, "$.journal.size",
      "unknown member; there are: entries, bytes, totalBytes"
    ),
    (
      #"{"journal":{"entries":0}}"#, "$.journal.entries",
      "expected a whole number of exchanges from 1 to 10000000, found the number 0"
    ),
    (
      #"{"journal":{"bytes":-1}}"#, "$.journal.bytes",
      "expected a whole number of bytes from 0 to 1099511627776, found the number -1"
    ),
    (
      #"{"namespaces":0}"#, "$.namespaces",
      "expected a whole number of namespaces from 1 to 1000000, found the number 0"
    ),
    (
      #"{"limits":{"maxBody":"16M"}}"#, "$.limits.maxBody",
      "expected a whole number of bytes from 0 to 1099511627776, found the string \"16M\""
    ),
    (#"{"faults":{}}"#, "$.faults", "expected an array, found an object"),
    (
      #"{"faults":[{"status":503},{}]}"#, "$.faults[1]",
      #"a fault plan needs "status", "delivery" or "latency""#
    ),
    (
      #"{"faults":[{"status":503,"emulator":"parse"}]}"#, "$.faults[0].emulator",
      #"no emulator is named "parse"; there are: stackmob, mia, egf2, appcenter, cosmos"#
    ),
    (#"{"stackmob":[]}"#, "$.stackmob", noObject + "an array"),
    (
      #"{"stackmob":{"schema":[]}}"#, "$.stackmob.schema",
      "unknown member; did you mean \"schemas\" or \"inferSchemas\"? There are: developmentKeys, productionKeys, "
        + "tokenLifetimeSeconds, inferSchemas, strict, loginKeepsAccessTokens, pageLimit, "
        + "httpPorts, allowedOrigins, infersBinary, binaryURLPrefix, binaryBucket, "
        + "refusedSocialTokenPrefix, onlyKnownSocialTokens, schemas, objects, export, roles, "
        + "customCode, socialTokens, deployedVersions, static"
    ),
    (
      #"{"stackmob":{"developmentKeys":"x"}}"#, "$.stackmob.developmentKeys",
      noObject + "the string \"x\""
    ),
    (
      #"{"stackmob":{"developmentKeys":{"publicKey":"x"}}}"#, "$.stackmob.developmentKeys",
      #""privateKey" is missing"#
    ),
    (
      #"{"stackmob":{"productionKeys":{"publicKey":"","privateKey":"x"}}}"#,
      "$.stackmob.productionKeys.publicKey", noText + "an empty string"
    ),
    (
      #"{"stackmob":{"productionKeys":{"publicKey":"x","secret":"x"}}}"#,
      "$.stackmob.productionKeys.secret",
      "unknown member; there are: publicKey, privateKey"
    ),
    (
      #"{"stackmob":{"tokenLifetimeSeconds":0}}"#, "$.stackmob.tokenLifetimeSeconds",
      "expected a whole number of seconds from 1 to 1000000000, found the number 0"
    ),
    (#"{"stackmob":{"strict":1}}"#, "$.stackmob.strict", noFlag + "the number 1"),
    (
      #"{"stackmob":{"loginKeepsAccessTokens":null}}"#, "$.stackmob.loginKeepsAccessTokens",
      noFlag + "null"
    ),
    (
      #"{"stackmob":{"pageLimit":0}}"#, "$.stackmob.pageLimit",
      "expected a whole number from 1 to 1000000, found the number 0"
    ),
    (
      #"{"stackmob":{"httpPorts":80}}"#, "$.stackmob.httpPorts",
      "expected an array, found the number 80"
    ),
    (
      #"{"stackmob":{"httpPorts":[80,65536]}}"#, "$.stackmob.httpPorts[1]",
      "expected a whole number from 1 to 65535, found the number 65536"
    ),
    (
      #"{"stackmob":{"allowedOrigins":[""]}}"#, "$.stackmob.allowedOrigins[0]",
      noText + "an empty string"
    ),
    (#"{"stackmob":{"schemas":{}}}"#, "$.stackmob.schemas", "expected an array, found an object"),
    (
      #"{"stackmob":{"schemas":["todo"]}}"#, "$.stackmob.schemas[0]",
      noObject + "the string \"todo\""
    ),
    (
      #"{"stackmob":{"schemas":[{}]}}"#, "$.stackmob.schemas[0]",
      #""name" is missing; give a string"#
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"To do"}]}}"#, "$.stackmob.schemas[0].name",
      #""To do" is not a valid schema name: use lower-case letters, digits and underscore"#
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a"},{"name":"b","feilds":{}}]}}"#,
      "$.stackmob.schemas[1].feilds",
      #"unknown member; did you mean "fields"? There are: name, fields, user, "#
        + "usernameField, passwordField, version, permissions"
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a","fields":{"b":"text"}}]}}"#,
      "$.stackmob.schemas[0].fields.b",
      #""text" is not a type; there are: string, integer, float, boolean, array[string], "#
        + "geopoint, binary, forgotpassword, relationship[schema], relationships[schema]"
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a","fields":{"b":"Strng"}}]}}"#,
      "$.stackmob.schemas[0].fields.b",
      #""Strng" is not a type; did you mean "string"? There are: string, integer, float, boolean, "#
        + "array[string], geopoint, binary, forgotpassword, relationship[schema], "
        + "relationships[schema]"
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a","permissions":{"create":"all"}}]}}"#,
      "$.stackmob.schemas[0].permissions.create",
      "expected open, loggedIn, owner, relationship[field], ownerRelationship[field], "
        + #"role[name], privateKey or notAllowed, found the string "all""#
    ),
    (
      #"{"stackmob":{"schemas":[{"name":"a","version":1}]}}"#,
      "$.stackmob.schemas[0].version",
      #"version 1 is not deployed; add it to "deployedVersions""#
    ),
    (
      #"{"stackmob":{"roles":[{"name":"a","schema":"b"}]}}"#, "$.stackmob.roles[0]",
      #""b" is not a user schema; give it "user": true in "schemas""#
    ),
    (#"{"stackmob":{"objects":[]}}"#, "$.stackmob.objects", noObject + "an array"),
    (
      #"{"stackmob":{"objects":{"todo":{}}}}"#, "$.stackmob.objects.todo",
      "expected an array, found an object"
    ),
    (
      #"{"stackmob":{"objects":{"todo":[1]}}}"#, "$.stackmob.objects.todo[0]",
      noObject + "the number 1"
    ),
    (
      #"{"stackmob":{"objects":{"todo":[{},{"A b":1}]}}}"#, "$.stackmob.objects.todo[1]",
      "todo refuses the object: "
    ),
    (
      #"{"stackmob":{"deployedVersions":1}}"#, "$.stackmob.deployedVersions",
      "expected an array, found the number 1"
    ),
    (
      #"{"stackmob":{"deployedVersions":[0]}}"#, "$.stackmob.deployedVersions[0]",
      "expected a whole number from 1 to 1000000, found the number 0"
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
