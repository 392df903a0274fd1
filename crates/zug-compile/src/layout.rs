//! Assigns bits of a position to fields, the turn and requests.
//!
//! More bits than a position has are an error (`Z0711`). Wide parts are placed first. The entries
//! of a field are at a constant distance where possible, side by side in one word or at the same
//! shift in consecutive words, so that an index known only at run time costs a multiplication and
//! no branch.

use super::Additive;
use zug_lang::diagnostic::Diagnostic;
use zug_lang::program::*;
use zug_lang::source::Span;
use zug_machine::layout::{BitField, FieldLayout, MAX_WORDS, PositionLayout, ValueEncoding, WIDTHS};

/// The greatest number of entries of a field: the bits of the largest position.
const MOST_ENTRIES: usize = 64 * MAX_WORDS;

/// The encoding of values of a type.
pub(super) fn code(program: &Program, ty: Type) -> Option<ValueEncoding> {
    let or_none = ty.or_none;
    match ty.kind {
        Kind::Bool => Some(ValueEncoding::Bool),
        Kind::Int { low, high } => Some(ValueEncoding::Int { low, high, or_none }),
        Kind::Element(domain) => {
            Some(ValueEncoding::Element { count: program.domain(domain).len(), or_none })
        }
        Kind::Set(domain) => {
            Some(ValueEncoding::Set { low: 0, width: program.domain(domain).len(), or_none })
        }
        Kind::IntSet { low, high } => {
            let width = usize::try_from(i128::from(high) - i128::from(low) + 1).unwrap_or(0);
            Some(ValueEncoding::Set { low, width, or_none })
        }
        Kind::Nothing => Some(ValueEncoding::Element { count: 0, or_none: true }),
        Kind::Sets(_) => None,
    }
}

/// The bits assigned so far.
#[derive(Default)]
struct Space {
    taken: [u64; MAX_WORDS],
}

/// One part of all entries of a field, to be placed.
struct PartStrip {
    field: usize,
    part: usize,
    width: usize,
    count: usize,
}

impl Space {
    /// Assigns these bits, if they are free.
    fn take(&mut self, word: usize, shift: usize, width: usize) -> bool {
        let slot = BitField { word: word as u8, shift: shift as u8, width: width as u8 };
        let free = shift + width <= 64 && self.taken[word] & slot.placed() == 0;
        if free {
            self.taken[word] |= slot.placed();
        }
        free
    }

    /// Places the entries side by side in one word.
    fn side_by_side(&mut self, width: usize, count: usize) -> Option<Vec<BitField>> {
        let total = width.checked_mul(count).filter(|total| *total <= 64)?;
        let places = (0..MAX_WORDS).flat_map(|word| (0..=64 - total).map(move |shift| (word, shift)));
        let (word, shift) = places.into_iter().find(|(word, shift)| self.take(*word, *shift, total))?;
        let slot = |i| BitField { word: word as u8, shift: (shift + i * width) as u8, width: width as u8 };
        Some((0..count).map(slot).collect())
    }

    /// Places the entries at the same shift in consecutive words.
    fn stacked(&mut self, width: usize, count: usize) -> Option<Vec<BitField>> {
        if count > MAX_WORDS || width > 64 || width <= 32 {
            return None;
        }
        for word in 0..=MAX_WORDS - count {
            for shift in 0..=64 - width {
                let slot = |i| BitField { word: (word + i) as u8, shift: shift as u8, width: width as u8 };
                let free = (0..count).all(|i| self.taken[word + i] & slot(i).placed() == 0);
                if free {
                    (0..count).for_each(|i| self.taken[word + i] |= slot(i).placed());
                    return Some((0..count).map(slot).collect());
                }
            }
        }
        None
    }

    /// Places each entry at the first free bits.
    fn anywhere(&mut self, width: usize, count: usize) -> Option<Vec<BitField>> {
        (0..count).map(|_| self.side_by_side(width, 1).and_then(|slots| slots.first().copied())).collect()
    }

