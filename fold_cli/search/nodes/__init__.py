"""The best refinement of a partial clause, found fast.

The learner asks a node of the search tree, a partial clause, for its best refinement
on the examples that it still covers. What is computed is always the same: the gain of
every candidate, and of those with the highest gain the first in order. There are three
ways to compute it, and the learner does not know which one answers:

    node            cost of one question                      used
    CountingNode    O(candidates x examples / 64)             always possible
    CachingNode     O(candidates + columns x positives lost)  after ten rules
    SortedNode      O(columns x examples)                     below it, for few examples

**The line.** Where no candidate brings in a variable, the same ones may be added to
every clause, and each covers the same examples in all of them. If each example has at
most one value in each column, the values of all columns are keys on one line, and every
literal is an interval of keys:

    column               colour                  age
    value       (none)  red   blue   (none)   18  30  44  61
    key           0      1     2       3      4   5   6   7
    colour = blue        .    [2]             .   .   .   .
    age =< 30            .     .             [4---5]  .   .
    age > 30             .     .              .   .  [6---7]

An example is a point in each column. A literal covers the examples whose point lies in
its interval, so counts for all literals are differences of one running sum over the
keys. The order of a literal is twice the key of its value, plus 1 for ``>``: names
before numbers, and smaller thresholds before larger ones, as ties are broken.

**The cache.** ``fold`` learns one rule after the other against the same negatives, and
each rule takes its positives away. So the search comes to the same clause again and
again, with these invariants:

- the negatives are the same, so n0 and all n1 are those of the last time;
- the positives are some of those of the last time, so p0 and p1 become less by what
  the lost positives count; they are few, and only they are looked at;
- FOIL's gain grows with p1 and falls with n1. Thresholds that are neighbours are kept
  as a group, with the largest p1 and the smallest n1 of them, less the lost positives
  that *all* of them cover: an upper bound of the gain of each. Very many names are kept
  so too, those of equal counts together.

While the best gain is that of a listed literal, and above every group's bound, it is
the best of all. Otherwise all are counted again and listed anew. A node is the same
clause for as long as it lives, and so are its children: the tree grows where the search
goes. ``RootNode`` checks both invariants and begins anew where they fail.

**The limits.** Making the line takes longer than learning a few rules: it is made after
``VISITS_BEFORE_CACHING`` of them. A clause below the root gets a shortlist when the
search comes to it for the second time; to many it never does. Shortlists are dropped
when they take more than ``MAX_CACHED_BYTES``. Up to ``MAX_SORTED_EXAMPLES`` examples
are counted in sorted order, which is as fast as the cache, and nothing is kept.
"""
