//! The scenarios of the engines have the slaves and couplings of their compositions.
//!
//! `RENEW=1 cargo test -p macrostep-tests --test engine` writes them anew, below the part that is written by hand.

use flat_engine::FlatEngine;
use fmu_builder::Structural;
use fmu_builder::composition::{Composition, Split, scenario};
use macrostep_tests::root;
use v6_bank::V6Bank;
use v6_engine::V6Engine;

/// Where the part begins that a composition decides.
const MARK: &str = "# From here on: what the composition says.\n\n";

fn holds<C: Composition>(file: &str, split: &Split) {
    let path = root().join("scenarios/engine").join(file);
    let text = std::fs::read_to_string(&path).expect("a scenario");
    let (by_hand, found) = text.split_once(MARK).unwrap_or_else(|| panic!("{file}: no {MARK:?}"));
    let expected = scenario::<C>(&Structural::default(), split).unwrap();
    let expected = expected.replace("fmu = \"", "fmu = \"../../target/fmus/");
    let expected = expected.trim_end().to_string() + "\n";
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(&path, format!("{by_hand}{MARK}{expected}")).expect("it can be written");
        return;
    }
    assert_eq!(found, expected, "{file}: renew it, as the top of this test says");
}

/// All parts of a bank but the chain.
const REST: [&str; 7] = [
    "intake_phaser",
    "supply",
    "exhaust_phaser",
    "tensioner",
    "lubrication",
    "intake_valves",
    "exhaust_valves",
];

#[test]
fn v6_engine() {
    let all = &["drive1", "drive2", "drive3"];
    holds::<V6Engine>("v6-one.toml", &Split::default().group("engine", "v6-engine", all));
    holds::<V6Engine>("v6-three.toml", &Split::default());
}

#[test]
fn flat_engine() {
    let (drives, tensioners) = (["left", "right"], ["tensioner_left", "tensioner_right"]);
    let all = [drives, tensioners].concat();
    let split = Split::default();
    holds::<FlatEngine>("flat-one.toml", &split.clone().group("engine", "flat-engine", &all));
    let two = split.clone().group("drives", "flat-engine-drives", &drives);
    let two = two.group("tensioners", "flat-engine-tensioners", &tensioners);
    holds::<FlatEngine>("flat-two.toml", &two);
    holds::<FlatEngine>("flat-four.toml", &split);
}

#[test]
fn v6_bank() {
    let split = Split::default().without(&["controller"]);
    let chain = |split: Split<'static>| split;
    let all = [&["chain"], &REST[..]].concat();
    let one = split.clone().group("bank", "v6-bank-uncontrolled", &all);
    holds::<V6Bank>("bank-one-uncontrolled.toml", &one);
    let two = split.clone().group("rest", "v6-bank-rest", &REST);
    holds::<V6Bank>("bank-two.toml", &two);
    let intake = ["intake_phaser", "supply", "intake_valves"];
    let exhaust = ["exhaust_phaser", "tensioner", "lubrication", "exhaust_valves"];
    let three = split.clone().group("intake", "v6-bank-intake", &intake);
    let four =
        three.clone().group("exhaust", "v6-bank-exhaust", &["exhaust_phaser", "exhaust_valves"]);
    let three = three.group("exhaust", "v6-bank-exhaust-tensioner", &exhaust);
    holds::<V6Bank>("bank-three.toml", &three);
    let tensioner: (&str, &str, &[&str]) =
        ("tension", "v6-bank-tensioner", &["tensioner", "lubrication"]);
    let four = four.group(tensioner.0, tensioner.1, tensioner.2);
    holds::<V6Bank>("bank-four.toml", &four);
    let six = chain(Split::default()).without(&["controller"]);
    let six = six.group("phaser_in", "v6-bank-intake-phaser", &["intake_phaser", "supply"]);
    let six = six.group(tensioner.0, tensioner.1, tensioner.2);
    holds::<V6Bank>("bank-six.toml", &six);
    holds::<V6Bank>("bank-seven.toml", &six.without(&[]));
    let whole = [&all[..], &["controller"]].concat();
    holds::<V6Bank>("bank-one.toml", &Split::default().group("bank", "v6-bank", &whole));
}
