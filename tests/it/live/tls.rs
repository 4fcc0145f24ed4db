//! Which certificates are trusted (decision 71).

use super::{Path, named};
use crate::end_to_end::FOUR_READS;
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::tls::{Authority, GITHUB, Identity};
use crate::support::world::World;

#[test]
fn certificates_that_a_variable_names_are_trusted() {
    let path = Path::new();
    let through = || Plan::on_github().variable("HTTPS_PROXY", &path.proxy.url());
    let directories = format!("/nowhere:{}:", path.directory());
    for plan in [
        through().variable("SSL_CERT_FILE", &path.file()),
        through().variable("SSL_CERT_DIR", path.directory()),
        through().variable("SSL_CERT_DIR", &directories),
        through().variable("SSL_CERT_FILE", &path.file()).variable("SSL_CERT_DIR", "/nowhere"),
        through().variable("SSL_CERT_FILE", "/nowhere").variable("SSL_CERT_DIR", path.directory()),
    ] {
        let (asked, connections) = (path.server.asked().len(), path.proxy.connections());
        plan.run().planned();
        assert_eq!(path.server.stages()[asked..], FOUR_READS);
        assert_eq!(path.proxy.connections(), connections + 1, "one connection for all requests");
    }
    assert!(path.server.asked().iter().all(|asked| asked.header("host") == [GITHUB]));
}

#[test]
fn a_certificate_that_is_not_in_order_is_one_failed_attempt_that_says_nothing_about_it() {
    type Show = fn(&Authority) -> Identity;
    let shown: [(&str, Show); 7] = [
        ("self-signed", |_| Identity::self_signed(GITHUB)),
        ("another authority", |_| Authority::new().certify(GITHUB, (2020, 4000))),
        ("another host", |authority| authority.certify("canary.example", (2020, 4000))),
        ("a host below", |authority| authority.certify("canary.api.github.com", (2020, 4000))),
        ("a host above", |authority| authority.certify("*.com", (2020, 4000))),
        ("expired", |authority| authority.certify(GITHUB, (2020, 2021))),
        ("not valid yet", |authority| authority.certify(GITHUB, (3999, 4000))),
    ];
    for (name, show) in shown {
        let path = Path::showing(show);
        for plan in [path.plan(), path.plan().variable("YUKH_LOG", "trace")] {
            let before = path.proxy.connections();
            let outcome = plan.run();
            assert_eq!(outcome.failure(4), "YKP-GH-READ-004", "{name}");
            assert_eq!(path.proxy.connections(), before + 1, "{name}: exactly one attempt");
            let said = format!("{outcome:?}").to_lowercase();
            assert!(!said.contains("canary") && !said.contains("certificate"), "{name}: {said}");
        }
        assert_eq!(path.server.asked().len(), 0, "{name}");
        assert!(!path.proxy.wire().contains("ghp_"), "{name}");
    }
}

#[test]
fn the_machine_does_not_trust_the_authority_of_a_test() {
    let path = Path::new();
    let outcome = Plan::on_github().variable("HTTPS_PROXY", &path.proxy.url()).run();
    assert_eq!(outcome.failure(4), "YKP-GH-READ-004");
    assert_eq!((path.proxy.connections(), path.server.asked().len()), (1, 0));
}

#[test]
fn a_variable_that_names_no_certificate_is_refused_before_any_request() {
    let path = Path::new();
    let empty = tempfile::tempdir().unwrap();
    std::fs::write(empty.path().join("text.pem"), "nothing of the kind").unwrap();
    let text = empty.path().join("text.pem");
    for (variable, value) in [
        ("SSL_CERT_FILE", "/nowhere/CANARY.pem"),
        ("SSL_CERT_FILE", ""),
        ("SSL_CERT_FILE", path.directory()),
        ("SSL_CERT_FILE", text.to_str().unwrap()),
        ("SSL_CERT_DIR", "/nowhere/CANARY"),
        ("SSL_CERT_DIR", empty.path().to_str().unwrap()),
        ("SSL_CERT_DIR", &path.file()),
    ] {
        let plan = Plan::on_github().variable("HTTPS_PROXY", &path.proxy.url());
        let outcome = plan.variable(variable, value).run();
        assert_eq!(outcome.failure(2), "YKP-RUNTIME-003", "{variable}={value}");
        assert_eq!(named(&outcome), variable);
        assert!(!format!("{outcome:?}").contains("CANARY"), "{outcome:?}");
    }
    assert_eq!(path.proxy.connections(), 0);
}

#[test]
fn certificates_are_not_looked_at_where_none_is_needed() {
    // An unusable file would be refused by whoever looks at it.
    let unusable = [("SSL_CERT_FILE", "/nowhere"), ("HTTPS_PROXY", "socks5://proxy")];
    for arguments in [["demo"], ["--version"], ["--help"], ["capabilities"]] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
        command.env_clear().envs(unusable).args(arguments).assert().success();
    }
    let server = Server::of(World::organization());
    let mut plan = Plan::against(&server);
    for (variable, value) in unusable {
        plan = plan.variable(variable, value);
    }
    plan.run().planned();
}
