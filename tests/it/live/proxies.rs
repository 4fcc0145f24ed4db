//! The proxy between this machine and GitHub (decision 71).

use super::{Path, named};
use crate::end_to_end::FOUR_READS;
use crate::support::program::{Plan, TOKEN};
use crate::support::proxy::{Gate, Proxy};
use crate::support::server::Server;
use crate::support::world::World;

#[test]
fn the_token_goes_inside_the_tunnel_alone() {
    let path = Path::new();
    path.plan().run().planned();
    assert_eq!(path.server.stages(), FOUR_READS);
    let head = "CONNECT api.github.com:443 HTTP/1.1\r\nHost: api.github.com:443\r\n\r\n";
    assert_eq!(path.proxy.heads(), [head]);
    for private in ["ghp_", TOKEN, "Bearer", "acme-garden", "greenhouse", "projectsV2"] {
        assert!(!path.proxy.wire().contains(private), "{private}");
    }
    for asked in path.server.asked() {
        assert_eq!(asked.header("authorization"), [format!("Bearer {TOKEN}").as_str()]);
    }
}

#[test]
fn credentials_of_the_proxy_go_to_the_proxy_alone() {
    let path = Path::new();
    let url = path.proxy.url_for("canary:open%20sesame");
    let plan = || path.plan().variable("HTTPS_PROXY", &url).variable("YUKH_LOG", "trace");
    let outcome = plan().run();
    outcome.planned();
    let [head] = path.proxy.heads().try_into().unwrap();
    assert_eq!(head.matches("Proxy-Authorization: Basic Y2FuYXJ5Om9wZW4gc2VzYW1l\r\n").count(), 1, "{head}");
    for asked in path.server.asked() {
        assert_eq!(asked.header("proxy-authorization"), [""; 0]);
        assert!(!format!("{asked:?}").contains("Y2FuYXJ5"));
    }
    let refusing = Proxy::start(Gate::Answer("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    let refused = plan().variable("HTTPS_PROXY", &refusing.url_for("canary:open%20sesame")).run();
    assert_eq!(refused.failure(4), "YKP-GH-READ-004");
    for outcome in [outcome, refused] {
        let said = format!("{outcome:?}");
        for private in ["canary", "sesame", "Y2FuYXJ5", "127.0.0.1"] {
            assert!(!said.contains(private), "{private}: {said}");
        }
    }
}

#[test]
fn a_tunnel_that_does_not_open_is_one_failed_attempt() {
    for answer in [
        "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm=\"x\"\r\n\r\n",
        "HTTP/1.1 403 Forbidden\r\ncontent-length: 6\r\n\r\nCANARY",
        "HTTP/1.1 502 Bad Gateway\r\n\r\n",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 301 Moved\r\nlocation: http://127.0.0.1:1/\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{}",
        "SSH-2.0-OpenSSH_9.9\r\n",
        "",
    ] {
        let proxy = Proxy::start(Gate::Answer(answer));
        let outcome = Plan::on_github().variable("HTTPS_PROXY", &proxy.url()).run();
        assert_eq!(outcome.failure(4), "YKP-GH-READ-004", "{answer:?}");
        assert_eq!(proxy.connections(), 1, "{answer:?}");
        assert!(!proxy.wire().contains("ghp_"), "{answer:?}");
        assert!(!format!("{outcome:?}").contains("CANARY"), "{outcome:?}");
    }
    let nobody = Plan::on_github().variable("HTTPS_PROXY", "http://127.0.0.1:1").run();
    assert_eq!(nobody.failure(4), "YKP-GH-READ-004");
}

#[test]
fn the_first_variable_that_is_not_empty_names_the_proxy() {
    let path = Path::new();
    let trusting = || Plan::on_github().variable("SSL_CERT_FILE", &path.file());
    let url = path.proxy.url();
    trusting().variable("https_proxy", &url).run().planned();
    trusting().variable("https_proxy", &url).variable("HTTPS_PROXY", "unusable:").run().planned();
    trusting().variable("https_proxy", "").variable("HTTPS_PROXY", &url).run().planned();
    let elsewhere = "localhost,.example.com,127.0.0.1,10.0.0.0/8,xgithub.com";
    trusting().variable("HTTPS_PROXY", &url).variable("NO_PROXY", elsewhere).run().planned();
    // The scheme may be left out.
    trusting().variable("HTTPS_PROXY", url.trim_start_matches("http://")).run().planned();
    assert_eq!(path.proxy.connections(), 5);
}

#[test]
fn a_proxy_that_can_not_be_used_is_refused_by_the_name_of_its_variable() {
    for variable in ["https_proxy", "HTTPS_PROXY"] {
        for value in [
            "https://canary:1",
            "socks5://canary:1080",
            "socks5h://user:canary@host:1080",
            "http://canary:port",
            "http://canary/path",
            "http://user:canary%00@host:1",
            "http://canary host:1",
            "//canary",
        ] {
            let outcome = Plan::on_github().variable(variable, value).run();
            assert_eq!(outcome.failure(2), "YKP-RUNTIME-003", "{value}");
            assert_eq!(named(&outcome), variable, "{value}");
            assert!(!format!("{outcome:?}").contains("canary"), "{outcome:?}");
        }
    }
}

#[test]
fn a_server_on_this_machine_is_never_reached_through_a_proxy() {
    let server = Server::of(World::organization());
    let proxy = Proxy::start(Gate::Silent);
    let mut plan = Plan::against(&server);
    for variable in ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        plan = plan.variable(variable, &proxy.url());
    }
    plan.run().planned();
    assert_eq!((proxy.connections(), server.asked().len()), (0, FOUR_READS.len()));
}
