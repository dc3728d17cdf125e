"""How an organiser chooses a protocol on the shelf."""

from playwright.sync_api import Page


def chooses(page: Page, title: str) -> None:
    """Unfold the kind of task under which a protocol stands, and choose it."""
    page.locator("details.kind", has_text=title).locator("summary").click()
    page.locator(".pick").get_by_text(title, exact=True).click()
