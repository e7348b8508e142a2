//! The same cases for criterion: `cargo bench --manifest-path benches/Cargo.toml --features criterion`.
use criterion::Criterion;
use grad_bench::cases;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let parts = [cases::functions(), cases::examples(), cases::twins()];
    for case in parts.into_iter().flatten() {
        let mut row = case.checked().unwrap_or_else(|error| panic!("{error}"));
        let mut group = criterion.benchmark_group(&case.name);
        for contender in &mut row.contenders {
            let kind = contender.kind;
            group.bench_function(kind.name(), |bencher| bencher.iter(|| contender.run()));
        }
        group.finish();
    }
    criterion.final_summary();
}
