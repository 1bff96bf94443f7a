"""Studies on Slurm. The tests start a cluster of a single node themselves, with arrays of at most four tasks.

The cluster ends tasks 5 s after it has notified them, and starts them again after 10 s (KillWait, cred_expire), instead
of 30 and 120 s.
"""

import json
import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import h5py
import pytest
import spring
from study_processes import MARK, mark, wait_for
from waiting import PATIENCE, wait_until

from rbsolve.cli import main
from rbsolve.cli.study_display import StudyDisplay

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=10
SlurmUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MaxArraySize=5
MinJobAge=300
KillWait=5
ReturnToService=2
JobRequeue=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    """Yield SLURM_CONF of a running cluster."""
    pytest.importorskip("submitit", reason="submitit is not installed: pip install 'rbsolve[slurm]'")
    missing = [name for name in ("slurmctld", "slurmd", "munged", "mungekey", "sbatch") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed: apt-get install slurm-wlm munge")
    if os.getuid() != 0:
        pytest.skip("the daemons of Slurm run as root")
    folder = Path(tmp_path_factory.mktemp("slurm"))
    for name in ("state", "spool"):
        (folder / name).mkdir()
    host = socket.gethostname().split(".")[0]
    ports = (free_port(), free_port())
    cpus = len(os.sched_getaffinity(0))
    configuration = folder / "slurm.conf"
    configuration.write_text(CONFIGURATION.format(host=host, ports=ports, folder=folder, cpus=cpus))
    environment = {**os.environ, "SLURM_CONF": str(configuration)}
    for parent in folder.parents:  # munged refuses a socket whose folder others cannot enter
        if parent.stat().st_uid == os.getuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o711)
    folder.chmod(0o711)
    key = folder / "munge.key"
    subprocess.run(["mungekey", "--create", f"--keyfile={key}"], check=True)
    daemons = []

    def start(*command: object) -> None:
        log = (folder / f"{Path(str(command[0])).name}.log").open("w")
        daemons.append(subprocess.Popen(list(map(str, command)), env=environment, stdout=log, stderr=log))
        log.close()

    files = (f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log", f"--seed-file={folder}/seed")
    start("munged", "--foreground", "--force", f"--socket={folder}/munge.socket", f"--key-file={key}", *files)
    start("slurmctld", "-D", "-f", configuration)
    start("slurmd", "-D", "-f", configuration)
    try:
        deadline = time.monotonic() + PATIENCE
        while (
            "idle"
            not in subprocess.run(["sinfo", "-h", "-o", "%t"], env=environment, capture_output=True, text=True).stdout
        ):
            logs = "\n".join(log.read_text()[-2000:] for log in folder.glob("*.log"))
            assert time.monotonic() < deadline, logs
            time.sleep(0.3)
        yield configuration
        for _ in range(120):  # tasks that already have results may still be ending, and would remain
            if not subprocess.run(["squeue", "-h"], env=environment, capture_output=True, check=False).stdout:
                break
            time.sleep(0.5)
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
        for daemon in daemons:
            try:
                daemon.wait(60)  # slurmd ends after its work for tasks that have just ended
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def test_tasks_pass_through_no_folder_of_others(tmp_path, monkeypatch):
    """Tasks are pickles, so anyone who can write there could run code as this user."""
    pytest.importorskip("submitit")
    from rbsolve.studies.engines.engine import EngineError
    from rbsolve.studies.engines.slurm import log_folder

    shared, home = tmp_path / "shared", tmp_path / "home"
    shared.mkdir()
    monkeypatch.chdir(shared)
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    assert log_folder(None) == Path("slurm-logs")
    assert Path("slurm-logs").stat().st_mode & 0o777 == 0o700
    Path("slurm-logs").rmdir()
    shared.chmod(0o777)
    assert log_folder(None) == home / "rbsolve" / "slurm-logs"
    assert not Path("slurm-logs").exists()
    with pytest.raises(
        EngineError, match=r"no other user may write, and other users can write to .*shared \(mode 777\)"
    ):
        log_folder("slurm-logs/%j")
    home.chmod(0o777)
    with pytest.raises(EngineError, match=r"shared.*; .*home"):
        log_folder(None)


def start_again(job):
    """Start a requeued job as soon as it has ended, because Slurm itself waits for two minutes."""
    for _ in range(60):
        for ask in (["scontrol", "update", f"JobId={job}", "StartTime=now"], ["squeue", "-h", "-t", "R", "-o", "%A"]):
            time.sleep(0.25)
            shown = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.split()
        if job in shown:
            return


def test_arrays_no_longer_than_allowed_and_a_task_that_is_preempted(slurm, deck, rbsolve, tmp_path, monkeypatch):
    monkeypatch.setenv("SLURM_CONF", str(slurm))
    monkeypatch.chdir(tmp_path)
    from rbsolve.studies.engines import slurm as engine

    assert engine.longest_array() == 5
    assert engine.DEFAULT_ARRAY > 5
    preempted = []

    def preempt():
        """Requeue the first running task, as a job of higher priority would do."""
        while not preempted:
            shown = subprocess.run(["squeue", "-h", "-t", "R", "-o", "%A"], capture_output=True, text=True, check=False)
            for job in shown.stdout.split()[:1]:
                time.sleep(0.5)
                if subprocess.run(["scontrol", "requeue", job], capture_output=True, check=False).returncode == 0:
                    preempted.append(job)
                    start_again(job)
            time.sleep(0.1)

    watcher = threading.Thread(target=preempt, daemon=True)
    watcher.start()
    arguments = ("-p", "spin=1:5:9", "-o", tmp_path / "s", "--executor", "slurm:partition=main,time=5,jobs=9")
    try:
        assert rbsolve("sweep", deck, *arguments, "-q") == 0
    finally:
        preempted.append("end")
        watcher.join(5)
    assert len(preempted) > 1
    with h5py.File(tmp_path / "s" / "study.h5") as file:
        assert set(file["status"].asstr()[()]) == {"complete"}
        assert file.attrs["done"] == 9


def of_long_cases(deck_text):
    """Return a deck with few rows. Also return an argument with which its run takes some seconds."""
    return deck_text.replace("@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {1}"), ("-p", "end=6000")


@pytest.fixture(scope="module")
def calm(deck_text, tmp_path_factory):
    """Return the heights of a long case that nothing interrupts."""
    folder = tmp_path_factory.mktemp("calm")
    text, end = of_long_cases(deck_text)
    (folder / "stone.deck").write_text(text)
    assert main(["sweep", str(folder / "stone.deck"), *end, "-o", str(folder / "s"), "-q"]) == 0
    with h5py.File(folder / "s" / "study.h5") as file:
        return file["sensors/height"][0]


@pytest.mark.parametrize(
    "way", [("scontrol", "requeue"), ("scancel", "--signal=USR2")], ids=["preempted", "its time is up"]
)
def test_a_task_goes_on_from_its_checkpoint(slurm, deck, deck_text, calm, rbsolve, tmp_path, monkeypatch, way):
    """The first row of the checkpoint is marked while the task waits for its second start. If the row were computed
    again, the mark would be absent.
    """
    monkeypatch.setenv("SLURM_CONF", str(slurm))
    monkeypatch.chdir(tmp_path)
    text, end = of_long_cases(deck_text)
    deck.write_text(text)
    study = tmp_path / "s"
    failed = []

    def jobs(*states):
        command = ["squeue", "-h", "-t", ",".join(states), "-o", "%A"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    def preempt():
        try:
            wait_for(study / "checkpoints" / "0")
            job = max(jobs("R"), key=int)  # an earlier job may still be ending
            subprocess.run([*way, job], capture_output=True, check=True)
            wait_until(lambda: job in jobs("PD"))  # the task is queued again
            mark(study / "checkpoints" / "0")
            start_again(job)
        except BaseException as error:
            failed.append(error)
            raise

    watcher = threading.Thread(target=preempt, daemon=True)
    watcher.start()
    where = "slurm:partition=main,time=5,jobs=1"
    arguments = (*end, "-o", study, "--executor", where, "--checkpoint-every", "0.2", "-q")
    assert rbsolve("sweep", deck, *arguments) == 0
    watcher.join(5)
    assert not failed
    with h5py.File(study / "study.h5") as file:
        height = file["sensors/height"][0]
    assert height[0, 0] == MARK
    assert not list((study / "checkpoints").iterdir())
    assert height[1:].tobytes() == calm[1:].tobytes()


def test_a_task_that_slurm_ends_is_solved_by_another(slurm, deck, deck_text, rbsolve, tmp_path, monkeypatch, capfd):
    """On a cluster without accounting, like this cluster, Slurm does not report the end, and only removes the task from
    its list.
    """
    monkeypatch.setenv("SLURM_CONF", str(slurm))
    monkeypatch.chdir(tmp_path)
    from rbsolve.studies.engines import slurm as engine

    monkeypatch.setattr(engine, "QUEUE_SECONDS", 0.5)
    monkeypatch.setattr(engine, "LOST_SECONDS", 2.0)
    deck.write_text(deck_text.replace("@OUTPUT_STEP_SIZE {1e-2}", "@OUTPUT_STEP_SIZE {1}"))
    study = tmp_path / "s"
    cancelled = []

    def cancel():
        wait_for(study / "checkpoints" / "0")
        # An earlier task may still be ending.
        job = max(engine.queued_tasks(), key=lambda task: int(task.partition("_")[0]))
        subprocess.run(["scancel", job], check=True)
        cancelled.append(job)

    watcher = threading.Thread(target=cancel, daemon=True)
    watcher.start()
    where = "slurm:partition=main,time=5,jobs=1"
    arguments = ("-p", "end=6000", "-o", study, "--executor", where, "--checkpoint-every", "0.2", "-q")
    assert rbsolve("sweep", deck, *arguments) == 0
    watcher.join(5)
    assert cancelled
    assert "sacct" not in capfd.readouterr().err
    with h5py.File(study / "study.h5") as file:
        assert set(file["status"].asstr()[()]) == {"complete"}


def test_slurm_solves_the_starts_of_an_optimization(slurm, rbsolve, tmp_path, monkeypatch):
    monkeypatch.setenv("SLURM_CONF", str(slurm))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spring.deck").write_text(spring.UNDAMPED)
    words = ("optimize", "spring.deck", "--minimize", "final(x)", "-p", "k=1:70:30", "-p", "c=0", "--starts", 1)
    assert rbsolve(*words, "-o", "OPT", "--executor", "slurm:partition=main,time=5", "-q") == 0
    found = json.loads((tmp_path / "OPT/optimum.json").read_text())
    assert [one["status"] for one in found["searches"]] == ["complete"] * 2
    assert found["searches"][0]["parameters"]["k"] == pytest.approx(spring.MINIMA[1], rel=1e-4)


def test_what_slurm_waits_for_is_said(slurm, deck, rbsolve, tmp_path, monkeypatch, capfd):
    """In this test, a task may start only after an hour. Limits of a partition, which make a task wait forever, do not
    apply to root.
    """
    monkeypatch.setenv("SLURM_CONF", str(slurm))
    monkeypatch.chdir(tmp_path)
    from rbsolve.studies.engines import slurm as engine

    monkeypatch.setattr(engine, "QUEUE_SECONDS", 0.3)
    said = threading.Event()

    def note(display, text, say=StudyDisplay.note):
        say(display, text)
        said.set()

    def let_it_begin():
        said.wait(60)
        (job,) = (task.partition("_")[0] for task, reason in engine.queued_tasks().items() if reason)
        subprocess.run(["scontrol", "update", f"JobId={job}", "StartTime=now"], check=True)

    monkeypatch.setattr(StudyDisplay, "note", note)
    watcher = threading.Thread(target=let_it_begin, daemon=True)
    watcher.start()
    arguments = ("-p", "spin=1", "-o", tmp_path / "s", "--executor", "slurm:partition=main,begin=now+1hour")
    assert rbsolve("sweep", deck, *arguments) == 0
    watcher.join(5)
    assert capfd.readouterr().err.count("Reasons from Slurm: BeginTime") == 1


@pytest.mark.parametrize(("options", "flags"), [("", {"--requeue"}), (",no-requeue=true", {"--no-requeue"})])
def test_tasks_are_requeued_unless_an_option_says_no(slurm, tmp_path, monkeypatch, options, flags):
    from rbsolve.studies.engines.slurm import SlurmEngine

    monkeypatch.setenv("SLURM_CONF", str(slurm))
    engine = SlurmEngine.from_options(f"partition=main,folder={tmp_path}{options}", 1)
    lines = engine._executor._make_submission_file_text("true", "1").splitlines()
    assert {line.split()[1] for line in lines if line.endswith("requeue")} == flags
    assert "#SBATCH --partition=main" in lines


def test_why_a_task_ended():
    from rbsolve.studies.engines.executor import _words

    quoted = (
        "Job failed with trace:\n---\nTraceback (most recent call last):\n  File x\n    y\nValueError: no\n\n---\nlogs"
    )
    assert _words(RuntimeError(quoted)) == "ValueError: no"
    assert _words(RuntimeError("no")) == "RuntimeError: no"


def test_what_slurm_says_of_a_task_that_it_ended(tmp_path):
    from rbsolve.studies.engines.slurm import _last_words

    log = tmp_path / "16.err"
    log.write_text("a\nslurmstepd: error: *** JOB 16 ON vm CANCELLED AT 2026-11-23T06:46:05 DUE TO TIME LIMIT ***\nb\n")
    assert _last_words(log) == ": JOB 16 ON vm CANCELLED AT 2026-11-23T06:46:05 DUE TO TIME LIMIT"
    assert _last_words(tmp_path / "none") == ""


@pytest.mark.parametrize("options", ["partition", "jobs=many", "jobs=0", "jobs=-3"])
def test_options_that_cannot_be_read(deck, rbsolve, tmp_path, capsys, options):
    pytest.importorskip("submitit", reason="submitit is not installed: pip install 'rbsolve[slurm]'")
    assert rbsolve("sweep", deck, "-p", "spin=1", "-o", tmp_path / "s", "--executor", f"slurm:{options}") == 2
    assert f"--executor slurm:{options}: " in capsys.readouterr().err
