"""A board is checked once by a ruleset, whoever asks and however many ask at once."""

import threading

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.verdict_memory import VerdictMemory
from dungeon_designer.rules import checker

HALL = Dungeon.parse("map: <<..C.1.>>")


def test_two_threads_share_one_check(monkeypatch):
    """Who asks while another thread checks waits for its verdict; another ruleset is another check."""
    started, may_end, calls, check_board = threading.Event(), threading.Event(), [], checker.check_board

    def check_slowly(board, ruleset):
        calls.append(ruleset.id)
        started.set()
        assert may_end.wait(20)
        return check_board(board, ruleset)

    monkeypatch.setattr(checker, "check_board", check_slowly)
    memory, verdicts = VerdictMemory(), []
    ruleset = HALL.ruleset("naf-2019")
    threads = [
        threading.Thread(target=lambda: verdicts.append(memory.check(HALL.board, ruleset)), daemon=True)
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
        assert started.wait(20)
    may_end.set()
    for thread in threads:
        thread.join(20)
    assert calls == ["naf-2019"]
    assert len(verdicts) == 3
    assert all(verdict is verdicts[0] for verdict in verdicts)
    memory.check(HALL.board, HALL.ruleset("gw-2021"))
    assert calls == ["naf-2019", "gw-2021"]
