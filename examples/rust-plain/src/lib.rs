/// Twice a number.
///
/// ```
/// assert_eq!(plain::twice(2), 4);
/// ```
pub fn twice(n: i32) -> i32 {
    n * 2
}

#[cfg(test)]
mod tests {
    #[test]
    fn doubles() {
        assert_eq!(super::twice(3), 6);
    }

    #[test]
    #[ignore = "takes long"]
    fn all_numbers() {}
}
