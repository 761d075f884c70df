//! The seals of a block are those of tools that people have: OpenSSH's `ssh-keygen` and coreutils'
//! `sha256sum` accept what is made here, and refuse what is refused here.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use emission::seal::checksums::{self, Checksum};
use emission::seal::{
    AllowedSigners, KeyError, LoadedKey, NAMESPACE, SignatureError, SigningKey,
    allowed_signers_line, hex, merkle, read_secret_file, write_secret_file,
};

const IDENTITY: &str = "emission";
const MESSAGE: &[u8] = b"{\"format\": 1, \"merkle_root\": \"00\"}\n";
const PASSPHRASE: &str = "correct horse battery staple";

/// A folder to work in with both tools.
struct Workshop(tempfile::TempDir);

impl Workshop {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// Runs a tool in the folder, with one of its files as standard input.
    fn run(&self, tool: &str, package: &str, arguments: &[&str], stdin: &str) -> Output {
        let input = match stdin {
            "" => Stdio::null(),
            name => File::open(self.path(name)).unwrap().into(),
        };
        let mut command = Command::new(tool);
        command.args(arguments).current_dir(self.0.path());
        let output = command.env_remove("SSH_AUTH_SOCK").stdin(input).output();
        output.unwrap_or_else(|error| panic!("{tool} can't be run ({error}): install {package}"))
    }

    fn ssh_keygen(&self, arguments: &[&str], stdin: &str) -> Output {
        self.run("ssh-keygen", "openssh-client", arguments, stdin)
    }

    /// Makes a key with `ssh-keygen` and gives the text of its file.
    fn make_key(&self, name: &str, key_type: &str, passphrase: &str) -> String {
        let arguments = [
            "-q",
            "-t",
            key_type,
            "-C",
            "made by ssh-keygen",
            "-N",
            passphrase,
            "-f",
            name,
        ];
        succeed(&self.ssh_keygen(&arguments, ""));
        read_secret_file(&self.path(name)).unwrap().to_string()
    }

    /// Writes one of our keys as a file that `ssh-keygen` takes.
    fn write_key(&self, name: &str, key: &SigningKey) {
        write_secret_file(&self.path(name), &key.to_openssh()).unwrap();
    }

    /// Signs a file with `ssh-keygen`.
    fn sign(&self, key: &str, passphrase: &str, namespace: &str, file: &str) -> String {
        let arguments = [
            "-q", "-Y", "sign", "-P", passphrase, "-f", key, "-n", namespace,
        ];
        let output = self.ssh_keygen(&arguments, file);
        succeed(&output);
        String::from_utf8(output.stdout).unwrap()
    }

    /// Whether both `ssh-keygen` and we accept a signature; they must agree.
    fn verify(
        &self,
        signers: &str,
        message: &[u8],
        signature: &str,
    ) -> Result<String, SignatureError> {
        self.write("allowed_signers", signers);
        self.write("message", message);
        self.write("message.sig", signature);
        let arguments = [
            "-Y",
            "verify",
            "-f",
            "allowed_signers",
            "-I",
            IDENTITY,
            "-n",
            NAMESPACE,
            "-s",
            "message.sig",
        ];
        let theirs = self.ssh_keygen(&arguments, "message");
        let list = AllowedSigners::parse(signers).unwrap();
        let ours = list.verify(IDENTITY, message, signature);
        assert_eq!(ours.is_ok(), theirs.status.success(), "{ours:?} {theirs:?}");
        ours
    }
}

fn succeed(output: &Output) {
    assert!(output.status.success(), "{output:?}");
}

fn plain(text: &str) -> SigningKey {
    match SigningKey::from_openssh(text).unwrap() {
        LoadedKey::Plain(key) => key,
        LoadedKey::Locked(key) => panic!("{key:?} needs a passphrase"),
    }
}

fn unlocked(text: &str) -> SigningKey {
    match SigningKey::from_openssh(text).unwrap() {
        LoadedKey::Locked(key) => key.unlock(PASSPHRASE).unwrap(),
        LoadedKey::Plain(key) => panic!("{key:?} needs no passphrase"),
    }
}

#[test]
fn our_signature_is_accepted() {
    let workshop = Workshop::new();
    let key = SigningKey::generate("emission").unwrap();
    let signers = allowed_signers_line(IDENTITY, &key);
    for message in [MESSAGE, b"", &[0xff; 10_000]] {
        let fingerprint = workshop
            .verify(&signers, message, &key.sign(message))
            .unwrap();
        assert_eq!(fingerprint, key.fingerprint());
    }
}

