/// A member of an object of `config.json`.
struct ConfigurationMember {
  let name: String
  let node: ConfigurationNode
}
