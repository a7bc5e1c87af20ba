//! The monitor: energy exchanged, leak per macro step and accumulated leak, of every bond and in sum.
//!
//! At a point that all slaves have reached, each slave that tells its energy has the balance
//!
//! ```text
//! missᵢ = Δ(stored + dissipated − supplied) − Σ work of the bonds on it
//! ```
//!
//! González and others (2018), eqs. (10) to (12), where the work of the non-conservative forces has to
//! be read as the energy dissipated. Both sides of a bond are charged with the same work, so the sum
//! of all is what the whole system has gained. A slave with several bonds divides its part equally.
//! Where the driver does not tell its energy, the residual of the interface stands for its part; where the
//! driven slave does not, it is taken to keep its balance.

use super::growth::Growth;
use super::ledger::{Corrections, Exchange, Ledger};
use super::{Account, Bond};
use crate::id::SlaveId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::signals::Signals;

/// What is shown of a bond, before its correction in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monitored {
    /// Work on the driven slave since the start, in J.
    Exchanged,
    /// Mean power on the driven slave in the last macro step, in W.
    Power,
    /// The power as the other side has it.
    PowerGiven,
    /// The difference of both.
    Residual,
    /// Leak in the last macro step, in J.
    Leak,
    /// Leak since the start.
    Accumulated,
}

impl Monitored {
    /// All, in the order of [`CommunicationPoint::energy`].
    pub const ALL: [Self; 6] = [
        Self::Exchanged,
        Self::Power,
        Self::PowerGiven,
        Self::Residual,
        Self::Leak,
        Self::Accumulated,
    ];
    /// What is shown of all bonds together, after them: exchanged, leak, accumulated leak, and the sum
    /// of all that slaves tell (stored + dissipated − supplied).
    pub const SUMS: usize = 4;
}

/// What became of the energy of a bond.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Its name.
    pub name: String,
    /// What has passed since the start.
    pub exchange: Exchange,
    /// The accumulated leak at the end and at its largest, in J.
    pub leak: f64,
    /// At its largest.
    pub largest: f64,
    /// Leak per cycle earlier and now, if it grows.
    pub growth: Option<(f64, f64)>,
    /// Slaves of the bond that do not tell their energy.
    pub silent: Vec<SlaveId>,
    /// What has become of its correction.
    pub corrections: Corrections,
}

/// A slave that tells its energy.
struct EnergyAccount {
    account: Account,
    /// Its balance at the start.
    start: f64,
    miss: f64,
    /// How many bonds share what it misses.
    bonds: f64,
}

/// Leaks of a bond.
#[derive(Clone, Copy, Default)]
struct Leak {
    last: f64,
    sum: f64,
    largest: f64,
    growth: Growth,
}

/// Keeps the books of all bonds.
pub struct Monitor {
    /// For each slave, if it tells.
    accounts: Vec<Option<EnergyAccount>>,
    ledgers: Vec<Ledger>,
    leaks: Vec<Leak>,
    tentative: Vec<Exchange>,
}

impl Monitor {
    /// Watches `bonds`; each slave of the network has an account, or none.
    pub fn new(accounts: Vec<Option<Account>>, bonds: Vec<Bond>) -> Self {
        let shared = |slave: usize| {
            let has =
                |bond: &&Bond| bond.driven == SlaveId(slave) || bond.driver == Some(SlaveId(slave));
            bonds.iter().filter(has).count() as f64
        };
        let account = |(slave, account): (usize, Option<Account>)| {
            let bonds = shared(slave);
            account.map(|account| EnergyAccount { account, start: 0.0, miss: 0.0, bonds })
        };
        Self {
            accounts: accounts.into_iter().enumerate().map(account).collect(),
            leaks: vec![Leak::default(); bonds.len()],
            tentative: vec![Exchange::default(); bonds.len()],
            ledgers: bonds.into_iter().map(Ledger::new).collect(),
        }
    }

    /// How many numbers it shows.
    pub(crate) fn size(&self) -> usize {
        let bonds = self.ledgers.iter().map(|l| Monitored::ALL.len() + l.force.len());
        bonds.sum::<usize>() + Monitored::SUMS
    }

    /// Begins anew at a point; nothing has leaked yet.
    pub(crate) fn begin(&mut self, t: f64, point: &mut CommunicationPoint, signals: &mut Signals) {
        for account in self.accounts.iter_mut().flatten() {
            account.start = account.account.balance(point);
        }
        self.leaks.fill(Leak::default());
        self.ledgers.iter_mut().for_each(|ledger| ledger.begin(t, point));
        point.energy.resize_vertically_mut(self.size(), 0.0);
        point.energy.fill(0.0);
        let balance = self.accounts.iter().flatten().map(|account| account.start).sum();
        point.energy.iter_mut().last().into_iter().for_each(|last| *last = balance);
        self.correct(signals);
    }

