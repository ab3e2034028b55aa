"""Throw-away certificates, made with the `openssl` program.

One authority signs one good server certificate for every name the stand-in
answers to, and a few certificates that each have exactly one fault.  All of
them share one P-256 key: nothing here protects anything.

The good certificate is valid from two days ago for a year, so a client whose
clock is 400 days off finds it expired or not yet valid.  The authority is
valid for twenty years, so that such a client blames the right certificate.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
import time

NAMES = (
    "firestore.googleapis.com",
    "raw.githubusercontent.com",
    "firebasestorage.googleapis.com",
    "prismwalls.com",
    "w.wallhaven.cc",
    "images.pexels.com",
    "pictures.test",
    "other.test",
    "localhost",
)
ADDRESSES = ("127.0.0.1", "::1")

# A TLS server name that is served a faulty certificate, and the kind of it.
FAULTY = {
    "expired.test": "expired",
    "future.test": "future",
    "selfsigned.test": "selfsigned",
    "wrongname.test": "wrongname",
    "unknownca.test": "unknownca",
}
KINDS = ("server", *FAULTY.values())

DAY = 86400
REMAKE_AFTER = 30 * DAY

_CONFIG = """
[req]
distinguished_name = subject
[subject]
[ca]
default_ca = made_here
[made_here]
database = index
new_certs_dir = .
rand_serial = yes
unique_subject = no
default_md = sha256
policy = policy
email_in_dn = no
[policy]
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
subjectAltName = {names}
[stray]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
subjectAltName = DNS:elsewhere.invalid
"""


def ensure(folder):
    """Make the certificates in `folder` unless a whole, recent set is there.

    Parallel callers wait for one another.  Afterwards `ca.pem`, `key.pem` and
    one `KIND.pem` for each of KINDS are in the folder.
    """
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_whole(folder):
            _make(folder)


def _digest():
    return hashlib.sha256((_CONFIG + _subject_names()).encode()).hexdigest()


def _is_whole(folder):
    mark = os.path.join(folder, "made")
    try:
        with open(mark) as file:
            digest, made = file.read().split()
    except (OSError, ValueError):
        return False
    return digest == _digest() and -DAY < time.time() - float(made) < REMAKE_AFTER


def _subject_names():
    named = [f"DNS:{name}" for name in (*NAMES, *FAULTY) if name != "wrongname.test"]
    return ", ".join(named + [f"IP:{address}" for address in ADDRESSES])


def _make(folder):
    now = time.time()
    work = tempfile.mkdtemp(prefix="making-", dir=folder)
    try:
        with open(os.path.join(work, "config"), "w") as file:
            file.write(_CONFIG.format(names=_subject_names()))
        open(os.path.join(work, "index"), "w").close()

        for name in ("ca", "stranger", "key"):
            _openssl(work, "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
                     "-out", f"{name}.key")
            _openssl(work, "req", "-new", "-config", "config", "-key", f"{name}.key",
                     "-subj", "/CN=unused", "-out", f"{name}.csr")

        def sign(out, subject, request, authority, first, last, extensions="leaf"):
            issuer = ["-keyfile", f"{authority or request}.key"]
            issuer += ["-cert", f"{authority}.pem"] if authority else ["-selfsign"]
            _openssl(work, "ca", "-batch", "-notext", "-config", "config", *issuer,
                     "-in", f"{request}.csr", "-subj", f"/CN={subject}", "-extensions", extensions,
                     "-startdate", _date(now + first * DAY), "-enddate", _date(now + last * DAY),
                     "-out", f"{out}.pem")

        sign("ca", "Stand-in test authority", "ca", None, -3650, 3650, "authority")
        sign("stranger", "An authority nobody knows", "stranger", None, -3650, 3650, "authority")
        sign("server", "stand-in", "key", "ca", -2, 365)
        sign("expired", "expired.test", "key", "ca", -400, -35)
        sign("future", "future.test", "key", "ca", 35, 400)
        sign("selfsigned", "selfsigned.test", "key", None, -2, 365)
        sign("wrongname", "elsewhere.invalid", "key", "ca", -2, 365, "stray")
        sign("unknownca", "unknownca.test", "key", "stranger", -2, 365)

        with open(os.path.join(work, "made"), "w") as file:
            file.write(f"{_digest()} {now}\n")
        os.rename(os.path.join(work, "key.key"), os.path.join(work, "key.pem"))
        for name in ("ca.pem", "key.pem", *(f"{kind}.pem" for kind in KINDS), "made"):
            os.replace(os.path.join(work, name), os.path.join(folder, name))
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _date(seconds):
    return time.strftime("%Y%m%d%H%M%SZ", time.gmtime(seconds))


def _openssl(folder, *arguments):
    done = subprocess.run(["openssl", *arguments], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        said = done.stdout.decode(errors="replace").strip()
        raise RuntimeError(f"openssl {arguments[0]} failed: {said}")
