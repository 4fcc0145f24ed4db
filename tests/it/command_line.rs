//! Options, exit codes, standard output and error of the real program.
