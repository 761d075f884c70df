use std::os::unix::fs::PermissionsExt as _;

use super::*;

const BLOCK: &str = "emission-0001/block-0001";

fn out() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn reserve(out: &Path, overwrite: bool) -> Result<Place, PlaceError> {
    Place::reserve(out, 1, 1, overwrite)
}

/// Puts a block in place that holds this text.
fn put(out: &Path, text: &str, overwrite: bool) -> Result<(), PlaceError> {
    let place = reserve(out, overwrite)?;
    fs::write(place.working_folder().join("manifest.json"), text).unwrap();
    place.commit()
}

fn manifest(out: &Path) -> String {
    fs::read_to_string(out.join(BLOCK).join("manifest.json")).unwrap()
}

/// The names in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_block_stands_in_its_place_when_it_is_whole_and_not_before() {
    let out = out();
    let place = reserve(out.path(), false).unwrap();
    let emission = out.path().join("emission-0001");
    assert_eq!(
        names(&emission),
        [".block-0001.inprogress", ".block-0001.lock"]
    );
    assert_eq!(place.target(), out.path().join(BLOCK));
    fs::write(place.working_folder().join("manifest.json"), "new").unwrap();
    place.commit().unwrap();
    assert_eq!(manifest(out.path()), "new");
    assert_eq!(names(&emission), ["block-0001"]);
}

/// Whoever reads a block knows its winners.
#[test]
fn a_block_is_for_its_owner_alone_from_the_start() {
    let out = out();
    let place = reserve(out.path(), false).unwrap();
    let mode = |folder: &Path| fs::metadata(folder).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(place.working_folder()), 0o700);
    place.commit().unwrap();
    assert_eq!(mode(&out.path().join(BLOCK)), 0o700);
}

#[test]
fn a_place_that_is_given_up_leaves_no_trace() {
    let out = out();
    let below = out.path().join("a/b");
    let place = reserve(&below, false).unwrap();
    fs::write(place.working_folder().join("units-0001.csv"), "half").unwrap();
    drop(place);
    assert_eq!(names(out.path()), [""; 0]);
}

#[test]
fn folders_that_were_there_stay() {
    let out = out();
    fs::create_dir(out.path().join("emission-0001")).unwrap();
    drop(reserve(out.path(), false).unwrap());
    assert_eq!(names(out.path()), ["emission-0001"]);
}

#[test]
fn a_block_that_is_there_is_not_touched() {
    let out = out();
    put(out.path(), "old", false).unwrap();
    let message = format!(
        "{} is there already and was left as it is: choose another place with --out, or replace it with --overwrite",
        out.path().join(BLOCK).display()
    );
    assert_eq!(
        put(out.path(), "new", false).unwrap_err().to_string(),
        message
    );
    let checked = Place::check(out.path(), 1, 1, false);
    assert_eq!(checked.unwrap_err().to_string(), message);
    assert_eq!(manifest(out.path()), "old");
    Place::check(out.path(), 1, 2, false).unwrap();
    Place::check(out.path(), 2, 1, false).unwrap();
}

#[test]
fn an_empty_folder_is_not_touched_either() {
    let out = out();
    fs::create_dir_all(out.path().join(BLOCK)).unwrap();
    let error = put(out.path(), "new", false).unwrap_err();
    assert!(matches!(error, PlaceError::Exists { .. }));
    assert_eq!(names(&out.path().join(BLOCK)), [""; 0]);
}

#[test]
fn a_folder_that_came_meanwhile_is_not_touched() {
    let out = out();
    let place = reserve(out.path(), false).unwrap();
    fs::create_dir(out.path().join(BLOCK)).unwrap();
    let error = place.commit().unwrap_err();
    assert!(matches!(error, PlaceError::Exists { .. }));
    assert_eq!(names(&out.path().join("emission-0001")), ["block-0001"]);
}

#[test]
fn overwriting_replaces_the_whole_block() {
    let out = out();
    put(out.path(), "old", false).unwrap();
    fs::write(out.path().join(BLOCK).join("units-0099.csv"), "of the old").unwrap();
    let place = reserve(out.path(), true).unwrap();
    fs::write(place.working_folder().join("manifest.json"), "new").unwrap();
    assert_eq!(
        manifest(out.path()),
        "old",
        "the old block stands until the new one is whole"
    );
    place.commit().unwrap();
    assert_eq!(manifest(out.path()), "new");
    assert_eq!(names(&out.path().join(BLOCK)), ["manifest.json"]);
    assert_eq!(names(&out.path().join("emission-0001")), ["block-0001"]);
}

#[test]
fn overwriting_that_is_given_up_keeps_the_old_block() {
    let out = out();
    put(out.path(), "old", false).unwrap();
    drop(reserve(out.path(), true).unwrap());
    assert_eq!(manifest(out.path()), "old");
}

