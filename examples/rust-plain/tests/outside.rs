#[test]
fn zero() {
    assert_eq!(plain::twice(0), 0);
}
