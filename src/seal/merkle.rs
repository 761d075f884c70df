//! The Merkle tree of RFC 9162, section 2.1.1, over SHA-256, and its inclusion paths, section 2.1.3.
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

/// The inclusion path of a node (RFC 9162, section 2.1.3.1), from its sibling up: what the root follows from, together
/// with the node, its index from 0, and the number of nodes.
///
/// The nodes are as for [`root`]. So the path of a leaf within its chunk, followed by that of the chunk's root among the
/// chunks' roots, is the path of the leaf among all leaves.
///
/// # Panics
/// When there is no node of this index.
#[must_use]
pub fn inclusion_path(nodes: &[Digest], index: usize) -> Vec<Digest> {
    assert!(
        index < nodes.len(),
        "{index} is none of {} nodes",
        nodes.len()
    );
    let (mut level, mut place) = (nodes.to_vec(), index);
    let mut path = Vec::new();
    while level.len() > 1 {
        // The last of an odd number of nodes has no sibling here, and goes up as it is.
        path.extend(level.get(place ^ 1));
        level = level.chunks(2).map(root_of_pair).collect();
        place /= 2;
    }
    path
}

fn root_of_pair(pair: &[Digest]) -> Digest {
    match pair {
        [left, right] => node_hash(left, right),
        _ => pair[0],
    }
}

