"""Gates of whichtool as tests of pytest, without a package of Python."""
import json
import os
import shlex
import subprocess

COMMAND = shlex.split(os.environ.get("WHICHTOOL", "npx --yes whichtool@0.1.0"))
HERE = os.path.dirname(os.path.abspath(__file__))


def run_suite(*flags):
    """The report of the suite. Anything but a verdict is an error, never a pass."""
    command = [*COMMAND, "run", "--reporter", "json", "--no-history", *flags]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"whichtool ended with {done.returncode}:\n{done.stderr}")
    return json.loads(done.stdout)


def assert_passes(report):
    """Fails with the gates that did not hold, and with what was missed and unexpected."""
    assert report["tests"] + report["evals"], "nothing was measured"
    for part in report["tests"] + report["evals"]:
        failed = [gate for gate in part["gates"] if not gate["pass"]]
        missed = [name for score in part["scores"] for name in score["missed"]]
        unexpected = [name for score in part["scores"] for name in score["unexpected"]]
        assert not failed, f"{part['name']}: {failed}, missed {missed}, unexpected {unexpected}"
    assert report["verdict"] == "pass"


def test_the_agent_picks_the_right_tools():
    assert_passes(run_suite())
