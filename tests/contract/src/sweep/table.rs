//! The main file of the written crate.

use super::Swept;
use grad_random::ast::Ty;

/// The allocator of the written crate.
const COUNTING: &str = "
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static ASKED: AtomicUsize = AtomicUsize::new(0);

fn count() -> usize {
    ASKED.load(Relaxed)
}

struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.fetch_add(1, Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;
";

/// The table of functions, and what runs it.
pub(super) fn table(swept: &[Swept]) -> String {
    let mut out = format!(
        "{COUNTING}\nuse grad_random::harness::Program;\nuse grad_random::harness::sweep::{{Ask, Function, Memory, Subset}};\n\nstatic FUNCTIONS: &[Function] = &[\n"
    );
    for s in swept {
        let at = format!("{}::{}", s.module, s.glue);
        let forms = if s.program.top().ret == Ty::Float {
            &["f_grad", "f_grad_into", "f_grad_with", "f_vjp"][..]
        } else {
            &["f_vjp"][..]
        };
        let grads: String = forms
            .iter()
            .map(|form| format!("({form:?}, plain::{at}::all::run_{form}), "))
            .collect();
        let asks: String = s
            .asks
            .iter()
            .map(|param| {
                let list: Vec<String> = param.iter().map(|a| format!("Ask::{a:?}")).collect();
                format!("&[{}], ", list.join(", "))
            })
            .collect();
        let subsets: String = s
            .subsets
            .iter()
            .map(|(suffix, selected)| {
                format!("Subset {{ selected: &{selected:?}, grads: &[(\"f_grad\", plain::{at}::{suffix}::run_f_grad)] }}, ")
            })
            .collect();
        let memory = if s.program.top().ret == Ty::Float {
            format!(
                "Some(Memory {{ asked: plain::{at}::all::asked, count, depth: {:?} }})",
                s.depth
            )
        } else {
            "None".to_string()
        };
        out.push_str(&format!(
            "    Function {{ program: Program {{ id: 0, seeds: &{:?}, cases: &[], single: false, run: plain::{at}::all::run, dual: Some(dual::{at}::run), grads: &[{grads}] }}, asks: &[{asks}], subsets: &[{subsets}], memory: {memory} }},\n",
            s.program.seeds
        ));
    }
    out.push_str("];\n\nfn main() {\n    grad_random::harness::sweep(FUNCTIONS);\n}\n");
    out
}
