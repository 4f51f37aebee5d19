/// A language that models can be written in.
public enum OutputLanguage: String, Sendable, Hashable, CaseIterable {
  /// One file, `EGF2.swift`.
  case swift
  /// Two files, `EGF2.h` and `EGF2.m`.
  case objectiveC = "objc"
}
