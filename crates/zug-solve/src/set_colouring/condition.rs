//! Conditions on the elements that one player has taken: once one holds, more elements of his never
//! make it false.

/// A set of elements, by their bits.
pub type Elements = u128;

/// The most elements: one bit is left over, so that all bits are more than all elements.
pub const MOST_ELEMENTS: usize = Elements::BITS as usize - 1;

/// A row with an entry for each bit.
pub(crate) type ElementRow = [Elements; Elements::BITS as usize];

/// A condition on a set of elements that holds of every larger set too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always or never.
    Is(bool),
    /// The set has so many of these.
    AtLeast(u32, Elements),
    /// All of these hold.
    All(Vec<Condition>),
    /// One of these holds.
    Some(Vec<Condition>),
    /// A chain in the set leads from one side to the other.
    Joined(Box<Joining>),
    /// The condition does not hold of all other elements of these.
    Denied(Elements, Box<Condition>),
}

/// Elements with arrows between them, and two sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joining {
    /// For each element those that an arrow leads to.
    pub after: Vec<Elements>,
    /// For each element those that an arrow comes from.
    pub before: Vec<Elements>,
    /// Where a chain begins.
    pub from: Elements,
    /// Where it ends.
    pub to: Elements,
}

/// The elements of a set, one by one.
pub(super) fn members(mut set: Elements) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let element = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(element)
    })
}

/// What these arrows lead to from a set.
fn next(arrows: &[Elements], set: Elements) -> Elements {
    members(set).fold(0, |all, element| all | arrows[element])
}

/// What is joined to a side by chains in a set.
fn flood(arrows: &[Elements], side: Elements, set: Elements) -> Elements {
    let (mut reached, mut fresh) = (side & set, side & set);
    while fresh != 0 {
        let element = fresh.trailing_zeros() as usize;
        fresh &= fresh - 1;
        let more = arrows[element] & set & !reached;
        reached |= more;
        fresh |= more;
    }
    reached
}

impl Joining {
    fn holds(&self, set: Elements) -> bool {
        flood(&self.after, self.from, set) & self.to != 0
    }

    /// Two floods meet in the element that closes the chain.
    fn completing(&self, set: Elements) -> Elements {
        let ahead = flood(&self.after, self.from, set);
        if ahead & self.to != 0 {
            return !0;
        }
        let back = flood(&self.before, self.to, set);
        (next(&self.after, ahead) | self.from) & (next(&self.before, back) | self.to)
    }

    /// The elements of a shortest chain in a set.
    fn chain(&self, set: Elements) -> Option<Elements> {
        let mut layers = vec![self.from & set];
        let mut reached = self.from & set;
        loop {
            let last = *layers.last()?;
            if last & self.to != 0 {
                break;
            }
            let more = next(&self.after, last) & set & !reached;
            if more == 0 {
                return None;
            }
            reached |= more;
            layers.push(more);
        }
        let (mut chain, mut ends) = (0, self.to);
        for layer in layers.into_iter().rev() {
            let element = layer & ends & (layer & ends).wrapping_neg();
            chain |= element;
            ends = next(&self.before, element);
        }
        Some(chain)
    }

    fn lanes(&self, owned: &ElementRow) -> Elements {
        let mut reached: ElementRow = [0; Elements::BITS as usize];
        members(self.from).for_each(|element| reached[element] = owned[element]);
        let mut fresh = self.from;
        while fresh != 0 {
            let element = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            for after in members(self.after[element]) {
                let more = reached[element] & owned[after] & !reached[after];
                if more != 0 {
                    reached[after] |= more;
                    fresh |= 1 << after;
                }
            }
        }
        members(self.to).fold(0, |all, element| all | reached[element])
    }
}

impl Condition {
    /// Whether the condition holds of a set.
    pub fn holds(&self, set: Elements) -> bool {
        match self {
            Condition::Is(holds) => *holds,
            Condition::AtLeast(number, of) => (set & of).count_ones() >= *number,
            Condition::All(all) => all.iter().all(|each| each.holds(set)),
            Condition::Some(any) => any.iter().any(|each| each.holds(set)),
            Condition::Joined(joining) => joining.holds(set),
            Condition::Denied(of, inner) => !inner.holds(of & !set),
        }
    }

