public import ArgumentParser
public import EGF2Generator

extension OutputLanguage: ExpressibleByArgument {}
