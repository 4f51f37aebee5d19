import Foundation
import GhostlightCore

@testable import StackMob

/// The calls of a data store.
extension CallRow {
  private static let todo = "https://127.0.0.1:8080/todo"
  private static let list: JSON = [["a": 1], ["a": 2]]

  private static func query() -> SMQuery {
    let query = SMQuery(schema: "Todo")
    query.where("a", isGreaterThan: 0)
    return query
  }

  static let objects: [CallRow] = [
    CallRow(
      #"POST \#(todo) {"t":1}"#, object.text() + " Todo", failed: #" {"t":1} Todo"#,
      call: {
        $0.dataStore().createObject(
          ["t": 1], inSchema: "Todo", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.object, onFailure: $1.objectFailure)
      },
      wait: {
        CallProbe.text(
          try await $0.dataStore().createObject(["t": 1], inSchema: "Todo", options: $1))
          + " Todo"
      }),
    CallRow(
      "GET \(todo)/1", object.text() + " Todo", failed: " 1 Todo",
      call: {
        $0.dataStore().readObject(
          withId: "1", inSchema: "Todo", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.object, onFailure: $1.idFailure)
      },
      wait: {
        CallProbe.text(
          try await $0.dataStore().readObject(withId: "1", inSchema: "Todo", options: $1))
          + " Todo"
      }),
    CallRow(
      #"PUT \#(todo)/1 {"t":2}"#, object.text() + " Todo", failed: #" {"t":2} Todo"#,
      call: {
        $0.dataStore().updateObject(
          withId: "1", inSchema: "Todo", update: ["t": 2], options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.object,
          onFailure: $1.objectFailure)
      },
      wait: {
        CallProbe.text(
          try await $0.dataStore().updateObject(
            withId: "1", inSchema: "Todo", update: ["t": 2], options: $1)) + " Todo"
      }),
    CallRow(
      #"PUT \#(todo)/1 {"n[inc]":-3}"#, object.text() + " Todo", failed: #" {"n[inc]":-3} Todo"#,
      call: {
        $0.dataStore().updateAtomicCounter(
          withId: "1", field: "n", inSchema: "Todo", by: -3, options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.object,
          onFailure: $1.objectFailure)
      },
      wait: {
        CallProbe.text(
          try await $0.dataStore().updateAtomicCounter(
            withId: "1", field: "n", inSchema: "Todo", by: -3, options: $1)) + " Todo"
      }),
    CallRow(
      "DELETE \(todo)/1", "1 Todo", failed: " 1 Todo",
      call: {
        $0.dataStore().deleteObjectId(
          "1", inSchema: "Todo", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.id, onFailure: $1.idFailure)
      },
      wait: {
        try await $0.dataStore().deleteObjectId("1", inSchema: "Todo", options: $1)
        return "1 Todo"
      }),
  ]

  static let lists: [CallRow] = [
    CallRow(
      #"POST \#(todo) [{"t":1}]"#, #"["s"] ["f"] Todo"#, failed: #" [{"t":1}] Todo"#,
      call: {
        $0.dataStore().createObjects(
          [["t": 1]], inSchema: "Todo", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.bulk, onFailure: $1.bulkFailure)
      },
      wait: {
        let outcome = try await $0.dataStore().createObjects(
          [["t": 1]], inSchema: "Todo", options: $1)
        return "\(CallProbe.text(outcome.succeeded)) \(CallProbe.text(outcome.failed)) Todo"
      }),
    CallRow(
      #"POST \#(todo)/1/tags [{"t":1}]"#, #"["s"] ["f"]"#,
      call: {
        $0.dataStore().createAndAppendRelatedObjects(
          [["t": 1]], toObjectWithId: "1", inSchema: "Todo", relatedField: "tags",
          options: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.related, onFailure: $1.failure)
      },
      wait: {
        let outcome = try await $0.dataStore().createAndAppendRelatedObjects(
          [["t": 1]], toObjectWithId: "1", inSchema: "Todo", relatedField: "tags", options: $1)
        return "\(CallProbe.text(outcome.succeeded)) \(CallProbe.text(outcome.failed))"
      }),
    CallRow(
      #"PUT \#(todo)/1/tags ["x",2]"#, object.text() + " Todo", failed: #" 1 ["x",2] Todo"#,
      call: {
        $0.dataStore().appendObjects(
          ["x", 2], toObjectWithId: "1", inSchema: "Todo", field: "tags", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.object,
          onFailure: $1.valuesFailure)
      },
      wait: {
        CallProbe.text(
          try await $0.dataStore().appendObjects(
            ["x", 2], toObjectWithId: "1", inSchema: "Todo", field: "tags", options: $1))
          + " Todo"
      }),
    CallRow(
      "DELETE \(todo)/1/tags/x,2", "done", failed: #" 1 ["x",2] Todo"#,
      call: {
        $0.dataStore().deleteObjects(
          ["x", 2], fromObjectWithId: "1", schema: "Todo", field: "tags", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.done,
          onFailure: $1.valuesFailure)
      },
      wait: {
        try await $0.dataStore().deleteObjects(
          ["x", 2], fromObjectWithId: "1", schema: "Todo", field: "tags", options: $1)
        return "done"
      }),
  ]

  static let queries: [CallRow] = [
    CallRow(
      "GET \(todo)?a[gt]=0", list.text(), answer: list,
      call: {
        $0.dataStore().perform(
          query(), options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.results, onFailure: $1.failure)
      }, wait: { CallProbe.text(try await $0.dataStore().perform(query(), options: $1)) }),
    CallRow(
      "GET \(todo)?a[gt]=0", list.text(), answer: list,
      call: {
        $0.dataStore().performQuery(
          query(), options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.results, onFailure: $1.failure)
      }, wait: { CallProbe.text(try await $0.dataStore().performQuery(query(), options: $1)) }),
    CallRow(
      "GET \(todo)?a[gt]=0", "2", answer: list,
      call: {
        $0.dataStore().performCount(
          query(), options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.count, onFailure: $1.failure)
      }, wait: { "\(try await $0.dataStore().performCount(query(), options: $1))" }),
  ]
}
