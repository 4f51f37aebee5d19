/// The class of the objects whose ids end in a code.
struct ClassCode: Hashable {
  let code: String
  let name: String
}
