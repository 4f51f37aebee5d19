"""Measures the console in headless Chromium.

It prints the bytes and the first paint of the start page, the longest frame of a page that shows 10,000 live requests, and
the cost for a server whose requests a page shows. Needs playwright; CHROMIUM names the browser.
"""
import os
import threading
import time
from statistics import median

from playwright.sync_api import expect, sync_playwright

from served import Connection, Server, figure, message

REQUESTS = 10_000
# A user notices a frame that needs more than 50 ms.
WATCH = """() => {
  window.longest = 0; window.frames = 0;
  let last = performance.now();
  const step = (now) => { window.longest = Math.max(window.longest, now - last); window.frames += 1; last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""


def load(server, number):
    """Sends requests over one connection and returns their number per second."""
    begun = time.monotonic()
    with Connection(server.ports["egf2"]) as connection:
        for _ in range(number):
            connection.ask(message("GET", "/nothing"))
    return number / (time.monotonic() - begun)


def start_page(browser, control):
    """Measures the start page, alternately with a line of text from the same server, the fastest possible page."""
    ours, plain, total = [], [], 0
    paint = "performance.getEntriesByName('first-contentful-paint')"
    for _ in range(15):
        for url, paints in [(control + "/", ours), (control + "/__ghostlight/v1/health", plain)]:
            context = browser.new_context()
            page = context.new_page()
            sizes = []
            page.on("response", lambda response: sizes.append(len(response.body())) if "/events" not in response.url else None)
            page.goto(url)
            page.wait_for_function(paint + ".length")
            paints.append(page.evaluate(paint + "[0].startTime"))
            if paints is ours:
                expect(page.locator(".card").first).to_be_visible()
                total = sum(sizes)
            context.close()
    figure("console: bytes of the start page", total / 1000, "KB", most=100)
    figure("console: first paint of the start page, median of 15", median(ours), "ms", most=100)
    figure("the same of a line of text from the same server", median(plain), "ms")


def live(browser, server):
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.goto(server.ready["control"] + "/console/requests")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    page.evaluate(WATCH)
    rates = []
    sender = threading.Thread(target=lambda: rates.append(load(server, REQUESTS)))
    begun = time.monotonic()
    sender.start()
    expect(page.locator("#total")).to_have_text(f"{REQUESTS:,} requests", timeout=120_000)
    seconds = time.monotonic() - begun
    sender.join()
    longest, frames = page.evaluate("[window.longest, window.frames]")
    figure(f"console: longest frame during {REQUESTS:,} live requests", longest, "ms")
    figure("frames per second in that time", frames / seconds, "/s")
    return rates[0]


def console(options):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
        with Server(options.binary[0], address_space=64 << 30) as server:
            load(server, 500)
            alone = median(load(server, REQUESTS // 4) for _ in range(5))
        with Server(options.binary[0], address_space=64 << 30) as server:
            start_page(browser, server.ready["control"])
            watched = live(browser, server)
        figure("requests of one client, unwatched", alone, "/s")
        figure("the same, watched by a page on the same cores", watched, "/s")
        browser.close()