#[test]
fn overwriting_needs_no_block() {
    let out = out();
    put(out.path(), "new", true).unwrap();
    assert_eq!(manifest(out.path()), "new");
}

#[test]
fn what_is_no_folder_is_never_replaced() {
    let out = out();
    fs::create_dir(out.path().join("emission-0001")).unwrap();
    fs::write(out.path().join(BLOCK), "a file").unwrap();
    for overwrite in [false, true] {
        assert_eq!(
            put(out.path(), "new", overwrite).unwrap_err().to_string(),
            format!(
                "{} is not a folder and was left as it is: move it away, or choose another --out",
                out.path().join(BLOCK).display()
            )
        );
    }
    assert_eq!(
        fs::read_to_string(out.path().join(BLOCK)).unwrap(),
        "a file"
    );
}

#[test]
fn one_run_at_a_time_makes_a_block() {
    let out = out();
    let first = reserve(out.path(), false).unwrap();
    assert_eq!(
        reserve(out.path(), false).unwrap_err().to_string(),
        format!(
            "{} is being made by another run: wait for its end, or choose another place with --out",
            out.path().join(BLOCK).display()
        )
    );
    drop(Place::reserve(out.path(), 1, 2, false).unwrap());
    fs::write(first.working_folder().join("manifest.json"), "first").unwrap();
    first.commit().unwrap();
    assert_eq!(manifest(out.path()), "first");
}

#[test]
fn what_a_killed_run_left_is_removed() {
    let out = out();
    let stale = out.path().join("emission-0001/.block-0001.inprogress");
    fs::create_dir_all(stale.join("deep")).unwrap();
    fs::write(stale.join("units-0001.csv"), "half").unwrap();
    fs::write(out.path().join("emission-0001/.block-0001.lock"), "").unwrap();
    put(out.path(), "new", false).unwrap();
    assert_eq!(names(&out.path().join(BLOCK)), ["manifest.json"]);
    assert_eq!(names(&out.path().join("emission-0001")), ["block-0001"]);
}

#[test]
fn what_killed_runs_left_of_other_blocks_is_removed_too() {
    let out = out();
    let emission = out.path().join("emission-0001");
    let busy = Place::reserve(out.path(), 1, 3, false).unwrap();
    for leftover in [".block-0002.inprogress", ".block-10000.inprogress"] {
        fs::create_dir_all(emission.join(leftover).join("deep")).unwrap();
    }
    let kept = [
        ".block-0003.inprogress",
        ".block-02.inprogress",
        ".block-0004.saved",
        "block-0005.inprogress",
    ];
    for other in &kept[1..] {
        fs::create_dir(emission.join(other)).unwrap();
    }
    fs::write(emission.join(".block-0002.lock"), "").unwrap();
    put(out.path(), "new", false).unwrap();
    let mut expected = [&kept[..], &[".block-0003.lock", "block-0001"]].concat();
    expected.sort_unstable();
    assert_eq!(names(&emission), expected);
    drop(busy);
}

#[test]
fn a_link_in_the_place_of_a_working_folder_goes_and_not_what_it_leads_to() {
    let out = out();
    put(out.path(), "a block", false).unwrap();
    let block = out.path().join(BLOCK);
    fs::write(block.join(SIGNATURE), "signed").unwrap();
    for number in [2, 3] {
        let link = format!("emission-0001/.block-000{number}.inprogress");
        std::os::unix::fs::symlink(&block, out.path().join(link)).unwrap();
    }
    Place::reserve(out.path(), 1, 2, false)
        .unwrap()
        .commit()
        .unwrap();
    assert_eq!(names(&block), ["manifest.json", SIGNATURE]);
    assert_eq!(
        names(&out.path().join("emission-0001")),
        ["block-0001", "block-0002"]
    );
}

/// A run that only removes a leftover has the lock for an instant. One that is given up takes its new folder with it.
#[test]
fn a_lock_that_is_soon_free_is_waited_for() {
    for keeps_folder in [true, false] {
        let out = out();
        if keeps_folder {
            fs::create_dir(out.path().join("emission-0001")).unwrap();
        }
        let first = reserve(out.path(), false).unwrap();
        let second = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(2 * PAUSE);
                drop(first);
            });
            reserve(out.path(), false)
        });
        let is_busy = matches!(&second, Err(PlaceError::Busy { .. }));
        assert_eq!((second.is_ok(), is_busy), (keeps_folder, !keeps_folder));
    }
}

#[test]
fn a_file_in_the_place_of_a_folder_is_named() {
    let out = out();
    let file = out.path().join("file");
    fs::write(&file, "").unwrap();
    for below in [file.clone(), file.join("below")] {
        let message = reserve(&below, false).unwrap_err().to_string();
        assert_eq!(
            message,
            format!(
                "{} can't be written (File exists): a file is in the place of a folder: move it away, \
                 or choose another folder",
                file.display()
            )
        );
    }
}
