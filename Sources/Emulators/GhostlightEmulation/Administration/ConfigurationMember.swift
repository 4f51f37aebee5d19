/// A member of an object in a configuration.
package struct ConfigurationMember: Sendable {
  package let key: String
  package let reader: ConfigurationReader
}