#[test]
fn our_key_is_theirs() {
    let workshop = Workshop::new();
    let key = SigningKey::generate("emission, block 1").unwrap();
    workshop.write_key("key", &key);
    let public = workshop.ssh_keygen(&["-y", "-f", "key"], "");
    succeed(&public);
    assert_eq!(
        String::from_utf8(public.stdout).unwrap(),
        key.public_openssh()
    );
    workshop.write("key.pub", key.public_openssh());
    let listed = workshop.ssh_keygen(&["-l", "-f", "key.pub"], "");
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(
        listed,
        format!("256 {} emission, block 1 (ED25519)\n", key.fingerprint())
    );
}

#[test]
fn both_sign_with_the_same_bytes() {
    let workshop = Workshop::new();
    workshop.write("manifest.json", MESSAGE);
    let ours = SigningKey::generate("emission").unwrap();
    workshop.write_key("ours", &ours);
    let theirs = plain(&workshop.make_key("theirs", "ed25519", ""));
    let locked = unlocked(&workshop.make_key("locked", "ed25519", PASSPHRASE));
    for (name, passphrase, key) in [
        ("ours", "", &ours),
        ("theirs", "", &theirs),
        ("locked", PASSPHRASE, &locked),
    ] {
        let signature = workshop.sign(name, passphrase, NAMESPACE, "manifest.json");
        assert_eq!(signature, key.sign(MESSAGE), "{name}");
        let signers = allowed_signers_line(IDENTITY, key);
        workshop.verify(&signers, MESSAGE, &signature).unwrap();
    }
}

#[test]
fn every_cipher_of_a_locked_key_is_read() {
    let workshop = Workshop::new();
    for cipher in [
        "aes256-ctr",
        "aes128-cbc",
        "aes256-gcm@openssh.com",
        "chacha20-poly1305@openssh.com",
    ] {
        let arguments = [
            "-q", "-t", "ed25519", "-Z", cipher, "-N", PASSPHRASE, "-f", cipher,
        ];
        succeed(&workshop.ssh_keygen(&arguments, ""));
        let text = read_secret_file(&workshop.path(cipher)).unwrap();
        let public = fs::read_to_string(workshop.path(&format!("{cipher}.pub"))).unwrap();
        assert_eq!(unlocked(&text).public_openssh(), public, "{cipher}");
    }
}

#[test]
fn a_changed_message_is_refused_by_both() {
    let workshop = Workshop::new();
    let key = SigningKey::generate("").unwrap();
    let signers = allowed_signers_line(IDENTITY, &key);
    let error = workshop
        .verify(&signers, b"changed", &key.sign(MESSAGE))
        .unwrap_err();
    assert!(matches!(error, SignatureError::Invalid { .. }));
}

#[test]
fn another_namespace_is_refused_by_both() {
    let workshop = Workshop::new();
    workshop.write("manifest.json", MESSAGE);
    let key = plain(&workshop.make_key("key", "ed25519", ""));
    let signers = allowed_signers_line(IDENTITY, &key);
    let signature = workshop.sign("key", "", "file", "manifest.json");
    let error = workshop.verify(&signers, MESSAGE, &signature).unwrap_err();
    assert!(matches!(error, SignatureError::Namespace { .. }));
}

#[test]
fn another_key_is_refused_by_both() {
    let workshop = Workshop::new();
    let [key, other] = [(); 2].map(|()| SigningKey::generate("").unwrap());
    let signers = allowed_signers_line(IDENTITY, &other);
    let error = workshop
        .verify(&signers, MESSAGE, &key.sign(MESSAGE))
        .unwrap_err();
    assert!(matches!(error, SignatureError::UnknownSigner { .. }));
}

