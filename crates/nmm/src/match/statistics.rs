// SPDX-License-Identifier: GPL-3.0-or-later
//! How much better one player is than another, and how sure that is.

/// The normal distribution's 97.5 % quantile: 95 % of it lie within so many standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;
/// The chance of a wrong decision each way.
const ERROR: f64 = 0.05;

/// Wins, draws and losses of the first player.
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

    /// The share of the points, 0 to 1; a draw is half a point. One half where nothing has been
    /// played.
    pub fn share(&self) -> f64 {
        self.distribution().mean()
    }

    /// Half the width of the 95 % interval around the share, from the variance of a game's three
    /// results.
    pub fn share_error(&self) -> f64 {
        TWO_SIDED_95 * self.distribution().standard_error()
    }

    /// By how much the first player is stronger; infinite where it won or lost everything.
    ///
    /// A share of `1 / (1 + 10^(-d / 400))` is expected at a difference `d`: Elo, "The Rating of
    /// Chessplayers, Past and Present" (1978).
    pub fn elo(&self) -> f64 {
        elo(self.share())
    }

    /// Half the width of the 95 % interval of [`Self::elo`]; infinite where the interval touches
    /// all or nothing.
    pub fn elo_error(&self) -> f64 {
        let (share, error) = (self.share(), self.share_error());
        let ends = (share - error, share + error);
        if ends.0 <= 0.0 || ends.1 >= 1.0 { f64::INFINITY } else { (elo(ends.1) - elo(ends.0)) / 2.0 }
    }

    fn distribution(&self) -> Distribution {
        Distribution { wins: self.wins.into(), draws: self.draws.into(), losses: self.losses.into() }
    }
}

/// The difference at which such a share is expected.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share expected at such a difference.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How often each result came.
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

    /// The variance of one game's points.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum = self.wins * (1.0 - mean).powi(2) + self.draws * (0.5 - mean).powi(2) + self.losses * mean.powi(2);
        if self.games() > 0.0 { sum / self.games() } else { 0.0 }
    }

    fn standard_error(&self) -> f64 {
        if self.games() > 0.0 { (self.variance() / self.games()).sqrt() } else { 0.0 }
    }
}

/// A sequential probability ratio test of two differences in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

/// The likeliest chances that bring a share are the observed ones divided by `1 + tilt * (points -
/// share)`; found by halving, since what it is a root of falls all the way.
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

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
    /// It takes more games.
    Open,
}

impl Sprt {
    /// The logarithm of how much more likely the results are at `elo1` than at `elo0`, of each the
    /// likeliest chances of the three results that bring its share: Van den Bergh, "A Practical
    /// Introduction to the GSPRT" (2018). A result that never came counts as a thousandth of a
    /// game, as fishtest has it.
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

    /// Where the ratio decides, either way: Wald, "Sequential Tests of Statistical Hypotheses"
    /// (1945).
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

    /// The value for 76 wins in 78 games is what the program fastchess prints.
    #[test]
    fn a_share_is_a_difference_in_strength() {
        near(Score { wins: 76, draws: 0, losses: 2 }.elo(), 631.91, 0.005);
        near(Score { wins: 75, draws: 0, losses: 25 }.elo(), 190.85, 0.005);
        near(Score { wins: 1, draws: 5, losses: 1 }.elo(), 0.0, 1e-9);
        near(expected_share(400.0), 10.0 / 11.0, 1e-9);
        assert_eq!(Score { wins: 3, draws: 0, losses: 0 }.elo(), f64::INFINITY);
        assert_eq!(Score::default().share(), 0.5);
    }

    /// The variance of a game is 1/4 without draws and 1/8 with half of them.
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
        // As worked out apart; the approximation by the normal distribution gives 2.992.
        near(sprt.log_likelihood_ratio(&Score { wins: 4307, draws: 8620, losses: 4063 }), 2.9913, 0.0001);
        // One game shows little: about the ratio of the shares.
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
