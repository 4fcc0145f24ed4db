//! Days of the calendar (decision 19).

use std::fmt;

use jiff::civil;

/// A day of the proleptic Gregorian calendar, year 100 to 9999, without a
/// clock or a time zone. Ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlainDate(civil::Date);

impl PlainDate {
    /// The day, if the text is exactly ASCII `YYYY-MM-DD` and the day exists.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else {
            return None;
        };
        let year = number(&[y1, y2, y3, y4])?;
        let month = i8::try_from(number(&[m1, m2])?).ok()?;
        let day = i8::try_from(number(&[d1, d2])?).ok()?;
        let date = civil::Date::new(year, month, day).ok()?;
        (year >= 100).then_some(Self(date))
    }
}

impl fmt::Display for PlainDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.0;
        write!(formatter, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
    }
}

/// The number that at most four ASCII digits spell.
fn number(digits: &[u8]) -> Option<i16> {
    digits.iter().try_fold(0, |number, digit| {
        let value = digit.is_ascii_digit().then(|| i16::from(digit - b'0'))?;
        Some(number * 10 + value)
    })
}

#[cfg(test)]
mod tests {
    use super::PlainDate;

    #[test]
    fn b44_only_days_that_exist_are_dates() {
        for good in ["0100-01-01", "2026-03-01", "2028-02-29", "2000-02-29", "9999-12-31"] {
            assert_eq!(PlainDate::parse(good).unwrap().to_string(), good);
        }
        for bad in [
            "",
            "2026-02-29",
            "1900-02-29",
            "2026-3-1",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-04-31",
            "0000-01-01",
            "0099-12-31",
            "-100-01-01",
            "+026-01-01",
            " 2026-01-01",
            "2026-01-01 ",
            "20260101",
            "2026/01/01",
            "2026-01-01T00:00:00Z",
            "２026-01-01",
        ] {
            assert!(PlainDate::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn dates_are_ordered_by_time() {
        assert!(PlainDate::parse("0999-12-31") < PlainDate::parse("1000-01-01"));
    }
}