    /// Takes note of an accepted point, and corrects the inputs of the steps that follow.
    pub(crate) fn observe(
        &mut self,
        t: f64,
        network: &Network,
        end: &mut CommunicationPoint,
        signals: &mut Signals,
    ) {
        self.ledgers.iter_mut().for_each(|ledger| ledger.arrive(t, network, end));
        if network.slaves().any(|slave| network.is_between(slave)) {
            return;
        }
        self.take_stock(end);
        for k in 0..self.ledgers.len() {
            let (before, after) = self.parts(&self.ledgers[k]);
            let (ledger, leak) = (&mut self.ledgers[k], &mut self.leaks[k]);
            leak.note(before + after, ledger);
            ledger.close(t, end, (before + after, before));
            self.show(k, end);
        }
        self.show_sums(end);
        self.correct(signals);
    }

    /// What each slave misses since the start.
    fn take_stock(&mut self, end: &CommunicationPoint) {
        for account in self.accounts.iter_mut().flatten() {
            account.miss = account.account.balance(end) - account.start;
        }
        for Ledger { bond, sum, .. } in &self.ledgers {
            for (slave, work) in [(Some(bond.driven), sum.passed), (bond.driver, -sum.passed)] {
                if let Some(account) = slave.and_then(|slave| self.accounts[slave.0].as_mut()) {
                    account.miss -= work;
                }
            }
        }
    }

    /// The leak of a bond since the start: before the driven slave, and in it.
    fn parts(&self, ledger: &Ledger) -> (f64, f64) {
        let share = |slave: SlaveId| self.accounts[slave.0].as_ref().map(|t| t.miss / t.bonds);
        let Ledger { bond, sum, .. } = ledger;
        let before = bond.driver.and_then(share).unwrap_or(sum.passed - sum.given);
        (before, share(bond.driven).unwrap_or(0.0))
    }

    /// Writes what is shown of a bond.
    fn show(&self, k: usize, end: &mut CommunicationPoint) {
        let (ledger, leak) = (&self.ledgers[k], &self.leaks[k]);
        let first: usize =
            self.ledgers[..k].iter().map(|l| Monitored::ALL.len() + l.force.len()).sum();
        let Exchange { passed, given } = ledger.power;
        let values = [ledger.sum.passed, passed, given, passed - given, leak.last, leak.sum];
        let shown = &mut end.energy.as_mut_slice()[first..];
        shown[..values.len()].copy_from_slice(&values);
        shown[values.len()..values.len() + ledger.force.len()].copy_from_slice(&ledger.force);
    }

    fn show_sums(&self, end: &mut CommunicationPoint) {
        let sum = |of: fn(&Leak) -> f64| self.leaks.iter().map(of).sum::<f64>();
        let exchanged = self.ledgers.iter().map(|ledger| ledger.sum.passed).sum();
        let balance = self.accounts.iter().flatten().map(|t| t.account.balance(end)).sum();
        let sums = [exchanged, sum(|leak| leak.last), sum(|leak| leak.sum), balance];
        let first = end.energy.len() - sums.len();
        end.energy.as_mut_slice()[first..].copy_from_slice(&sums);
    }

    /// Hands the corrections over to the inputs.
    fn correct(&self, signals: &mut Signals) {
        for Ledger { bond, force, .. } in &self.ledgers {
            if bond.correction.is_some() {
                bond.ports.iter().zip(force).for_each(|(port, f)| signals.shift(port.force, *f));
            }
        }
    }

    /// What a step that may yet be rejected has exchanged through each bond, but for corrections; changes
    /// nothing.
    pub(crate) fn weigh(
        &mut self,
        t: f64,
        network: &Network,
        end: &CommunicationPoint,
    ) -> &[Exchange] {
        for (tentative, ledger) in self.tentative.iter_mut().zip(&self.ledgers) {
            *tentative = ledger.uncorrected(t, network, end);
        }
        &self.tentative
    }

    /// What became of the energy of every bond.
    pub fn balances(&self) -> impl Iterator<Item = Balance> + '_ {
        self.ledgers.iter().zip(&self.leaks).map(|(ledger, leak)| {
            let slaves = [ledger.bond.driver, Some(ledger.bond.driven)].into_iter().flatten();
            Balance {
                name: ledger.bond.name.clone(),
                exchange: ledger.sum,
                leak: leak.sum,
                largest: leak.largest,
                growth: leak.growth.grown(),
                silent: slaves.filter(|slave| self.accounts[slave.0].is_none()).collect(),
                corrections: ledger.corrections,
            }
        })
    }
}

impl Leak {
    /// Takes note of the accumulated leak of a bond whose macro step is about to be closed.
    fn note(&mut self, sum: f64, ledger: &Ledger) {
        (self.last, self.sum) = (sum - self.sum, sum);
        if sum.abs() > self.largest.abs() {
            self.largest = sum;
        }
        self.growth.note(ledger.since_closed().passed, ledger.sum.passed, sum);
    }
}

impl Account {
    /// Stored and dissipated energy less what was supplied, in J.
    fn balance(&self, point: &CommunicationPoint) -> f64 {
        let sum = |outputs: &[crate::id::OutputId]| -> f64 {
            outputs.iter().map(|output| point.y[output.0]).sum()
        };
        sum(&self.stored) + sum(&self.dissipated) - sum(&self.supplied)
    }
}
