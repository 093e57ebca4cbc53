"""Lists and their pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from .._model import Model, members
from .._wire import Answer, Request
from .api import AsyncApi

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class AsyncPage(Generic[M]):
    """One page of a list, newest first."""

    data: tuple[M, ...]
    has_more: bool
    answer: Answer[Mapping[str, Any]]
    """What came, with its headers."""
    _read: Callable[[str | None], Awaitable[AsyncPage[M]]]

    async def next_page(self) -> AsyncPage[M] | None:
        """None on the last page."""
        cursor = self.answer.data.get("next_before")
        return None if cursor is None else await self._read(str(cursor))


class AsyncList(Generic[M]):
    """A list: iterate over it for all items, which fetches pages when they are needed, or take its
    first `page()`."""

    def __init__(
        self,
        api: AsyncApi,
        path: str,
        model: type[M],
        filter: Mapping[str, object],
        timeout: float | None,
    ) -> None:
        self._api = api
        self._path = path
        self._model = model
        self._filter = filter
        self._timeout = timeout

    async def page(self) -> AsyncPage[M]:
        """The first page."""
        return await self._page(None)

    async def pages(self) -> AsyncIterator[AsyncPage[M]]:
        """All pages."""
        page: AsyncPage[M] | None = await self.page()
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[M]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def _page(self, before: str | None) -> AsyncPage[M]:
        query = self._filter if before is None else {**self._filter, "before": before}
        request = Request("GET", self._path, query, timeout=self._timeout)
        answer = await self._api.call(request, members)
        items = cast("list[object]", answer.data.get("data") or [])
        return AsyncPage(
            data=tuple(self._model.of(item) for item in items),
            has_more=answer.data.get("has_more") is True,
            answer=answer,
            _read=self._page,
        )
