/// What a call brought, and what is to be made known.
struct Answer<Value: Sendable>: Sendable {
  var value: Value
  var news: [News]

  init(_ value: Value, _ news: News...) {
    self.value = value
    self.news = news
  }
}
