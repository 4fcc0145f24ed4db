//! Command lines as files, `tests/cmd/*.trycmd`: to add a case is to add its
//! lines.

#[test]
fn the_command_lines_in_files_end_as_written_there() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
