"""The window of the manual, with contents, search and back; it is shown where the built site is not installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QKeySequence, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QPushButton, QSplitter, QStyle, QTextBrowser, QTreeWidget, QTreeWidgetItem, QWidget

from dungeon_designer.editor.fitting import FittingDialog
from dungeon_designer.editor.manual_pages import ManualSection, build_anchor, list_manual_pages, search_manual
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_column,
    build_row,
    create_search_field,
    create_timer,
    create_widget,
    escape_rich_text,
)

_MIN_PICTURE_PX, _MAX_PICTURE_PX = 160, 640
"""The least and the greatest width of a large picture, in pixels; between them it is as wide as the text."""


class ManualText(QTextBrowser):
    """The text of a page of the manual, whose links lead to headings, too.

    Qt gives headings of Markdown no names, so that its own text browser does not find them.
    """

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self._picture_width = _MAX_PICTURE_PX
        self._reload_timer = create_timer(self, 150, self._reload_page)

    def doSetSource(
        self, url: QUrl | str, kind: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource
    ) -> None:
        """Show a page, and scroll to the heading that the link names."""
        super().doSetSource(url, kind)
        if anchor := QUrl(url).fragment():
            self.scroll_to_heading(anchor)

    def scroll_to_heading(self, anchor: str) -> bool:
        """Scroll to the heading with an anchor, and return whether there is one."""
        counts = dict[str, int]()
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                name = build_anchor(block.text())
                count = counts[name] = counts.get(name, -1) + 1
                if (f"{name}_{count}" if count else name) == anchor:
                    top = self.document().documentLayout().blockBoundingRect(block).top()
                    self.verticalScrollBar().setValue(round(top))
                    return True
            block = block.next()
        return False

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return a page or a picture; a picture that is wider than the text is made smaller."""
        url = QUrl(name) if isinstance(name, str) else name
        if kind == QTextDocument.ResourceType.ImageResource.value:
            image, ratio = QImage(self.source().resolved(url).toLocalFile()), self.devicePixelRatioF()
            if image.width() > self._picture_width:
                width = round(self._picture_width * ratio)
                image = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
                image.setDevicePixelRatio(ratio)
                return image
        return super().loadResource(kind, url)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Load the pictures of the page anew if their greatest width has changed."""
        super().resizeEvent(event)
        # with room for the scroll bar even where none is seen, or the page would be loaded for ever
        bar_width = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        room = self.contentsRect().width() - bar_width - 2 * round(self.document().documentMargin())
        width = max(_MIN_PICTURE_PX, min(room, _MAX_PICTURE_PX))
        if width != self._picture_width:
            self._picture_width = width
            self._reload_timer.start()

    def _reload_page(self) -> None:
        """Load the page again at the place that is read."""
        bar = self.verticalScrollBar()
        share = bar.value() / max(bar.maximum(), 1)
        self.document().clear()
        self.reload()
        bar.setValue(round(share * bar.maximum()))


class ManualDialog(FittingDialog):
    """The manual in a window of its own. The window behind it stays usable.

    Args:
        folder: the folder of the manual's pages.
        page: the page that is shown first.
    """

    def __init__(self, folder: Path, page: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Manual"))
        self.resize(980, 680)
        self._folder, self._pages = folder, list_manual_pages(folder)
        self.text = create_widget(ManualText, accessibleName=self.windowTitle(), openExternalLinks=True)
        self.search = create_search_field(self.tr("Search the manual"))
        self.contents = create_widget(QTreeWidget, accessibleName=self.tr("Contents"), headerHidden=True)
        self.back_button = create_widget(QPushButton, self.tr("&Back"), autoDefault=False, enabled=False)
        self.forward_button = create_widget(QPushButton, self.tr("&Forward"), autoDefault=False, enabled=False)
        self.back_button.setShortcut(QKeySequence.StandardKey.Back)
        self.forward_button.setShortcut(QKeySequence.StandardKey.Forward)
        for button, go, can_go in (
            (self.back_button, self.text.backward, self.text.backwardAvailable),
            (self.forward_button, self.text.forward, self.text.forwardAvailable),
        ):
            button.clicked.connect(go)
            can_go.connect(button.setEnabled)
        side, splitter = QWidget(), QSplitter()
        build_column(self.search, (self.contents, 1), owner=side, margins=NO_MARGINS)
        splitter.addWidget(side)
        splitter.addWidget(self.text)
        splitter.setSizes([280, 700])
        build_column(build_row(self.back_button, self.forward_button, 1), (splitter, 1), owner=self)
        self.search.textChanged.connect(self._fill_contents)
        self.search.returnPressed.connect(self._open_first)
        self.contents.currentItemChanged.connect(lambda item: self._open_item(item))
        self.contents.itemClicked.connect(self._open_item)
        self._fill_contents()
        self.text.setSource(self._build_url(page))
        self.text.setFocus()

    def _build_url(self, page: str, anchor: str = "") -> QUrl:
        """Return the address of a page of the manual, or of one of its headings."""
        url = QUrl.fromLocalFile(str(self._folder / page))
        if anchor:
            url.setFragment(anchor)
        return url

    def _fill_contents(self, words: str = "") -> None:
        """Show the contents of the manual, or the headings whose sections hold the searched words."""
        self.contents.blockSignals(True)
        self.contents.clear()
        if words.strip():
            titles = {sections[0].page: sections[0].title for sections in self._pages}
            for section in search_manual(self._pages, words):
                title = section.title if section.level == 1 else f"{section.title} – {titles[section.page]}"
                self._add_entry(self.contents, title, section)
        else:
            self._fill_tree()
        self.contents.blockSignals(False)

    def _fill_tree(self) -> None:
        """Show each page with its headings; pages of a folder stand below the folder's name."""
        folders: dict[str, QTreeWidgetItem] = {}
        for sections in self._pages:
            name = sections[0].page.rpartition("/")[0]
            if name and name not in folders:
                folders[name] = QTreeWidgetItem(self.contents, [name.capitalize()])
            entry = self._add_entry(folders.get(name, self.contents), sections[0].title, sections[0])
            for section in sections[1:]:
                if section.level == 2:
                    self._add_entry(entry, section.title, section)

    def _add_entry(self, parent: QTreeWidget | QTreeWidgetItem, title: str, section: ManualSection) -> QTreeWidgetItem:
        """Add an entry that leads to a section of the manual, and return it."""
        entry = QTreeWidgetItem(parent, [title])
        entry.setData(0, VALUE_ROLE, section)
        entry.setToolTip(0, escape_rich_text(title))
        return entry

    def _open_item(self, item: QTreeWidgetItem | None) -> None:
        """Show the section of an entry of the contents."""
        section = item.data(0, VALUE_ROLE) if item is not None else None
        if section is not None:
            url = self._build_url(section[0], "" if section[1] == 1 else section[3])
            if url != self.text.source():
                self.text.setSource(url)

    def _open_first(self) -> None:
        """Show the first section that was found. Return does not close the window."""
        item = self.contents.topLevelItem(0)
        if item is not None:
            self.contents.setCurrentItem(item)
            self._open_item(item)
