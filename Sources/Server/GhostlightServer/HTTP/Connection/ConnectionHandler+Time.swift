import NIOCore

extension ConnectionHandler {
  /// Notes what the connection waits for after a read.
  func noteInput(_ now: NIODeadline) {
    if assembler.isAmidRequest {
      watch?.enter(.body, now: now)
    } else if partsThisRead > 0 || assembler.isOver {
      watch?.enter(.idle, now: now)
    } else {
      watch?.enter(.head, now: now)
      startWatching()
    }
  }

  /// Sees to it that somebody looks at the clock in time.
  func startWatching() {
    guard let context, let deadline = watch?.deadline, deadline < tickDeadline else { return }
    tick?.cancel()
    look(at: deadline, context)
  }

  /// Looks at the clock no more.
  func stopWatching() {
    tick?.cancel()
    tick = nil
  }

  private func lookAtClock() {
    guard let context, stage != .closed, let watch else { return }
    tickDeadline = .distantFuture
    let now = context.eventLoop.now
    let unwritten = unwrittenBytes(context)
    let isMoving = unwritten > 0 && unwritten != unwrittenAtLastTick
    let isStuck = unwritten > 0 && !isMoving
    let owes = !queue.isEmpty || !backlog.isEmpty || isBusyWriting
    switch watch.verdict(now: now, isAnswering: isMoving || (owes && !isStuck)) {
    case .wait(let deadline):
      look(at: deadline, context)
    case .refuse where stage == .open && !isStuck:
      refuse(.headTooSlow, context)
      look(at: now + .bounded(seconds: limits.idleSeconds), context)
    case .close where stage == .open && !isStuck:
      finish(.sudden, context)
    case .refuse, .close:
      context.close(promise: nil)
    }
    unwrittenAtLastTick = unwritten
  }

  private func look(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
    tickDeadline = deadline
    tick = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
      self?.lookAtClock()
    }
  }

  /// What the client has not taken yet.
  private func unwrittenBytes(_ context: ChannelHandlerContext) -> Int {
    do {
      return try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
    } catch {
      return 0
    }
  }
}
