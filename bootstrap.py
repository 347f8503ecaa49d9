"""Sets greyc up in .venv beside this file and uses it: `python3 bootstrap.py demo` or `python3 bootstrap.py test`.

For a machine with nothing but Python and git. The system's own packages are left alone (many systems manage them
externally), and a Python without ensurepip, as Debian delivers it, is helped by whatever pip there is. Only the
standard library is used, in words that old Pythons can read, so that they can say which version is wanted.
"""

import glob
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11", "python3")  # looked for when this Python is too old
PIP_PACKAGE = "python3-pip-whl"  # where Debian and its kin keep the pip that python3-venv would use

# Run below the repository by the installed Python, one after the other; the first that fails ends it.
DEMO = (
    "-m greyc.frontends.cli validate cards",
    "-m greyc.frontends.cli simulate greyport --seats 3 --bot greedy --seed 2 -n 1",
)
TEST = (
    "-m ruff check .",
    "-m ruff format --check .",
    "-m mypy",
    "-m greyc.frontends.cli fmt --check cards",
    "-m pytest -n auto -m 'packaging or not packaging'",
)
USAGE = """usage: python3 bootstrap.py demo    set greyc up, check all cards and play a game to its end
       python3 bootstrap.py test    set greyc up with its development tools and run all checks and tests"""


class CannotSetUp(Exception):
    """Something is missing that only the user can bring; the message says what to do."""


def main(arguments: list) -> int:
    """Install, then run what was asked for; the exit code of the first command that fails, else 0."""
    if arguments not in (["demo"], ["test"]):
        print(USAGE, file=sys.stderr)
        return 2
    if sys.version_info < OLDEST:
        return run_with_newer(arguments)
    testing = arguments == ["test"]
    try:
        install(".[dev]" if testing else ".")
    except CannotSetUp as error:
        print(f"bootstrap: {error}", file=sys.stderr)
        return 2
    for command in TEST if testing else DEMO:
        code = call([venv_python(), *shlex.split(command)])
        if code:
            return code
    print("\n{} worked. The command is {}".format(arguments[0], os.path.relpath(venv_program("greyc"))))
    return 0


def run_with_newer(arguments: list) -> int:
    """Hand over to a newer Python of this machine."""
    for name in NEWER:
        program = shutil.which(name)
        if program and quiet([program, "-c", f"import sys; sys.exit(sys.version_info < {OLDEST})"]):
            return call([program, os.path.abspath(__file__), *arguments])
    wanted = ".".join(str(part) for part in OLDEST)
    print(f"bootstrap: greyc needs Python {wanted} or newer.", file=sys.stderr)
    return 2


def install(target: str) -> None:
    """Bring .venv up to date with pyproject.toml; nothing is done when it already is."""
    with open(os.path.join(HERE, "pyproject.toml"), "rb") as file:
        wanted = hashlib.sha256(file.read() + repr((target, sys.version, VENV)).encode()).hexdigest()
    stamp = os.path.join(VENV, "greyc-{}".format("dev" if "dev" in target else "plain"))
    if os.path.exists(stamp) and quiet([venv_python(), "-c", "import greyc.frontends.cli, lark"]):
        with open(stamp, encoding="utf-8") as file:
            if file.read() == wanted:
                return
    pip = make_venv()
    if call([*pip, "install", "--quiet", "--editable", target]):
        raise CannotSetUp("pip could not install greyc; its message is above. It needs a network or a local index.")
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(wanted)


def make_venv() -> list:
    """Make .venv and return the command line of a pip that installs into it, by the first way that works here."""
    ways = (venv_with_ensurepip, venv_with_outer_pip, venv_with_system_wheel)
    for way in ways:
        pip = way()
        if pip:
            return pip
    raise CannotSetUp(
        "this Python has neither ensurepip nor pip. Install them with your system's package manager"
        " (on Debian and Ubuntu: sudo apt-get install python3-venv), then run this again."
    )


def venv_with_ensurepip() -> list:
    """The usual way, or the environment that is already there."""
    pip = [venv_python(), "-m", "pip"]
    if quiet([*pip, "--version"]) and quiet([venv_python(), "-c", same_version()]):
        return pip
    if quiet([sys.executable, "-c", "import ensurepip"]) and quiet([sys.executable, "-m", "venv", "--clear", VENV]):
        return pip
    return []


def venv_with_outer_pip() -> list:
    """An environment made without pip, into which the system's pip, told to install elsewhere, puts one."""
    return venv_with([sys.executable, "-m", "pip"])


def venv_with_system_wheel() -> list:
    """Where Debian split pip off: fetch its package of pip as any user may, unpack it here and use the wheel in it."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return []
    print("bootstrap: this Python has no pip; fetching the system's package of it (nothing is installed)", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "lists", "partial"))
        apt = ["apt-get", "-qq", "-o", f"Dir::State::lists={folder}/lists", "-o", f"Dir::Cache={folder}/cache"]
        if subprocess.call([*apt, "update"]) or subprocess.call([*apt, "download", PIP_PACKAGE], cwd=folder):
            return []
        for package in glob.glob(os.path.join(folder, "*.deb")):
            quiet(["dpkg-deb", "-x", package, folder])
        wheels = glob.glob(os.path.join(folder, "**", "pip-*.whl"), recursive=True)
        return venv_with([sys.executable, os.path.join(wheels[0], "pip")]) if wheels else []


def venv_with(outer: list) -> list:
    """An environment into which a pip from elsewhere puts one; nothing if that pip does not work."""
    outer = [*outer, "--python", venv_python()]
    if (
        quiet([sys.executable, "-m", "venv", "--clear", "--without-pip", VENV])
        and quiet([*outer, "--version"])
        and call([*outer, "install", "--quiet", "pip"]) == 0
    ):
        return [venv_python(), "-m", "pip"]
    return []


def same_version() -> str:
    """A program that fails unless it runs under this version of Python."""
    return f"import sys; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"


def venv_program(name: str) -> str:
    """The path of a program in .venv."""
    windows = os.name == "nt"
    return os.path.join(VENV, "Scripts" if windows else "bin", name + (".exe" if windows else ""))


def venv_python() -> str:
    """The Python of .venv."""
    return venv_program("python")


def environment() -> dict:
    """What child processes see: nothing that makes them import from elsewhere, and a place inside for what greyc keeps."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
    seen = {name: value for name, value in os.environ.items() if name not in hidden}
    seen.setdefault("GREYC_CACHE", os.path.join(VENV, "greyc-cache"))
    return seen


def call(command: list) -> int:
    """Show a command, run it in the repository, and return its exit code."""
    shown = [os.path.relpath(command[0]) if command[0].startswith(HERE) else command[0], *command[1:]]
    print("\n$ " + " ".join(shlex.quote(part) for part in shown), flush=True)
    return subprocess.call(command, cwd=HERE, env=environment())


def quiet(command: list) -> bool:
    """Whether a command can be run and succeeds, without showing it."""
    try:
        done = subprocess.run(
            command, cwd=HERE, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except OSError:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
