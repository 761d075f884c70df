//! The Merkle tree of RFC 9162, section 2.1.1, over SHA-256.
//!
//! A tree of n leaves splits at the largest power of two below n. So 2^k leaves that start at a
//! multiple of 2^k are always a whole subtree, and what remains at the end is one too: the root
//! over the roots of such chunks is the root over all the leaves. Chunks may be computed apart, in
//! any order, on any machine.

use sha2::{Digest as _, Sha256};

/// The SHA-256 hash of a leaf, of an inner node, or of a whole tree.
pub type Digest = [u8; 32];

/// Comes before a leaf's data, so that no leaf hashes like an inner node.
const LEAF_PREFIX: [u8; 1] = [0x00];

/// Comes before an inner node's two halves.
const NODE_PREFIX: [u8; 1] = [0x01];

/// The hash of a leaf that holds `data`: `SHA-256(0x00 || data)`.
#[must_use]
pub fn leaf_hash(data: &[u8]) -> Digest {
    let hasher = Sha256::new().chain_update(LEAF_PREFIX);
    hasher.chain_update(data).finalize().into()
}

/// The hash of an inner node: `SHA-256(0x01 || left || right)`.
#[must_use]
pub fn node_hash(left: &Digest, right: &Digest) -> Digest {
    let hasher = Sha256::new().chain_update(NODE_PREFIX);
    hasher
        .chain_update(left)
        .chain_update(right)
        .finalize()
        .into()
}

/// The root of the tree whose nodes, in order, are given: the hashes of all its leaves, or the
/// roots of its chunks of 2^k leaves each, the last of which may be shorter but not empty. The root
/// of no node is the hash of nothing.
#[must_use]
pub fn root(nodes: &[Digest]) -> Digest {
    let mut frontier = Frontier::default();
    for node in nodes {
        frontier.push(node);
    }
    frontier.root()
}

/// A tree that grows node by node, in the memory of its depth: the roots of the whole subtrees that
/// stand so far, the largest first, one for each bit set in the count of nodes.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    subtrees: Vec<Digest>,
    nodes: u64,
}

impl Frontier {
    /// Adds the next node, from left to right: a leaf's hash, or the root of a chunk (see
    /// [`root`]).
    pub fn push(&mut self, node: &Digest) {
        // The new node completes as many subtrees as the count has ones at its low end: a carry.
        let kept = self.subtrees.len() - self.nodes.trailing_ones() as usize;
        let completed = self.subtrees.drain(kept..).rev();
        let subtree = completed.fold(*node, |right, left| node_hash(&left, &right));
        self.subtrees.push(subtree);
        self.nodes += 1;
    }

    /// The root of the tree as it stands.
    #[must_use]
    pub fn root(&self) -> Digest {
        let from_the_right = self.subtrees.iter().rev().copied();
        from_the_right
            .reduce(|right, left| node_hash(&left, &right))
            .unwrap_or_else(|| Sha256::digest([]).into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex;
    use super::*;

    /// `MTH` as RFC 9162 defines it, word for word and with nothing of the code above.
    fn mth(data: &[Vec<u8>]) -> Digest {
        match data {
            [] => Sha256::digest([]).into(),
            [leaf] => Sha256::digest([&[0x00], leaf.as_slice()].concat()).into(),
            _ => {
                let (left, right) = data.split_at(largest_power_of_two_below(data.len()));
                Sha256::digest([&[0x01], &mth(left)[..], &mth(right)[..]].concat()).into()
            }
        }
    }

    fn largest_power_of_two_below(n: usize) -> usize {
        let mut k = 1;
        while 2 * k < n {
            k *= 2;
        }
        k
    }

    /// Leaves of many lengths, around SHA-256's block boundaries too.
    fn leaves(count: usize) -> Vec<Vec<u8>> {
        (0..count)
            .map(|index| index.to_le_bytes().repeat(index % 20))
            .collect()
    }

    fn hashes(leaves: &[Vec<u8>]) -> Vec<Digest> {
        leaves.iter().map(|leaf| leaf_hash(leaf)).collect()
    }

    /// Every size to 130, then the sizes around greater powers of two.
    fn sizes() -> impl Iterator<Item = usize> {
        let around = [255, 256, 257, 511, 512, 513, 1023, 1024, 1025];
        (0..=130).chain(around)
    }

    #[test]
    fn agrees_with_the_definition() {
        for size in sizes() {
            let leaves = leaves(size);
            assert_eq!(root(&hashes(&leaves)), mth(&leaves), "{size} leaves");
        }
    }

    #[test]
    fn chunks_of_a_power_of_two_combine() {
        for size in sizes() {
            let hashes = hashes(&leaves(size));
            for k in 0..=8 {
                let parts: Vec<Digest> = hashes.chunks(1 << k).map(root).collect();
                assert_eq!(root(&parts), root(&hashes), "{size} leaves, k = {k}");
            }
        }
    }

    #[test]
    fn other_chunks_do_not_combine() {
        let hashes = hashes(&leaves(7));
        let parts: Vec<Digest> = hashes.chunks(3).map(root).collect();
        assert_ne!(root(&parts), root(&hashes));
    }

    #[test]
    fn a_frontier_has_the_root_of_every_size_on_its_way() {
        let leaves = leaves(130);
        let mut frontier = Frontier::default();
        for size in 0..leaves.len() {
            assert_eq!(frontier.root(), mth(&leaves[..size]), "{size} leaves");
            frontier.push(&leaf_hash(&leaves[size]));
        }
    }

    /// The test tree of Certificate Transparency's reference code: `LeafInputs` and `RootHashes` of
    /// transparency-dev/merkle, testonly/constants.go.
    #[test]
    fn agrees_with_certificate_transparency() {
        let leaves: Vec<Vec<u8>> = vec![
            vec![],
            vec![0x00],
            vec![0x10],
            vec![0x20, 0x21],
            vec![0x30, 0x31],
            (0x40..0x44).collect(),
            (0x50..0x58).collect(),
            (0x60..0x70).collect(),
        ];
        let roots = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        for (size, expected) in roots.into_iter().enumerate() {
            let leaves = &leaves[..size];
            assert_eq!(hex::encode(&mth(leaves)), expected, "{size} leaves");
            assert_eq!(
                hex::encode(&root(&hashes(leaves))),
                expected,
                "{size} leaves"
            );
        }
    }

    #[test]
    fn a_leaf_does_not_hash_like_a_node() {
        let (left, right) = (leaf_hash(b"left"), leaf_hash(b"right"));
        assert_ne!(leaf_hash(&[left, right].concat()), node_hash(&left, &right));
        assert_ne!(node_hash(&left, &right), node_hash(&right, &left));
    }
}
