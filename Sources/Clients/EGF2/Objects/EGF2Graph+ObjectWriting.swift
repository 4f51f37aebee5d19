import Foundation
import Synchronization
import GhostlightCore
import HTTPTypes

extension EGF2Graph {
  /// Creating an object.
  func createCall(_ parameters: [String: Any]) -> PendingCall<ObjectRecord> {
    let body = newObject(parameters)
    return call { () async throws(NSError) -> Answer<ObjectRecord> in
      let draft = CallDraft(.post, "graph").sending(try body.get())
      let record = try await self.fetched(draft, [])
      return Answer(record, self.objectCreated(record, comesFirst: true))
    }
  }

  /// Updating an object with some fields.
  func updateCall(_ id: String, _ parameters: [String: Any]) -> PendingCall<ObjectRecord> {
    updateCall(
      id,
      Result { () throws(NSError) in
        try WireValue.object(parameters, as: self.model(for: id))
      })
  }

  /// Updating an object with the editable fields of a model.
  func updateCall(_ id: String, _ object: NSObject) -> PendingCall<ObjectRecord> {
    updateCall(
      id,
      Result { () throws(NSError) in
        guard let model = object as? any EGF2GraphModel else {
          throw EGF2Error(
            .invalidGraphObject, reason: "\(type(of: object)) has no editableFields()")
        }
        let map = model.fieldMap
        let fields = model.editableFields().compactMap { map.field(named: $0) }
        return try WireValue.object(model, fields: fields)
      })
  }

  private func updateCall(
    _ id: String, _ body: Result<JSONObject, NSError>
  ) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      let draft = CallDraft(.put, "graph", self.resolved(id)).sending(try body.get())
      let record = try await self.fetched(draft, [])
      return Answer(record, self.objectUpdated(record))
    }
  }

  /// Deleting an object.
  func deleteCall(_ id: String) -> PendingCall<Done> {
    call { () async throws(NSError) -> Answer<Done> in
      let id = self.resolved(id)
      let epoch = self.epoch
      _ = try await self.send(CallDraft(.delete, "graph", id))
      let record = self.cachedRecord(id)
      self.keep(since: epoch) { cache, _ in cache.objects[id] = nil }
      return Answer(Done(), self.objectDeleted(id, record))
    }
  }

  /// The body for a new object, names of properties replaced by those of fields.
  func newObject(_ parameters: [String: Any]) -> Result<JSONObject, NSError> {
    Result { () throws(NSError) in
      let name = parameters["object_type"] as? String
      let types = self.state.withLock { $0.types }
      return try WireValue.object(parameters, as: name.flatMap { types.model(named: $0) })
    }
  }

  /// The class of an object, which is the user's for `me`.
  private func model(for id: String) -> (any EGF2Model.Type)? {
    let (id, types) = state.withLock { ($0.resolved(id), $0.types) }
    return types.model(for: id) ?? (id == "me" ? types.model(named: "user") : nil)
  }
}
