//! Places the points of a directed graph in layers, where every edge leads from a layer to the next
//! one: the lowest points below.
//!
//! Method: layers by longest paths, and the order within a layer by barycentres, after Sugiyama,
//! Tagawa & Toda, "Methods for Visual Understanding of Hierarchical System Structures" (1981). A
//! graph with a cycle, or with an edge over several layers, has no such drawing here.

/// Rounds after which the order of some tens of points no longer changes.
const ROUNDS: usize = 12;

/// A place for each point, those of a layer about 1 apart; x to the right, y down.
pub fn place(near: &[Vec<u32>]) -> Option<Vec<(f64, f64)>> {
    let edges: Vec<(usize, usize)> = near
        .iter()
        .enumerate()
        .flat_map(|(from, to)| to.iter().map(move |to| (from, *to as usize)))
        .collect();
    let layers = layers(near.len(), &edges)?;
    if edges.is_empty() || edges.iter().any(|(from, to)| layers[*to] != layers[*from] + 1) {
        return None;
    }
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); layers.iter().copied().max().unwrap_or(0) + 1];
    (0..near.len()).for_each(|point| rows[layers[point]].push(point));
    let mut x = vec![0.0; near.len()];
    rows.iter().for_each(|row| spread(row, &mut x));
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let middle = |point: usize| {
                let beside = edges.iter().filter_map(|(from, to)| match (*from == point, *to == point) {
                    (true, _) => Some(x[*to]),
                    (_, true) => Some(x[*from]),
                    _ => None,
                });
                let all: Vec<f64> = beside.collect();
                if all.is_empty() { x[point] } else { all.iter().sum::<f64>() / all.len() as f64 }
            };
            row.sort_by(|a, b| middle(*a).total_cmp(&middle(*b)));
            spread(row, &mut x);
        }
    }
    Some(x.into_iter().zip(layers).map(|(x, layer)| (x, -(layer as f64))).collect())
}

/// The points of a row at equal distances round the middle.
fn spread(row: &[usize], x: &mut [f64]) {
    for (number, point) in row.iter().enumerate() {
        x[*point] = number as f64 - (row.len() as f64 - 1.0) / 2.0;
    }
}

/// The length of the longest path to each point; `None` if there is a cycle.
fn layers(count: usize, edges: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut layers = vec![0; count];
    for _ in 0..=count {
        let mut changed = false;
        for (from, to) in edges {
            if layers[*to] < layers[*from] + 1 {
                layers[*to] = layers[*from] + 1;
                changed = true;
            }
        }
        if !changed {
            return Some(layers);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edge_leads_up_to_the_next_layer() {
        let at = place(&[vec![3, 4], vec![3, 5], vec![4, 5], vec![], vec![], vec![]]).expect("layers");
        assert_eq!(at.iter().map(|at| at.1).collect::<Vec<f64>>(), [0.0, 0.0, 0.0, -1.0, -1.0, -1.0]);
        assert_eq!(at.iter().map(|at| at.0).collect::<Vec<f64>>(), [-1.0, 0.0, 1.0, -1.0, 0.0, 1.0]);
    }

    #[test]
    fn cycles_long_edges_and_graphs_without_edges_have_no_layers() {
        assert_eq!(place(&[vec![1], vec![0]]), None);
        assert_eq!(place(&[vec![1, 2], vec![2], vec![]]), None);
        assert_eq!(place(&[vec![], vec![]]), None);
    }
}
