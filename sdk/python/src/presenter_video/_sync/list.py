# Made of `_async/` by `npm run sdk-types`: not to be edited.
"""Lists and their pages."""

from __future__ import annotations

from collections.abc import Iterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from .._model import Model, members
from .._wire import Answer, Request
from .api import Api

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Page(Generic[M]):
    """One page of a list, newest first."""

    data: tuple[M, ...]
    has_more: bool
    answer: Answer[Mapping[str, Any]]
    """What came, with its headers."""
    _read: Callable[[str | None], Page[M]]

    def next_page(self) -> Page[M] | None:
        """None on the last page."""
        cursor = self.answer.data.get("next_before")
        return None if cursor is None else self._read(str(cursor))


class List(Generic[M]):
    """A list: iterate over it for all items, which fetches pages when they are needed, or take its
    first `page()`."""

    def __init__(
        self,
        api: Api,
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

    def page(self) -> Page[M]:
        """The first page."""
        return self._page(None)

    def pages(self) -> Iterator[Page[M]]:
        """All pages."""
        page: Page[M] | None = self.page()
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[M]:
        for page in self.pages():
            for item in page.data:
                yield item

    def _page(self, before: str | None) -> Page[M]:
        query = self._filter if before is None else {**self._filter, "before": before}
        request = Request("GET", self._path, query, timeout=self._timeout)
        answer = self._api.call(request, members)
        items = cast("list[object]", answer.data.get("data") or [])
        return Page(
            data=tuple(self._model.of(item) for item in items),
            has_more=answer.data.get("has_more") is True,
            answer=answer,
            _read=self._page,
        )
