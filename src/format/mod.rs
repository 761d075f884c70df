//! How a block looks on disk: `docs/block-format.md` is the specification, this is its code.

pub mod csv;
pub mod manifest;
pub mod parquet;
pub mod part;
pub mod proof;
pub mod writer;

/// Version of the format: of every byte that leaves the tool, and of every value that a seed gives.
pub const FORMAT_VERSION: u32 = 1;

/// Units of a part, but for the last: a power of two, so that the Merkle roots of parts combine to the block's.
pub const UNITS_PER_PART: u32 = 1 << 17;

/// Units of a chunk: the least that is made, compressed, read and checked as one. A part has sixteen.
pub const UNITS_PER_CHUNK: u32 = 1 << 13;

/// Name of the manifest in a block folder.
pub const MANIFEST: &str = "manifest.json";
/// Name of the manifest's signature in a block folder.
pub const SIGNATURE: &str = "manifest.json.sig";
/// Name of the checksums in a block folder.
pub const CHECKSUMS: &str = "SHA256SUMS";

/// Bytes that none of those three files exceeds: some ten times what the largest block's manifest needs.
pub const MAX_SEAL_BYTES: u64 = 4 << 20;
/// Bytes that no part of any game exceeds: eight times what the widest rows of a part need.
pub const MAX_PART_BYTES: u64 = 1 << 30;

/// Folder of an emission below the output folder.
#[must_use]
pub fn emission_folder(emission: u32) -> String {
    format!("emission-{emission:04}")
}

/// Folder of a block below its emission's.
#[must_use]
pub fn block_folder(block: u32) -> String {
    format!("block-{block:04}")
}
