#!/usr/bin/env python3
"""Measures the console in headless Chromium.

It prints the bytes and the first paint of the start page, the time that a page needs to show 10,000 live requests, and
the cost for a server whose requests a page shows.

console.py GHOSTLIGHT     (needs playwright; CHROMIUM names the browser)
"""
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

from playwright.sync_api import expect, sync_playwright

BINARY = str(pathlib.Path(sys.argv[1]).resolve())
REQUESTS = 10_000
# A user notices a frame that needs more than 50 ms.
WATCH = """() => {
  window.longest = 0; window.frames = 0;
  let last = performance.now();
  const step = (now) => { window.longest = Math.max(window.longest, now - last); window.frames += 1; last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""


def serve():
    process = subprocess.Popen([BINARY, "serve", "--no-config", "--port-base", "0", "--format", "json"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return process, json.loads(process.stdout.readline())


def load(url, number):
    """Sends requests over one connection and returns their number per second."""
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port)
    begun = time.monotonic()
    for _ in range(number):
        connection.request("GET", "/nothing")
        connection.getresponse().read()
    connection.close()
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
    print(f"start page                      {total / 1000:8.1f} KB in all")
    print(f"first contentful paint          {statistics.median(ours):8.1f} ms, of a line of text {statistics.median(plain):.1f} ms "
          f"(medians of 15 in turns, new profile each; the least {min(ours):.1f} and {min(plain):.1f} ms)")


def live(browser, at):
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.goto(at["control"] + "/console/requests")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    page.evaluate(WATCH)
    rates = []
    sender = threading.Thread(target=lambda: rates.append(load(at["egf2"], REQUESTS)))
    begun = time.monotonic()
    sender.start()
    expect(page.locator("#total")).to_have_text(f"{REQUESTS:,} requests", timeout=120_000)
    seconds = time.monotonic() - begun
    sender.join()
    longest, frames = page.evaluate("[window.longest, window.frames]")
    rows = page.locator(".row").count()
    begun = time.monotonic()
    page.locator(".row").nth(3).click()
    expect(page.locator(".detail h2")).to_be_visible()
    click = time.monotonic() - begun
    print(f"{REQUESTS:,} live requests            {seconds:8.2f} s, {rates[0]:,.0f} a second, {frames / seconds:.0f} frames a second, "
          f"the longest {longest:.0f} ms; {rows} rows are elements; a click opens one in {click * 1000:.0f} ms")
    return rates[0]


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
        process, at = serve()
        load(at["egf2"], 500)
        alone = statistics.median(load(at["egf2"], REQUESTS // 4) for _ in range(5))
        process.terminate()
        process.wait()
        process, at = serve()
        start_page(browser, at["control"])
        watched = live(browser, at)
        print(f"a client of one connection      {alone:8,.0f} requests a second unwatched, {watched:,.0f} watched by a page on the same cores")
        process.terminate()
        process.wait()
        browser.close()


main()
