"""How many bytes a browser is sent for the rater's page, opened for the first time."""

from typing import Any

from playwright.async_api import Error, Page, async_playwright

from benchmarks.peers.peer import Login, NotMeasured, PageOf
from tests.fixtures.browser import ARGUMENTS
from tests.fixtures.tools import tool

PATIENCE_MS, SETTLES_MS = 60_000, 5_000
"""Some pages go on loading after they say that they are there."""
ROW = r"text=/\[\d+\] \w/"
"""Every text of the job begins with its number."""


async def kilobytes(page: PageOf) -> float:
    """Bytes on the wire, heads of the answers included, as the browser counts them."""
    received: list[float] = []

    def arrived(event: dict[str, Any]) -> None:
        received.append(float(event["encodedDataLength"]))

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=tool("JURYBOX_TEST_CHROMIUM"), args=ARGUMENTS)
        context = await browser.new_context()
        await context.add_cookies([{"name": k, "value": v, "url": page.url} for k, v in page.cookies.items()])
        opened = await context.new_page()
        if page.login:
            await sign_in(opened, page.login)
        tools = await context.new_cdp_session(opened)
        tools.on("Network.loadingFinished", arrived)
        await tools.send("Network.enable")
        await tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
        try:
            await opened.goto(page.url, wait_until="load", timeout=PATIENCE_MS)
            await opened.locator(ROW).first.wait_for(state="attached", timeout=PATIENCE_MS)
        except Error:
            raise NotMeasured(f"no row was shown at {opened.url.partition('?')[0]}") from None
        await opened.wait_for_timeout(SETTLES_MS)
        await browser.close()
    return sum(received) / 1000


async def sign_in(page: Page, login: Login) -> None:
    await page.goto(login.url, wait_until="load", timeout=PATIENCE_MS)
    await page.locator("input[type=text]").first.fill(login.name)
    await page.locator("input[type=password]").fill(login.password)
    await page.keyboard.press("Enter")
    await page.wait_for_url(lambda url: url.rstrip("/") != login.url, timeout=PATIENCE_MS)
