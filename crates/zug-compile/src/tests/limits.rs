//! Errors about size give both numbers; additive points leave the key.

use super::super::{Additive, ground};
use super::agree::{Dice, machine};
use zug_game::{Expansion, Game};
use zug_lang::program::*;
use zug_lang::semantics::Semantics;
use zug_lang::semantics::samples::{self, a_field, int, num};
use zug_machine::interpret::Interpreter;
use zug_machine::optimization::Optimizations;

#[test]
fn more_than_512_bits_are_refused_with_both_numbers() {
    let mut program = samples::heap();
    program.fields.push(a_field("wide", &[], int(0, 1), vec![Value::Int(0); 600]));
    let refused = ground(&program, None).unwrap_err();
    assert_eq!(refused[0].code, "Z0711");
    assert!(
        refused[0].message.contains("604") && refused[0].message.contains("512"),
        "{}",
        refused[0].message
    );
}

#[test]
fn more_than_512_entries_are_refused_though_they_take_no_bit() {
    let mut program = samples::heap();
    program.fields.push(a_field("flat", &[], int(0, 0), vec![Value::Int(0); 513]));
    let refused = ground(&program, None).unwrap_err();
    assert_eq!(refused[0].code, "Z0711");
    assert!(refused[0].message.contains("`flat` has 513 entries"), "{}", refused[0].message);
    program.fields[1].initial.pop();
    assert!(ground(&program, None).is_ok());
}

#[test]
fn choices_wider_than_64_bits_are_refused() {
    let mut program = samples::heap();
    let all = Kind::IntSet { low: 0, high: 1 << 40 }.always();
    let set = samples::e(ExprKind::RangeSet(Box::new(num(0)), Box::new(num(1 << 40))), all);
    let of = &mut program.moves[0];
    for id in 1..3 {
        of.frame.locals.push(Local { name: "k".into(), ty: int(0, 1 << 40) });
        of.parameters.push((LocalId(id), set.clone()));
    }
    assert_eq!(ground(&program, None).unwrap_err()[0].code, "Z0712");
}

/// In Dots and Boxes the rewards and the terminal payoff add up to the payoff of the rules.
#[test]
fn gains_and_what_is_left_add_up_to_the_payoff() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/dots_and_boxes.game"))
            .unwrap();
    let (game, _) = zug_lang::syntax::parse(zug_lang::source::FileId::DEFINITION, &text);
    let program = zug_lang::check::check(&game, &[]).program.unwrap();
    let additive: Additive = zug_analysis::additive(&program).unwrap();
    let machine = machine(&program, Some(&additive), Optimizations::ALL);
    assert!(machine.key_bits() < machine.bits());
    let (fast, slow) = (Interpreter::<1>::new(&machine).unwrap(), Semantics::new(&program));
    let mut dice = Dice(7);
    for _ in 0..50 {
        let (mut words, mut position, mut rendered) = (fast.start(), slow.start(), 0);
        loop {
            assert_eq!(fast.offset(&words), rendered);
            let mut moves = Vec::new();
            if let Expansion::Terminal(rest) = fast.expand(&words, &mut moves).unwrap() {
                assert_eq!(slow.outcome(&position), Ok(Some(rendered + rest)));
                break;
            }
            let play = moves[dice.below(moves.len())];
            let step = fast.play(&words, &play).unwrap();
            position = slow.play(&position, &machine.choice(play)).unwrap();
            (words, rendered) = (step.position, rendered + step.reward);
        }
    }
}
