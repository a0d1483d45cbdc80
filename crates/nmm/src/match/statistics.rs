// SPDX-License-Identifier: GPL-3.0-or-later
//! Estimates how much better one player is than another, and with what certainty.

/// The 97.5 % quantile of the normal distribution: 95 % of its values are within this number of
/// standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;
/// Probability of a wrong decision in either direction.
const ERROR: f64 = 0.05;

/// Wins, draws, and losses of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Score {
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the share of the points, from 0 to 1. A draw is half a point. Without games the
    /// share is one half.
    pub fn share(&self) -> f64 {
        self.distribution().mean()
    }

    /// Returns half the width of the 95 % interval around the share, from the variance of the three
    /// results of a game.
    pub fn share_error(&self) -> f64 {
        TWO_SIDED_95 * self.distribution().standard_error()
    }

    /// Returns the Elo difference of the first player. It is infinite if that player won or lost
    /// everything.
    ///
    /// At a difference `d` the expected share is `1 / (1 + 10^(-d / 400))`: Elo, "The Rating of
    /// Chessplayers, Past and Present" (1978).
    pub fn elo(&self) -> f64 {
        elo(self.share())
    }

    /// Returns half the width of the 95 % interval of [`Self::elo`]. It is infinite if the interval
    /// reaches 0 or 1.
    pub fn elo_error(&self) -> f64 {
        let (share, error) = (self.share(), self.share_error());
        let ends = (share - error, share + error);
        if ends.0 <= 0.0 || ends.1 >= 1.0 { f64::INFINITY } else { (elo(ends.1) - elo(ends.0)) / 2.0 }
    }

    fn distribution(&self) -> Distribution {
        Distribution { wins: self.wins.into(), draws: self.draws.into(), losses: self.losses.into() }
    }
}

/// Returns the Elo difference at which this share is expected.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Returns the share expected at this Elo difference.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Weight of each result.
#[derive(Clone, Copy)]
struct Distribution {
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Distribution {
    fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }

    fn mean(&self) -> f64 {
        if self.games() > 0.0 { (self.wins + self.draws / 2.0) / self.games() } else { 0.5 }
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum = self.wins * (1.0 - mean).powi(2) + self.draws * (0.5 - mean).powi(2) + self.losses * mean.powi(2);
        if self.games() > 0.0 { sum / self.games() } else { 0.0 }
    }

    fn standard_error(&self) -> f64 {
        if self.games() > 0.0 { (self.variance() / self.games()).sqrt() } else { 0.0 }
    }
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

/// Returns the tilt of the most likely chances. The most likely chances with a given share are the
/// observed ones divided by `1 + tilt * (points - share)`. The tilt is found by bisection, since
/// `slope` is strictly decreasing.
fn tilt(results: &[(f64, f64); 3], share: f64) -> f64 {
    let slope = |tilt: f64| -> f64 {
        results.iter().map(|&(points, count)| count * (points - share) / (1.0 + tilt * (points - share))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Result of the test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
    /// The test needs more games.
    Open,
}

impl Sprt {
    /// Returns the log-likelihood ratio of the results at `elo1` and at `elo0`. For each, it takes
    /// the most likely chances of the three results with that share: Van den Bergh, "A Practical
    /// Introduction to the GSPRT" (2018). A result that never occurred counts as a thousandth of a
    /// game, as in fishtest.
    pub fn log_likelihood_ratio(&self, score: &Score) -> f64 {
        if score.games() == 0 {
            return 0.0;
        }
        let at_least = |count: u32| f64::from(count).max(0.001);
        let results = [(1.0, at_least(score.wins)), (0.5, at_least(score.draws)), (0.0, at_least(score.losses))];
        let (share0, share1) = (expected_share(self.elo0), expected_share(self.elo1));
        let (tilt0, tilt1) = (tilt(&results, share0), tilt(&results, share1));
        let ratio = |points| (1.0 + tilt0 * (points - share0)) / (1.0 + tilt1 * (points - share1));
        results.iter().map(|&(points, count)| count * f64::ln(ratio(points))).sum()
    }

    /// Returns the bound of the ratio at which the test decides, in either direction: Wald,
    /// "Sequential Tests of Statistical Hypotheses" (1945).
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    pub fn verdict(&self, score: &Score) -> Verdict {
        let ratio = self.log_likelihood_ratio(score);
        if ratio >= Self::bound() {
            Verdict::Accepted
        } else if ratio <= -Self::bound() {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    /// The program fastchess prints the same value for 76 wins in 78 games.
    #[test]
    fn a_share_is_a_difference_in_strength() {
        near(Score { wins: 76, draws: 0, losses: 2 }.elo(), 631.91, 0.005);
        near(Score { wins: 75, draws: 0, losses: 25 }.elo(), 190.85, 0.005);
        near(Score { wins: 1, draws: 5, losses: 1 }.elo(), 0.0, 1e-9);
        near(expected_share(400.0), 10.0 / 11.0, 1e-9);
        assert_eq!(Score { wins: 3, draws: 0, losses: 0 }.elo(), f64::INFINITY);
        assert_eq!(Score::default().share(), 0.5);
    }

    /// The variance of a game is 1/4 without draws and 1/8 if half the games are draws.
    #[test]
    fn the_error_comes_from_the_variance_of_three_results() {
        near(Score { wins: 50, draws: 0, losses: 50 }.share_error(), 1.96 * 0.05, 1e-5);
        near(Score { wins: 25, draws: 50, losses: 25 }.share_error(), 1.96 * 0.125f64.sqrt() / 10.0, 1e-5);
        // 100 : 100 is 0.5 ± 0.0693, and its ends are ± 48.46.
        near(Score { wins: 100, draws: 0, losses: 100 }.elo_error(), 48.463, 0.001);
        assert_eq!(Score { wins: 5, draws: 0, losses: 0 }.elo_error(), f64::INFINITY);
    }

    #[test]
    fn the_test_decides_where_it_should() {
        near(Sprt::bound(), 2.944, 0.001);
        let sprt = Sprt { elo0: 0.0, elo1: 3.0 };
        // Computed independently. The normal approximation gives 2.992.
        near(sprt.log_likelihood_ratio(&Score { wins: 4307, draws: 8620, losses: 4063 }), 2.9913, 0.0001);
        // One game shows little: the ratio is about that of the shares.
        near(
            Sprt { elo0: 0.0, elo1: 400.0 }.log_likelihood_ratio(&Score { wins: 1, ..Score::default() }),
            (20.0f64 / 11.0).ln(),
            0.02,
        );
        let even = Score { wins: 100, draws: 100, losses: 100 };
        near(Sprt { elo0: -5.0, elo1: 5.0 }.log_likelihood_ratio(&even), 0.0, 1e-9);
        let wide = Sprt { elo0: 0.0, elo1: 100.0 };
        assert_eq!(wide.verdict(&Score { wins: 60, draws: 20, losses: 10 }), Verdict::Accepted);
        assert_eq!(wide.verdict(&Score { wins: 60, draws: 20, losses: 60 }), Verdict::Rejected);
        assert_eq!(wide.verdict(&Score { wins: 2, draws: 1, losses: 1 }), Verdict::Open);
        assert_eq!(wide.verdict(&Score::default()), Verdict::Open);
    }
}