    /// Places `count` entries of this width.
    fn place(&mut self, width: usize, count: usize) -> Option<Vec<BitField>> {
        if width == 0 {
            return Some(vec![BitField::default(); count]);
        }
        if width > 64 {
            return None;
        }
        self.side_by_side(width, count)
            .or_else(|| self.stacked(width, count))
            .or_else(|| self.anywhere(width, count))
    }

    fn words(&self) -> usize {
        let used = self.taken.iter().rposition(|word| *word != 0).map_or(1, |at| at + 1);
        WIDTHS.iter().copied().find(|words| *words >= used).unwrap_or_else(|| used.next_power_of_two())
    }
}

/// The layout of a program's positions.
pub(super) fn layout(program: &Program, additive: &Additive) -> Result<PositionLayout, Vec<Diagnostic>> {
    let mut fields = Vec::new();
    for (id, field) in program.fields.iter().enumerate() {
        let code = code(program, field.ty).ok_or_else(|| vec![super::unexpected(field.span)])?;
        let is_additive = |entry: &usize| additive.contains(FieldId(id as u32), *entry);
        let additive = (0..field.initial.len()).filter(is_additive).collect();
        fields.push(FieldLayout { name: field.name.clone(), code, parts: Vec::new(), additive });
    }
    let shapes = request_codes(program)?;
    let widths = argument_widths(&shapes);
    let bits = total(program, &fields) + 1 + request_width(program) + widths.iter().sum::<usize>();
    let mut layout = PositionLayout { fields, shapes, bits, ..PositionLayout::default() };
    let crowded = program.fields.iter().find(|field| field.initial.len() > MOST_ENTRIES);
    if let Some(field) = crowded.filter(|_| bits <= MOST_ENTRIES) {
        return Err(vec![too_many_entries(field)]);
    }
    if bits > MOST_ENTRIES || place_all(program, &mut layout, &widths).is_none() {
        return Err(vec![too_many_bits(program, &layout)]);
    }
    Ok(layout)
}

/// The bits of all fields.
fn total(program: &Program, fields: &[FieldLayout]) -> usize {
    let entry = |f: &FieldLayout| f.code.widths().iter().sum::<usize>();
    program
        .fields
        .iter()
        .zip(fields)
        .fold(0, |sum, (field, layout)| sum.saturating_add(field.initial.len().saturating_mul(entry(layout))))
}

fn request_width(program: &Program) -> usize {
    zug_machine::layout::bits_for(program.requests.len() as u128 + 1)
}

/// Places the fields, widest first, then the turn, the request and its arguments.
fn place_all(program: &Program, layout: &mut PositionLayout, arguments: &[usize]) -> Option<()> {
    let mut space = Space::default();
    let mut strips = strips(program, &layout.fields);
    strips.sort_by_key(|strip| std::cmp::Reverse((strip.width * strip.count.min(MOST_ENTRIES), strip.width)));
    for field in &mut layout.fields {
        field.parts = vec![Vec::new(); field.code.widths().len()];
    }
    for strip in strips {
        let slots = space.place(strip.width, strip.count)?;
        layout.fields[strip.field].parts[strip.part] = slots;
    }
    let mut one = |width| space.place(width, 1).and_then(|slots| slots.first().copied());
    layout.turn = one(1)?;
    layout.request = one(request_width(program))?;
    layout.arguments = arguments.iter().map(|width| one(*width)).collect::<Option<_>>()?;
    layout.words = space.words();
    Some(())
}

fn strips(program: &Program, fields: &[FieldLayout]) -> Vec<PartStrip> {
    let mut strips = Vec::new();
    for (field, layout) in fields.iter().enumerate() {
        let count = program.fields[field].initial.len();
        for (part, width) in layout.code.widths().into_iter().enumerate() {
            strips.push(PartStrip { field, part, width, count });
        }
    }
    strips
}