#[test]
fn both_read_an_allowed_signers_file_alike() {
    let workshop = Workshop::new();
    let key = SigningKey::generate("").unwrap();
    let public = key.public_openssh();
    let public = public.trim_end();
    let signature = key.sign(MESSAGE);
    for (line, accepted) in [
        (format!("emission {public}"), true),
        (format!("emission\t{public} with \"a comment"), true),
        (format!("  \"some body,emission\"   {public}"), true),
        (format!("a,emi*,b {public}"), true),
        (format!("?mission {public}"), true),
        (format!("*,!emission {public}"), false),
        (format!("Emission {public}"), false),
        (
            format!("emission namespaces=\"emission-block\" {public}"),
            true,
        ),
        (
            format!("emission NAMESPACES=\"file,emission-*\" {public}"),
            true,
        ),
        (format!("emission namespaces=\"a b,*\" {public}"), true),
        (
            format!("emission namespaces=\"!emission-block,*\" {public}"),
            false,
        ),
        (format!("emission namespaces=\"file\" {public}"), false),
        (
            format!("emission namespaces=\"file\" {public}\nemission {public}\n"),
            true,
        ),
        (format!("# emission {public}\n\n"), false),
        (
            format!("# comment\n\n  # another\nemission {public}\r\n"),
            true,
        ),
    ] {
        let verified = workshop.verify(&line, MESSAGE, &signature);
        assert_eq!(verified.is_ok(), accepted, "{line}: {verified:?}");
    }
}

#[test]
fn keys_of_other_types_are_refused_by_their_names() {
    let workshop = Workshop::new();
    for (key_type, name) in [("rsa", "ssh-rsa"), ("ecdsa", "ecdsa-sha2-nistp256")] {
        for passphrase in ["", PASSPHRASE] {
            let file = format!("{key_type}-{}", passphrase.len());
            let text = workshop.make_key(&file, key_type, passphrase);
            let error = SigningKey::from_openssh(&text).unwrap_err();
            assert!(matches!(error, KeyError::NotEd25519(_)), "{error}");
            let start = format!("this is a key of type {name}, but blocks are signed with Ed25519");
            assert!(error.to_string().starts_with(&start), "{error}");
        }
    }
}

#[test]
fn signatures_of_other_types_are_refused_by_their_names() {
    let workshop = Workshop::new();
    workshop.write("manifest.json", MESSAGE);
    for key_type in ["rsa", "ecdsa"] {
        workshop.make_key(key_type, key_type, "");
        let public = fs::read_to_string(workshop.path(&format!("{key_type}.pub"))).unwrap();
        let signers = AllowedSigners::parse(&format!("{IDENTITY} {public}")).unwrap();
        let signature = workshop.sign(key_type, "", NAMESPACE, "manifest.json");
        let error = signers.verify(IDENTITY, MESSAGE, &signature).unwrap_err();
        assert!(matches!(error, SignatureError::NotEd25519(_)), "{error}");
    }
}

/// The checksum of a file's bytes, by the same hash as the Merkle tree's empty root.
fn checksum(folder: &Path, name: &str) -> Checksum {
    use sha2::Digest;
    let digest = sha2::Sha256::digest(fs::read(folder.join(name)).unwrap()).into();
    let name = name.to_owned();
    Checksum { digest, name }
}

#[test]
fn sha256sum_accepts_our_checksums() {
    let workshop = Workshop::new();
    workshop.write("units-0001.csv", "unit,prize_cents\n");
    workshop.write("été 2.csv", "");
    let names = ["units-0001.csv", "été 2.csv"];
    let list = names.map(|name| checksum(workshop.0.path(), name));
    assert_eq!(list[1].digest, merkle::root(&[]));
    workshop.write("SHA256SUMS", checksums::to_text(&list).unwrap());
    let check = ["--strict", "-c", "SHA256SUMS"];
    succeed(&workshop.run("sha256sum", "coreutils", &check, ""));
    workshop.write("units-0001.csv", "unit,prize_cents\n1,0\n");
    assert!(
        !workshop
            .run("sha256sum", "coreutils", &check, "")
            .status
            .success()
    );
}

#[test]
fn we_read_the_checksums_of_sha256sum() {
    let workshop = Workshop::new();
    let names = ["units-0001.csv.zst", "été 2.csv"];
    for name in names {
        workshop.write(name, hex::encode(name.as_bytes()));
    }
    for mode in ["--text", "--binary"] {
        let output = workshop.run("sha256sum", "coreutils", &[mode, names[0], names[1]], "");
        let list = checksums::parse(str::from_utf8(&output.stdout).unwrap()).unwrap();
        assert_eq!(
            list,
            names.map(|name| checksum(workshop.0.path(), name)),
            "{mode}"
        );
    }
}
