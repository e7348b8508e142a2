//! The reverse sweep: structured SSA in, two regions of structured SSA out.
//!
//! The forward half is the primal with tape operations. The reverse half visits the statements that ran
//! in reverse order; each use adds to the cotangent of what it used. Input and output for `y = a * b`:
//!
//! ```text
//! forward: y = a * b; keep a; keep b        reverse: d_a += d_y * b; d_b += d_y * a
//! ```
//!
//! Control is read back from the frames: the arm that ran, the number of trips, the exit that was taken.
//! What stands behind an exit that was taken is skipped by `Stmt::Beyond`.
mod forward;
mod lend;
mod sweep;

use std::collections::BTreeMap;

use proc_macro2::Ident;

use crate::activity::Activity;
use crate::ir::{Body, Region, Scope, Stmt};
use crate::names::Names;
use crate::plan::{Plan, Rereads};

pub use sweep::fuse::{Fused, Fusion, may_fuse, simplified};

/// Both halves of the adjoint.
pub struct Halves {
    pub forward: Region,
    pub reverse: Vec<Stmt>,
    /// The names of frames, by scope.
    pub frames: Vec<Ident>,
    /// The sizes of frames, by scope.
    pub words: Vec<usize>,
    /// Where the last length of each vector is kept.
    pub lengths: std::collections::HashMap<crate::ir::Mem, (crate::ir::Scope, usize)>,
    pub rewind: Rewinding,
    pub reread: Rereading,
}

/// What goes by a name of its own where arguments are read again.
pub struct Rereading {
    pub plan: Rereads,
    /// By parameter, where its caller tells something of it.
    pub params: Vec<Option<Reread>>,
    /// The contents of local buffers in the reverse half.
    pub contents: std::collections::HashMap<crate::ir::Mem, Ident>,
    /// The frames of what is kept on a condition, by its number, and their words.
    pub frames: BTreeMap<(Scope, usize), (Ident, usize)>,
}

/// A parameter of which the caller tells whether it is lent, and whether its gradient is wanted.
#[derive(Clone)]
pub struct Reread {
    /// What is told: a parameter of the forward half.
    pub lends: Ident,
    /// The argument: a parameter of the reverse half.
    pub shared: Ident,
    /// In both: what is read from it is kept.
    pub keeps: Ident,
    /// In both: its gradient is wanted.
    pub wants: Ident,
    /// Whether it can be read again.
    pub readable: bool,
}

/// What goes by a name of its own where memories are rewound.
pub struct Rewinding {
    /// Whether reads are still kept.
    pub reads: Ident,
    /// What is noted of a memory.
    pub mems: std::collections::HashMap<crate::ir::Mem, Ident>,
    /// The loops that note their reads.
    pub loops: std::collections::HashMap<crate::ir::Scope, Noting>,
}

/// A loop that notes its reads.
pub struct Noting {
    /// Whether this run of it does, or keeps them.
    pub again: Ident,
    /// How many a trip.
    pub reads: usize,
    /// The parameters that all of them are read from, if they are; where these are lent, nothing is noted.
    pub params: Option<Vec<usize>>,
    /// The memories that need flags: those that are written to.
    pub opened: Vec<crate::ir::Mem>,
}

/// Writes the adjoint; takes the body's region and leaves the rest of it for the names and types.
pub fn adjoint(
    body: &mut Body,
    activity: &Activity,
    plan: Plan,
    names: &mut Names,
    params: &[&Ident],
) -> Halves {
    let region = std::mem::replace(
        &mut body.region,
        Region {
            stmts: Vec::new(),
            end: crate::ir::End::Never,
        },
    );
    let reverse = sweep::sweep(body, &region, activity, &plan, names);
    let forward = forward::forward(body, region, activity, &plan);
    let at = proc_macro2::Span::call_site();
    let frames = (0..body.scopes)
        .map(|s| {
            if s == 0 {
                names.plain("frame", at)
            } else {
                names.numbered("frame", at)
            }
        })
        .collect();
    halves(body, forward, reverse, plan, names, frames, params)
}