    /// The elements each of which makes the condition hold of a set; all bits where it holds
    /// already.
    pub fn completing(&self, set: Elements) -> Elements {
        match self {
            Condition::Is(holds) => {
                if *holds {
                    !0
                } else {
                    0
                }
            }
            Condition::AtLeast(number, of) => match (set & of).count_ones() {
                count if count >= *number => !0,
                count if count + 1 == *number => of & !set,
                _ => 0,
            },
            Condition::All(all) => {
                let mut common = !0;
                for each in all {
                    common &= each.completing(set);
                    if common == 0 {
                        break;
                    }
                }
                common
            }
            Condition::Some(any) => any.iter().fold(0, |all, each| all | each.completing(set)),
            Condition::Joined(joining) => joining.completing(set),
            Condition::Denied(of, inner) => inner.needed(of & !set),
        }
    }

    /// The elements of a set without each of which the condition does not hold; all bits where it
    /// does not hold at all.
    fn needed(&self, set: Elements) -> Elements {
        let Some(enough) = self.enough(set) else { return !0 };
        members(enough).filter(|element| !self.holds(set & !(1 << element))).fold(0, |all, e| all | 1 << e)
    }

    /// A part of a set of which the condition holds too; none where it does not hold of the set.
    fn enough(&self, set: Elements) -> Option<Elements> {
        match self {
            Condition::Joined(joining) => joining.chain(set),
            Condition::All(all) => all.iter().try_fold(0, |parts, each| Some(parts | each.enough(set)?)),
            Condition::Some(any) => any.iter().find_map(|each| each.enough(set)),
            Condition::AtLeast(number, of) => {
                let chosen = members(set & of).take(*number as usize).fold(0, |all, e| all | 1 << e);
                self.holds(chosen).then_some(chosen)
            }
            Condition::Is(_) | Condition::Denied(..) => self.holds(set).then_some(set),
        }
    }

    /// The condition of as many sets as there are bits, at once: for each element the sets that
    /// have it.
    pub(crate) fn lanes(&self, owned: &ElementRow) -> Elements {
        match self {
            Condition::Is(holds) => {
                if *holds {
                    !0
                } else {
                    0
                }
            }
            Condition::AtLeast(number, of) => at_least(*number, members(*of).map(|element| owned[element])),
            Condition::All(all) => all.iter().fold(!0, |lanes, each| lanes & each.lanes(owned)),
            Condition::Some(any) => any.iter().fold(0, |lanes, each| lanes | each.lanes(owned)),
            Condition::Joined(joining) => joining.lanes(owned),
            Condition::Denied(of, inner) => {
                let other = |element: usize| if of >> element & 1 == 1 { !owned[element] } else { 0 };
                !inner.lanes(&std::array::from_fn(other))
            }
        }
    }

    /// Whether it names elements below a number only.
    pub(super) fn fits(&self, elements: usize) -> bool {
        let within = |set: &Elements| (Elements::BITS - set.leading_zeros()) as usize <= elements;
        match self {
            Condition::Is(_) => true,
            Condition::AtLeast(_, of) => within(of),
            Condition::All(all) | Condition::Some(all) => all.iter().all(|each| each.fits(elements)),
            Condition::Denied(of, inner) => within(of) && inner.fits(elements),
            Condition::Joined(joining) => {
                let Joining { after, before, from, to } = &**joining;
                after.len() == elements
                    && before.len() == elements
                    && after.iter().chain(before).chain([from, to]).all(within)
            }
        }
    }
}

/// In which lanes at least so many of these are set: the counts stand upright, a bit of each in a
/// word.
fn at_least(number: u32, of: impl Iterator<Item = Elements>) -> Elements {
    let mut count = [0; 8];
    for mut carry in of {
        for digit in &mut count {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    if number > Elements::BITS {
        return 0;
    }
    // From the highest digit: where the count is larger, and where it is equal so far.
    let (mut larger, mut equal) = (0, !0);
    for (place, digit) in count.iter().enumerate().rev() {
        if number >> place & 1 == 1 {
            equal &= digit;
        } else {
            larger |= equal & digit;
            equal &= !digit;
        }
    }
    larger | equal
}
