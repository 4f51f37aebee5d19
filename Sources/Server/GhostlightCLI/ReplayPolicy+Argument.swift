public import ArgumentParser
public import GhostlightRecording

extension ReplayPolicy: ExpressibleByArgument {}