/// Both halves in one, of the region that [`adjoint`] took; nothing where no loop can run forward and back in one.
pub fn fused(
    body: &Body,
    region: Region,
    activity: &Activity,
    plan: Plan,
    names: &mut Names,
    of: &Halves,
    params: &[&Ident],
) -> Option<(Halves, Fusion)> {
    let fusion = sweep::fused(body, &region, activity, &plan, names)?;
    let forward = forward::forward(body, region, activity, &plan);
    let frames = of.frames.clone();
    let mut halves = halves(body, forward, Vec::new(), plan, names, frames, params);
    // Their own names would be longer.
    for (own, known) in halves.reread.params.iter_mut().zip(&of.reread.params) {
        if let (Some(own), Some(known)) = (own, known) {
            *own = known.clone();
        }
    }
    Some((halves, fusion))
}

fn halves(
    body: &Body,
    forward: Region,
    reverse: Vec<Stmt>,
    plan: Plan,
    names: &mut Names,
    frames: Vec<Ident>,
    params: &[&Ident],
) -> Halves {
    let scopes = body.scopes as usize;
    let lengths = (0..body.mems.len())
        .map(|m| crate::ir::Mem(u32::try_from(m).unwrap_or(u32::MAX)))
        .filter_map(|m| plan.length(m).map(|at| (m, at)))
        .collect();
    let words = (0..scopes)
        .map(|s| plan.words(crate::ir::Scope(u32::try_from(s).unwrap_or(u32::MAX))))
        .collect();
    let rewind = rewinding(body, &plan, names);
    let reread = rereading(body, params, plan, names);
    Halves {
        forward,
        reverse,
        frames,
        words,
        lengths,
        rewind,
        reread,
    }
}

fn rewinding(body: &Body, plan: &Plan, names: &mut Names) -> Rewinding {
    let at = proc_macro2::Span::call_site();
    let rewinds = &plan.rewinds;
    let is_used = rewinds.mems().next().is_some();
    let mems = rewinds
        .mems()
        .map(|m| {
            let info = body.mem(m);
            let name = info.name.to_string();
            let bare = name.strip_prefix("r#").unwrap_or(&name);
            (m, names.plain(&format!("rewind_{bare}"), info.span))
        })
        .collect();
    let loops = rewinds
        .scopes()
        .iter()
        .map(|(scope, (vals, mems))| {
            let params = vals.iter().map(|v| plan.rereads.param(*v));
            let params: Option<Vec<usize>> = params.collect();
            let noting = Noting {
                again: names.numbered("again", at),
                reads: vals.len(),
                params: params.map(|mut params| {
                    params.sort_unstable();
                    params.dedup();
                    params
                }),
                opened: mems
                    .iter()
                    .copied()
                    .filter(|m| rewinds.is_written(*m))
                    .collect(),
            };
            (*scope, noting)
        })
        .collect();
    Rewinding {
        reads: if is_used {
            names.plain("reads", at)
        } else {
            Ident::new("reads", at)
        },
        mems,
        loops,
    }
}

fn rereading(body: &Body, params: &[&Ident], plan: Plan, names: &mut Names) -> Rereading {
    let plan = plan.rereads;
    let mut named = Vec::new();
    for (at, param) in params.iter().enumerate() {
        let name = param.to_string();
        let bare = name.strip_prefix("r#").unwrap_or(&name);
        let mut new = |base: &str| names.plain(&format!("{base}_{bare}"), param.span());
        let told = plan.is_readable(at) || plan.asks_for(at);
        named.push((plan.is_used() && told).then(|| Reread {
            lends: new("lends"),
            shared: new("shared"),
            keeps: new("keeps"),
            wants: new("wants"),
            readable: plan.is_readable(at),
        }));
    }
    let mut mems: Vec<crate::ir::Mem> = plan.contents().collect();
    mems.sort_unstable();
    let mut content = |mem: crate::ir::Mem| {
        let info = body.mem(mem);
        let name = info.name.to_string();
        let bare = name.strip_prefix("r#").unwrap_or(&name);
        (mem, names.plain(&format!("content_{bare}"), info.span))
    };
    let contents = mems.into_iter().map(&mut content).collect();
    let at = proc_macro2::Span::call_site();
    let frames = plan.frames().iter();
    let frames = frames.map(|(key, words)| (*key, (names.numbered("unlent", at), *words)));
    let frames = frames.collect();
    Rereading {
        plan,
        params: named,
        contents,
        frames,
    }
}
