import GhostlightCore
import NIOCore

/// The answers that a connection owes, in the order of their requests.
struct AnswerQueue {
  private struct Place {
    let ticket: Int
    let terms: ReplyTerms
    var answer: Answer?
    var task: Task<Void, Never>?
  }

  private var places = CircularBuffer<Place>(initialCapacity: 0)
  private var tickets = 0

  /// Nothing is owed.
  var isEmpty: Bool { places.isEmpty }

  /// The number of answers owed.
  var count: Int { places.count }

  /// Keeps the next place; answers its ticket.
  mutating func reserve(_ terms: ReplyTerms) -> Int {
    tickets += 1
    places.append(Place(ticket: tickets, terms: terms))
    return tickets
  }

  /// Keeps the next place for an answer that is there already.
  mutating func append(_ answer: Answer) {
    tickets += 1
    places.append(Place(ticket: tickets, terms: answer.terms, answer: answer))
  }

  /// Notes who works on an answer.
  mutating func attach(_ task: Task<Void, Never>, to ticket: Int) {
    guard let index = index(of: ticket) else { return }
    places[index].task = task
  }

  /// Fills a place; does nothing where the ticket is void.
  mutating func fill(_ ticket: Int, with response: Response) {
    guard let index = index(of: ticket) else { return }
    places[index].answer = Answer(response: response, terms: places[index].terms)
    places[index].task = nil
  }

  /// Takes the first answer off, where it is there.
  mutating func next() -> Answer? {
    guard let answer = places.first?.answer else { return nil }
    places.removeFirst()
    return answer
  }

  /// Voids all tickets and tells the workers.
  mutating func abandon() {
    for place in places { place.task?.cancel() }
    places.removeAll()
  }

  private func index(of ticket: Int) -> CircularBuffer<Place>.Index? {
    places.firstIndex { $0.ticket == ticket }
  }
}
