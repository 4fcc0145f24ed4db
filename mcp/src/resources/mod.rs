//! Resources, the browse surface, and the completion of their variables
//! (design, *Discovery surface*). Every read here can be made with a tool too.

mod completion;
mod index;

use serde_json::Value;

use crate::arguments::Detail;
use crate::failure::{Code, Details, Failure, Known};
use crate::issue::{Address, IssuePlace, escaped};
use crate::tools::{Asked, IssueOutput, Service};

pub use completion::{Completed, Ref, complete};

/// A resource that was read, or why it was not.
#[derive(Debug)]
pub struct Read {
    /// The resource, where the URI is one.
    pub address: Option<Address>,
    /// Its JSON.
    pub content: Result<String, Failure>,
}

/// Reads the resource of a URI.
pub async fn read(service: &Service, uri: &str) -> Read {
    let address = Address::parse(uri);
    let content = match &address {
        None => Err(unknown_uri()),
        Some(Address::Capabilities) => Ok(service.catalog().summary().clone()),
        Some(Address::Issue(place)) => issue(service, place).await,
        Some(Address::Index(index)) => index::read(service, index).await,
    };
    let named = |failure: Failure| match &address {
        Some(address) => about(failure, address),
        None => failure,
    };
    let content = content.map(|content: Value| escaped(content.to_string())).map_err(named);
    Read { address, content }
}

/// The failure with the URI that it is about.
fn about(failure: Failure, address: &Address) -> Failure {
    match failure.details().cloned() {
        Some(details) => failure.with_details(details.with_value(Known::Uri(address.clone()))),
        None => failure,
    }
}

fn unknown_uri() -> Failure {
    let reason = "The URI is none of resources/list and fits none of resources/templates/list.";
    Failure::new(Code::InvalidField, "The URI names no resource of this server.")
        .with_details(Details::field("uri").because(reason))
}

async fn issue(service: &Service, place: &IssuePlace) -> Result<Value, Failure> {
    match service.github().issue(place).await {
        Ok(issue) => crate::tools::json(&IssueOutput::new(&issue, Detail::Full)),
        Err(refusal) => {
            let asked = Asked { repository: &place.repository, number: Some(place.number), made: None };
            Err(service.explain(&asked, refusal).await)
        }
    }
}
