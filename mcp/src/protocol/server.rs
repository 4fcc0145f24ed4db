//! The methods.

use std::borrow::Cow;

use http::request::Parts;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    CompletionInfo, ContentBlock, CustomRequest, CustomResult, DiscoverResult, ErrorCode,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Reference,
    ResourceContents, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;

use super::discovery::{self, PROTOCOL_VERSION};
use super::log::Entry;
use super::scope;
use crate::caller::{Caller, Scope};
use crate::catalog::ToolName;
use crate::failure::{Code, Report, RequestId};
use crate::issue::escaped;
use crate::resources::{self, Completed, Ref};
use crate::tools::Service;

type Context = RequestContext<RoleServer>;

/// Methods of this server that the SDK hands on as unknown when it can not
/// read their parameters.
const METHODS: [&str; 7] = [
    "completion/complete",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "server/discover",
    "tools/call",
    "tools/list",
];

/// Answers the methods of MCP. Cheap to clone; all clones are one.
#[derive(Clone, Debug)]
pub struct Server {
    service: Service,
}

impl Server {
    /// A server over a service.
    #[must_use]
    pub fn new(service: Service) -> Self {
        Self { service }
    }

    /// The service.
    #[must_use]
    pub fn service(&self) -> &Service {
        &self.service
    }

    async fn call(
        &self,
        caller: &Caller,
        request: CallToolRequestParams,
        context: &Context,
    ) -> Result<CallToolResult, ErrorData> {
        let Some(tool) = ToolName::parse(&request.name) else {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {}", shown(&request.name)), None));
        };
        require(caller, scope::of_tool(tool))?;
        let request_id = RequestId::unique();
        let entry = Entry::begin("tools/call", tool.as_str(), &request_id, self.service.github().clock());
        let arguments = request.arguments.unwrap_or_default();
        let work = self.service.call_as(caller, tool, &arguments);
        // A write goes on without its client; its line is the one of its end.
        let outcome = if tool.is_mutation() { Some(work.await) } else { wanted(context, work).await };
        let Some(outcome) = outcome else { return Err(nobody(entry)) };
        entry.end(outcome.as_ref().err());
        let mut result = match outcome {
            Ok(content) => success(content),
            Err(failure) => {
                Report::new(&failure, &request_id, self.service.catalog().fingerprint()).tool_result()
            }
        };
        result.meta = Some(discovery::meta());
        Ok(result)
    }

    async fn read(
        &self,
        request: ReadResourceRequestParams,
        context: &Context,
    ) -> Result<ReadResourceResult, ErrorData> {
        let request_id = RequestId::unique();
        let entry = Entry::begin("resources/read", "", &request_id, self.service.github().clock());
        let read = wanted(context, resources::read(&self.service, &request.uri)).await;
        let Some(resources::Read { address, content }) = read else { return Err(nobody(entry)) };
        entry.end(content.as_ref().err());
        let text = content.map_err(|failure| {
            let fingerprint = self.service.catalog().fingerprint();
            Report::new(&failure, &request_id, fingerprint).rpc_error(address.as_ref())
        })?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type("application/json");
        let mut result = ReadResourceResult::new(vec![contents])
            .with_ttl_ms(discovery::CONTENT_LASTS_MS)
            .with_cache_scope(discovery::CONTENT_SCOPE);
        result.meta = Some(discovery::meta());
        Ok(result)
    }

    async fn completed(
        &self,
        request: CompleteRequestParams,
        context: &Context,
    ) -> Result<CompleteResult, ErrorData> {
        let Reference::Resource(template) = &request.r#ref else {
            return Err(ErrorData::invalid_params("There are no prompts to complete for.", None));
        };
        let asked = Ref {
            template: &template.uri,
            variable: &request.argument.name,
            value: &request.argument.value,
            owner: request
                .context
                .as_ref()
                .and_then(|context| context.get_argument("owner"))
                .map(String::as_str),
        };
        let request_id = RequestId::unique();
        let entry = Entry::begin("completion/complete", "", &request_id, self.service.github().clock());
        let outcome = wanted(context, resources::complete(&self.service, asked)).await;
        let Some(outcome) = outcome else { return Err(nobody(entry)) };
        entry.end(outcome.as_ref().err());
        let completed = outcome.map_err(|failure| {
            let fingerprint = self.service.catalog().fingerprint();
            Report::new(&failure, &request_id, fingerprint).rpc_error_as("Completion failed.", None)
        })?;
        let Some(Completed { values, total }) = completed else {
            return Err(ErrorData::invalid_params("No such template, or no such variable in it.", None));
        };
        let has_more = total > values.len();
        let mut completion = CompletionInfo::default();
        completion.values = values;
        completion.total = u32::try_from(total).ok();
        completion.has_more = Some(has_more);
        let mut result = CompleteResult::new(completion);
        result.meta = Some(discovery::meta());
        Ok(result)
    }
}