/// The root that an inclusion path leads to (RFC 9162, section 2.1.3.2), from a leaf's hash, its index from 0, and the
/// number of leaves. `None` when there is no such leaf, or when the path is too short or too long for it.
///
/// Whoever knows the tree's root by another way knows the leaf to be in the tree when this is that root.
#[must_use]
pub fn root_of_path(leaf: &Digest, index: u64, leaves: u64, path: &[Digest]) -> Option<Digest> {
    // The names of the RFC: `place` is its fn, `last` its sn.
    let (mut place, mut last) = (index, leaves.checked_sub(1)?);
    if place > last {
        return None;
    }
    let mut root = *leaf;
    for sibling in path {
        if last == 0 {
            return None;
        }
        if place % 2 == 1 || place == last {
            root = node_hash(sibling, &root);
            // A last node without a sibling went up as it is.
            let levels = place.trailing_zeros();
            (place, last) = (place >> levels, last >> levels);
        } else {
            root = node_hash(&root, sibling);
        }
        (place, last) = (place / 2, last / 2);
    }
    (last == 0).then_some(root)
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
    use ct_merkle::InclusionProof;
    use ct_merkle::mem_backed_tree::MemoryBackedTree;

    use super::super::hex;
    use super::*;

    type CtTree = MemoryBackedTree<Sha256, Vec<u8>>;

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

    /// `PATH` as RFC 9162 defines it, with nothing of the code above either.
    fn path(index: usize, data: &[Vec<u8>]) -> Vec<Digest> {
        if data.len() == 1 {
            return Vec::new();
        }
        let k = largest_power_of_two_below(data.len());
        let (left, right) = data.split_at(k);
        let (below, sibling) = if index < k {
            (path(index, left), mth(right))
        } else {
            (path(index - k, right), mth(left))
        };
        [below, vec![sibling]].concat()
    }

    /// The path as the crate ct-merkle makes it, once it takes ours for this leaf too.
    fn path_of_ct_merkle(tree: &CtTree, index: usize, ours: &[Digest]) -> Vec<u8> {
        let leaf = tree.get(index).expect("a leaf");
        let proof = InclusionProof::from_bytes(ours.concat());
        let verified = tree.root().verify_inclusion(leaf, index as u64, &proof);
        verified.unwrap_or_else(|error| panic!("{index} of {}: {error}", tree.len()));
        tree.prove_inclusion(index).as_bytes().to_vec()
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

    /// The test tree of Certificate Transparency's reference code: `LeafInputs` of transparency-dev/merkle,
    /// testonly/constants.go.
    fn leaves_of_certificate_transparency() -> Vec<Vec<u8>> {
        vec![
            vec![],
            vec![0x00],
            vec![0x10],
            vec![0x20, 0x21],
            vec![0x30, 0x31],
            (0x40..0x44).collect(),
            (0x50..0x58).collect(),
            (0x60..0x70).collect(),
        ]
    }

    /// `RootHashes` of the same file.
    #[test]
    fn agrees_with_certificate_transparency() {
        let leaves = leaves_of_certificate_transparency();
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

    /// Sizes around what trees of parts and chunks have, and some leaves of each.
    fn sizes_and_indices() -> impl Iterator<Item = (usize, Vec<usize>)> {
        let small = [1, 2, 3, 7, 8, 9].map(|size| (size, (0..size).collect()));
        let large = [131_072, 131_073].map(|size| {
            let some = [0, 1, 8_191, 8_192, 65_535, 65_536, 131_070];
            (size, [&some[..], &[size - 1]].concat())
        });
        small.into_iter().chain(large)
    }

    #[test]
    fn paths_are_those_of_the_definition_and_of_another_implementation() {
        for (size, indices) in sizes_and_indices() {
            let leaves = leaves(size);
            let hashes = hashes(&leaves);
            let mut tree = CtTree::new();
            for leaf in &leaves {
                tree.push(leaf.clone());
            }
            assert_eq!(tree.root().as_bytes().as_slice(), root(&hashes));
            for index in indices {
                let ours = inclusion_path(&hashes, index);
                assert_eq!(ours, path(index, &leaves), "{index} of {size}");
                assert_eq!(ours.concat(), path_of_ct_merkle(&tree, index, &ours));
                let led_to = root_of_path(&hashes[index], index as u64, size as u64, &ours);
                assert_eq!(led_to, Some(root(&hashes)), "{index} of {size}");
            }
        }
    }

    #[test]
    fn every_path_of_every_small_tree_leads_to_its_root_from_its_leaf_alone() {
        for size in 1..=40 {
            let leaves = leaves(size);
            let (hashes, root) = (hashes(&leaves), mth(&leaves));
            for index in 0..size {
                let path = inclusion_path(&hashes, index);
                assert_eq!(path, self::path(index, &leaves), "{index} of {size}");
                let is_root = |leaf: &Digest, index: usize, path: &[Digest]| {
                    root_of_path(leaf, index as u64, size as u64, path) == Some(root)
                };
                for other in 0..size + 3 {
                    assert_eq!(is_root(&hashes[index], other, &path), other == index);
                }
                for leaf in &hashes {
                    assert_eq!(is_root(leaf, index, &path), *leaf == hashes[index]);
                }
            }
        }
    }

    /// A path has one length for each leaf and size: no other is even looked at to its end.
    #[test]
    fn a_path_of_another_length_or_hash_leads_nowhere() {
        for size in 1..=40_u64 {
            let hashes = hashes(&leaves(usize::try_from(size).unwrap()));
            for index in 0..size {
                let leaf = hashes[usize::try_from(index).unwrap()];
                let path = inclusion_path(&hashes, usize::try_from(index).unwrap());
                let longer = [path.as_slice(), &[leaf]].concat();
                assert_eq!(root_of_path(&leaf, index, size, &longer), None);
                for end in 0..path.len() {
                    assert_eq!(root_of_path(&leaf, index, size, &path[..end]), None);
                    let mut changed = path.clone();
                    changed[end][31] ^= 1;
                    let led_to = root_of_path(&leaf, index, size, &changed);
                    assert!(led_to.is_some_and(|led_to| led_to != root(&hashes)));
                }
            }
        }
        let leaf = leaf_hash(b"");
        assert_eq!(root_of_path(&leaf, 0, 0, &[]), None);
        assert_eq!(root_of_path(&leaf, u64::MAX, u64::MAX, &[]), None);
        let deepest = root_of_path(&leaf, u64::MAX - 1, u64::MAX, &[leaf; 64]);
        assert_eq!(deepest, None, "the last of 2^64 - 1 leaves has 63 siblings");
        assert!(root_of_path(&leaf, u64::MAX - 1, u64::MAX, &[leaf; 63]).is_some());
    }

    #[test]
    fn paths_within_chunks_and_among_them_combine() {
        for size in [1, 5, 8, 9, 20, 33] {
            let hashes = hashes(&leaves(size));
            for k in 0..=4 {
                let chunks: Vec<&[Digest]> = hashes.chunks(1 << k).collect();
                let roots: Vec<Digest> = chunks.iter().map(|chunk| root(chunk)).collect();
                for index in 0..size {
                    let chunk = index >> k;
                    let within = inclusion_path(chunks[chunk], index - (chunk << k));
                    let among = inclusion_path(&roots, chunk);
                    assert_eq!([within, among].concat(), inclusion_path(&hashes, index));
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "3 is none of 3 nodes")]
    fn a_node_that_is_not_there_has_no_path() {
        let _ = inclusion_path(&hashes(&leaves(3)), 3);
    }

    /// Inclusion proofs of the same test tree, of transparency-dev/merkle: leaves 1 and 6 of 8, 3 of 3, 2 of 5, from 1.
    #[test]
    fn paths_agree_with_certificate_transparency() {
        let leaves = leaves_of_certificate_transparency();
        let proofs: [(usize, usize, &[&str]); 4] = [
            (
                1,
                8,
                &[
                    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
                ],
            ),
            (
                6,
                8,
                &[
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                ],
            ),
            (
                3,
                3,
                &["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
            ),
            (
                2,
                5,
                &[
                    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                ],
            ),
        ];
        for (leaf, size, proof) in proofs {
            let path = inclusion_path(&hashes(&leaves[..size]), leaf - 1);
            let path: Vec<String> = path.iter().map(|hash| hex::encode(hash)).collect();
            assert_eq!(path, proof, "leaf {leaf} of {size}");
        }
    }

    #[test]
    fn a_leaf_does_not_hash_like_a_node() {
        let (left, right) = (leaf_hash(b"left"), leaf_hash(b"right"));
        assert_ne!(leaf_hash(&[left, right].concat()), node_hash(&left, &right));
        assert_ne!(node_hash(&left, &right), node_hash(&right, &left));
    }
}
