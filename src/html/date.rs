//! Days and times of day, from times in nanoseconds since 1970, in UTC.

/// The day as `2026-03-01`.
///
/// The days of the civil calendar are counted in eras of 400 years, the years from March, so that the
/// leap day comes last (H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*).
pub fn day(nanoseconds: u64) -> String {
    let days = nanoseconds / 86_400_000_000_000 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The minute as `2026-03-01 09:05`.
pub(super) fn minute(nanoseconds: u64) -> String {
    let minutes = nanoseconds / 60_000_000_000 % 1_440;
    format!("{} {:02}:{:02}", day(nanoseconds), minutes / 60, minutes % 60)
}

/// How to call these times beside each other: by their days, and where two would look alike all with
/// the time of day, to the minute or the second.
pub fn labels(times: &[Option<u64>]) -> Vec<String> {
    let called = |name: &dyn Fn(u64) -> String| -> Vec<String> {
        times.iter().map(|time| time.map(name).unwrap_or_default()).collect()
    };
    let differ = |names: &[String]| {
        let mut seen = std::collections::HashSet::new();
        names.iter().all(|name| name.is_empty() || seen.insert(name))
    };
    let days = called(&day);
    if differ(&days) {
        return days;
    }
    let minutes = called(&minute);
    let seconds = called(&|time| format!("{}:{:02}", minute(time), time / 1_000_000_000 % 60));
    if differ(&minutes) || !differ(&seconds) { minutes } else { seconds }
}
