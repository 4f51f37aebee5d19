# The archive on Linux; on macOS, where this project has no machine to build on, its sources.
class Ghostlight < Formula
  desc "Local emulator of mobile backends"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_linux do
    on_@ARCHITECTURE@ do
      url "@REPOSITORY@/releases/download/@VERSION@/@ARCHIVE@"
      sha256 "@ARCHIVE_SHA256@"
    end
  end

  on_macos do
    url "@REPOSITORY@.git", tag: "@VERSION@", revision: "@COMMIT@"
    depends_on xcode: ["26.0", :build]
    depends_on macos: :sequoia
  end

  def install
    if OS.mac?
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "ghostlight"
      bin.install ".build/release/ghostlight"
      man1.mkpath
      system "swift", "run", "--disable-sandbox", "-c", "release",
             "--package-path", ".build/checkouts/swift-argument-parser", "--scratch-path", ".build/generate-manual",
             "generate-manual", bin/"ghostlight", "--multi-page", "--output-directory", man1
      generate_completions_from_executable(bin/"ghostlight", "--generate-completion-script", shell_parameter_format: :none)
    else
      bin.install "bin/ghostlight"
      man1.install Dir["share/man/man1/*"]
      bash_completion.install "share/bash-completion/completions/ghostlight"
      zsh_completion.install "share/zsh/site-functions/_ghostlight"
      fish_completion.install "share/fish/vendor_completions.d/ghostlight.fish"
      doc.install Dir["share/doc/ghostlight/*"]
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ghostlight --version")
    assert_match "StackMob", shell_output("#{bin}/ghostlight exec -- sh -c 'echo StackMob at $GHOSTLIGHT_STACKMOB_URL'")
  end
end