/// What work comes to, or nothing where the client went away or took its request
/// back.
async fn wanted<T>(context: &Context, work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        result = work => Some(result),
        () = context.ct.cancelled() => None,
    }
}

/// The end of a request that nobody waits for: the SDK does not send it.
fn nobody(entry: Entry<'_>) -> ErrorData {
    entry.cancelled();
    ErrorData::internal_error("The request was cancelled.", None)
}

/// The result of a tool that succeeded, and its JSON as text for clients that
/// show no other.
fn success(content: Value) -> CallToolResult {
    let mut result = CallToolResult::structured(content);
    for block in &mut result.content {
        if let ContentBlock::Text(text) = block {
            text.text = escaped(std::mem::take(&mut text.text));
        }
    }
    result
}

/// Who sent a request. The transport says so where it knows.
fn caller(context: &Context) -> Caller {
    match context.extensions.get::<Parts>() {
        None => Caller::anyone(),
        // Over HTTP it always does; who is not named may do nothing.
        Some(head) => head.extensions.get().cloned().unwrap_or_else(Caller::nobody),
    }
}

/// Passes where a caller has a scope. The transport judges the same before,
/// from the body as it reads it; what counts is what is about to be done.
fn require(caller: &Caller, scope: Scope) -> Result<(), ErrorData> {
    if caller.holds(scope) {
        return Ok(());
    }
    let message = format!("The access token lacks the scope {}.", scope.as_str());
    Err(ErrorData::new(ErrorCode(Code::InsufficientScope.rpc_code()), message, None))
}

/// A name as an error repeats it: what is no name may be text.
fn shown(name: &str) -> &str {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/');
    if name.len() <= 64 && name.bytes().all(is_name) { name } else { "(not a name)" }
}

/// The lists have one page; a cursor can not be one of theirs.
fn first_page(request: Option<&PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor.as_ref()) {
        Some(_) => Err(ErrorData::invalid_params("Invalid cursor: the list has one page.", None)),
        None => Ok(()),
    }
}

macro_rules! catalog_list {
    ($kind:ident, $items:expr) => {{
        let mut result = $kind::with_all_items($items.to_vec());
        result.ttl_ms = Some(discovery::CATALOG_LASTS_MS);
        result.cache_scope = Some(discovery::CATALOG_SCOPE);
        result.meta = Some(discovery::meta());
        result
    }};
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        discovery::config()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&[PROTOCOL_VERSION])
    }

    async fn discover(&self, _context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut result = DiscoverResult::from_server_info(vec![PROTOCOL_VERSION], discovery::config());
        result.ttl_ms = discovery::CATALOG_LASTS_MS;
        result.cache_scope = discovery::CATALOG_SCOPE;
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        first_page(request.as_ref())?;
        Ok(catalog_list!(ListToolsResult, self.service.catalog().tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(&caller(&context), request, &context).await.map(CallToolResponse::from)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        first_page(request.as_ref())?;
        let mut result = catalog_list!(ListResourcesResult, self.service.catalog().resources());
        result.ttl_ms = Some(discovery::CONTENT_LASTS_MS);
        result.cache_scope = Some(discovery::CONTENT_SCOPE);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        first_page(request.as_ref())?;
        Ok(catalog_list!(ListResourceTemplatesResult, self.service.catalog().templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        require(&caller(&context), Scope::Read)?;
        self.read(request, &context).await.map(ReadResourceResponse::from)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        require(&caller(&context), Scope::Read)?;
        self.completed(request, &context).await
    }

    /// What the SDK does not know, and what it can not read (R2).
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if METHODS.contains(&request.method.as_str()) {
            return Err(ErrorData::invalid_params(format!("Invalid params for {}", request.method), None));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None))
    }
}
