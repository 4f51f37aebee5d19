import Foundation

extension EGF2Graph {
  /// An object was created; told first, unless it was created on an edge.
  func objectCreated(_ record: ObjectRecord, comesFirst: Bool) -> News {
    News(
      name: .EGF2ObjectCreated,
      details: [EGF2ObjectInfoKey: .result, EGF2ObjectIdInfoKey: .text(record.id)],
      comesFirst: comesFirst)
  }

  /// An object was updated.
  func objectUpdated(_ record: ObjectRecord) -> News {
    News(
      name: .EGF2ObjectUpdated,
      object: notificationObject(NotificationKey(source: record.id)),
      details: [EGF2ObjectInfoKey: .result, EGF2ObjectIdInfoKey: .text(record.id)])
  }

  /// An object was deleted.
  func objectDeleted(_ id: String, _ record: ObjectRecord?) -> News {
    News(
      name: .EGF2ObjectDeleted, object: notificationObject(NotificationKey(source: id)),
      details: [
        EGF2ObjectInfoKey: record.map { .record($0) } ?? .text(id),
        EGF2ObjectIdInfoKey: .text(id),
      ])
  }

  /// A link was made or removed.
  func edgeChanged(
    _ name: Notification.Name, _ key: EdgeKey, to id: String, _ object: NewsDetail
  ) -> News {
    News(
      name: name, object: notificationObject(NotificationKey(source: key.source, edge: key.edge)),
      details: [
        EGF2SourceInfoKey: .text(key.source), EGF2EdgeInfoKey: .text(key.edge),
        EGF2EdgeObjectInfoKey: object, EGF2ObjectIdInfoKey: .text(key.source),
        EGF2EdgeObjectIdInfoKey: .text(id),
      ])
  }

  /// A page came from the server.
  func pageCame(_ name: Notification.Name, _ key: EdgeKey, count: Int) -> News {
    News(
      name: name, object: notificationObject(NotificationKey(source: key.source, edge: key.edge)),
      details: [
        EGF2SourceInfoKey: .text(key.source), EGF2EdgeInfoKey: .text(key.edge),
        EGF2EdgeObjectsInfoKey: .result, EGF2EdgeObjectsCountInfoKey: .number(count),
        EGF2ObjectIdInfoKey: .text(key.source),
      ])
  }
}
