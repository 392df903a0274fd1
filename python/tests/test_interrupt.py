"""Long work: it ends by Ctrl-C, and Python goes on beside it."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import GAMES

import zug

# A shell ignores SIGINT for what it starts in the background, and a child inherits that.
LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
LARGE = f"zug.load({str(GAMES / 'connect_four.game')!r}, columns=7, rows=6).start()"


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send on Windows")
@pytest.mark.parametrize("work", ["start.solve()", "start.solve(strong=True)", "start.value()", "start.line()", "start.distance()"])
def test_an_interruption_ends_it(work):
    program = f"""
{LISTEN}
import sys, time, zug
start = {LARGE}
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    began = time.monotonic()
    assert zug.loads('game "G" players A, B state {{ n: 0..3 = 3 }} move take when n > 0 {{ n -= 1 }} stuck => me loses').start().value() == 1
    print("interrupted", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        time.sleep(1.0)
        child.send_signal(signal.SIGINT)
        began = time.monotonic()
        try:
            assert child.communicate(timeout=60)[0] == "interrupted\n"
        finally:
            child.kill()
        assert child.returncode == 0 and time.monotonic() - began < 50


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send on Windows")
def test_a_game_can_be_asked_again_after_an_interruption():
    program = f"""
{LISTEN}
import os, signal, threading, zug
start = {LARGE}
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    start.value()
except KeyboardInterrupt:
    late = start
    while len(late.history()) < 32:
        late = next(after for after in map(late.play, late.moves()) if not after.is_over)
    print(late.value() == late.solve().value)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize("work", [lambda start: start.solve(timeout=1.5), lambda start: start.solve(strong=True, timeout=1.5)])
def test_other_threads_go_on_meanwhile(library, work):
    start = library("connect_four", columns=7, rows=6).start()
    ended, counted = threading.Event(), []

    def count():
        while not ended.is_set():
            counted.append(time.monotonic())
            time.sleep(0.01)

    other = threading.Thread(target=count)
    other.start()
    try:
        with pytest.raises(zug.LimitError):
            work(start)
    finally:
        ended.set()
        other.join()
    assert len(counted) > 10


def test_several_threads_ask_one_game(library):
    game = library("connect_four", columns=4, rows=3)
    solution = game.solve(strong=True)
    wrong = []

    def ask(offset):
        for number, position in enumerate(solution):
            if number % 1200 == offset and position.value() != solution[position].value:
                wrong.append(position)

    threads = [threading.Thread(target=ask, args=(offset,)) for offset in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_process_has_a_session_of_its_own(library):
    start = library("tic_tac_toe").start("b2, a2")
    assert start.value() == 1
    child = os.fork()
    if child == 0:
        os._exit(0 if start.play("c2").value() == 0 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