/// For each argument the width of the widest one at its place in any request.
fn argument_widths(shapes: &[Vec<Vec<ValueEncoding>>]) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for codes in shapes {
        for (i, code) in codes.iter().flatten().enumerate() {
            let width = code.widths().iter().sum();
            match widths.get_mut(i) {
                Some(widest) => *widest = (*widest).max(width),
                None => widths.push(width),
            }
        }
    }
    widths
}

/// The encodings of the arguments of each request, wide enough for every value given to it.
fn request_codes(program: &Program) -> Result<Vec<Vec<Vec<ValueEncoding>>>, Vec<Diagnostic>> {
    let all = program.moves.iter().flat_map(|each| statements(&each.body));
    let requests: Vec<_> = all
        .filter_map(|statement| match &statement.kind {
            StmtKind::AgainWith(request, arguments, _) => Some((*request, arguments)),
            _ => None,
        })
        .collect();
    let mut shapes = Vec::new();
    for (id, request) in program.requests.iter().enumerate() {
        let mine: Vec<_> = requests.iter().filter(|(s, _)| s.index() == id).map(|(_, args)| *args).collect();
        let mut codes = Vec::new();
        for (i, (asked, fixed)) in request.moves.iter().enumerate() {
            let mut given = mine.iter().filter_map(|args| args.get(i)).flatten();
            // Where one argument is `none`, all are.
            let or_none = given.any(|expr| expr.ty.or_none);
            let code = |k| {
                let given = mine.iter().filter_map(|args| args.get(i)?.get(k));
                argument_code(program, (*asked, k), or_none, given)
            };
            codes.push((0..*fixed).map(code).collect::<Result<_, _>>()?);
        }
        shapes.push(codes);
    }
    Ok(shapes)
}

/// The encoding of one argument.
fn argument_code<'a>(
    program: &Program,
    (asked, parameter): (MoveId, usize),
    or_none: bool,
    given: impl Iterator<Item = &'a Expr>,
) -> Result<ValueEncoding, Vec<Diagnostic>> {
    let of = &program.moves[asked.index()];
    let parameter = of.parameters.get(parameter).and_then(|(local, _)| of.frame.locals.get(local.index()));
    let mut ty = parameter.map(|local| local.ty).ok_or_else(|| vec![super::unexpected(of.span)])?;
    ty.or_none |= or_none;
    for expr in given {
        if let (Kind::Int { low, high }, Kind::Int { low: l, high: h }) = (ty.kind, expr.ty.kind) {
            ty.kind = Kind::Int { low: low.min(l), high: high.max(h) };
        }
    }
    code(program, ty).ok_or_else(|| vec![super::unexpected(of.span)])
}

fn too_many_entries(field: &Field) -> Diagnostic {
    let entries = field.initial.len();
    let message = format!("`{}` has {entries} entries, and there is room for {MOST_ENTRIES}", field.name);
    let help = "use a smaller board or a shorter range; what never changes belongs into a `let`";
    too_large(message, field.span, "too many entries", help)
}

/// A position does not fit.
fn too_large(message: String, span: Span, label: &str, help: &str) -> Diagnostic {
    Diagnostic::error("Z0711", message, span, label).help(help)
}

fn too_many_bits(program: &Program, layout: &PositionLayout) -> Diagnostic {
    let mut sizes: Vec<(usize, &Field)> = Vec::new();
    for (field, placed) in program.fields.iter().zip(&layout.fields) {
        let entry = placed.code.widths().iter().sum::<usize>();
        sizes.push((entry.saturating_mul(field.initial.len()), field));
    }
    sizes.sort_by_key(|(bits, _)| std::cmp::Reverse(*bits));
    let span = sizes.first().map_or(Span::default(), |(_, field)| field.span);
    let message =
        format!("a position would take {} bits, and there is room for {}", layout.bits, MOST_ENTRIES);
    let help = "use a smaller board, or narrower bounds for integers";
    let mut diagnostic = too_large(message, span, "the widest field", help);
    for (bits, field) in sizes.iter().take(5) {
        diagnostic = diagnostic.note(format!("`{}` takes {bits} bits", field.name));
    }
    diagnostic
}
