//! Where the boxes of a drawing stand: in layers from left to right, so that
//! arrows lead to the right as far as they can, each layer in an order in which
//! few of them cross. Whole numbers alone, so that the same graph is drawn the
//! same everywhere.

use std::collections::BTreeSet;

/// How often the order of the layers is improved.
const SWEEPS: usize = 4;

/// A place: the layer, and twice the position in it.
pub(super) type Place = (usize, usize);

/// A graph that has its places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// The place of each box.
    pub(super) boxes: Vec<Place>,
    /// For each arrow the places it goes through, its ends included, from left
    /// to right.
    pub(super) routes: Vec<Vec<Place>>,
    /// How many layers there are.
    pub(super) layers: usize,
    /// Twice the number of boxes that stand in the fullest layer.
    pub(super) height: usize,
}

/// A box, or a point that a long arrow goes through.
#[derive(Clone, Debug, Default)]
struct Vertex {
    layer: usize,
    slot: usize,
    before: Vec<usize>,
    after: Vec<usize>,
}

/// Lays out `count` boxes, which are numbered from zero, and arrows between
/// them. In a circle the arrow that closes it leads to the left.
pub(super) fn layout(count: usize, arrows: &[(usize, usize)]) -> Layout {
    let order = order(count, arrows);
    let rank = |vertex: usize| order.iter().position(|met| *met == vertex).unwrap_or(0);
    let ends: Vec<(usize, usize)> = arrows
        .iter()
        .map(|&(from, to)| if rank(from) <= rank(to) { (from, to) } else { (to, from) })
        .collect();
    let mut vertices = vec![Vertex::default(); count];
    for left in &order {
        let layer = vertices.get(*left).map_or(0, |vertex| vertex.layer);
        for (_, right) in ends.iter().filter(|(from, to)| from == left && to != left) {
            if let Some(vertex) = vertices.get_mut(*right) {
                vertex.layer = vertex.layer.max(layer + 1);
            }
        }
    }
    let chains: Vec<Vec<usize>> = ends.iter().map(|ends| chain(*ends, &mut vertices)).collect();
    let layers = settled(&mut vertices);
    let height = layers.iter().map(Vec::len).max().unwrap_or(0) * 2;
    let place = |vertex: &usize| {
        let vertex = vertices.get(*vertex)?;
        let missing = height - layers.get(vertex.layer)?.len() * 2;
        Some((vertex.layer, vertex.slot * 2 + missing / 2))
    };
    Layout {
        boxes: (0..count).filter_map(|vertex| place(&vertex)).collect(),
        routes: chains.iter().map(|chain| chain.iter().filter_map(place).collect()).collect(),
        layers: layers.len(),
        height,
    }
}

/// The boxes in an order in which each stands behind those that lead to it; in a
/// circle the first one begins.
fn order(count: usize, arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut left: BTreeSet<usize> = (0..count).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(first) = left.first().copied() {
        let is_free = |vertex: &usize| {
            !arrows.iter().any(|(from, to)| to == vertex && from != vertex && left.contains(from))
        };
        let next = left.iter().copied().find(is_free).unwrap_or(first);
        left.remove(&next);
        order.push(next);
    }
    order
}

/// The vertices from one box to another, with a new one in each layer between.
fn chain((left, right): (usize, usize), vertices: &mut Vec<Vertex>) -> Vec<usize> {
    let layer = |vertices: &[Vertex], vertex: usize| vertices.get(vertex).map_or(0, |vertex| vertex.layer);
    let (first, last) = (layer(vertices, left), layer(vertices, right));
    let mut chain = vec![left];
    for layer in first + 1..last {
        chain.push(vertices.len());
        vertices.push(Vertex { layer, ..Vertex::default() });
    }
    chain.push(right);
    for (before, after) in chain.iter().zip(chain.iter().skip(1)) {
        if let Some(vertex) = vertices.get_mut(*before) {
            vertex.after.push(*after);
        }
        if let Some(vertex) = vertices.get_mut(*after) {
            vertex.before.push(*before);
        }
    }
    chain
}

/// Gives each vertex its slot; the vertices of each layer, in order.
fn settled(vertices: &mut [Vertex]) -> Vec<Vec<usize>> {
    let count = vertices.iter().map(|vertex| vertex.layer + 1).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, vertex) in vertices.iter().enumerate() {
        if let Some(layer) = layers.get_mut(vertex.layer) {
            layer.push(index);
        }
    }
    layers.iter().for_each(|layer| number(layer, vertices));
    for sweep in 0..SWEEPS {
        let forwards = sweep % 2 == 0;
        let sort = |layer: &mut Vec<usize>| {
            layer.sort_by_key(|vertex| middle(*vertex, vertices, forwards));
            number(layer, vertices);
        };
        if forwards { layers.iter_mut().for_each(sort) } else { layers.iter_mut().rev().for_each(sort) }
    }
    layers
}

fn number(layer: &[usize], vertices: &mut [Vertex]) {
    for (slot, index) in layer.iter().enumerate() {
        if let Some(vertex) = vertices.get_mut(*index) {
            vertex.slot = slot;
        }
    }
}

/// Where the neighbours on one side stand on average, in thousandths; without
/// any, where the vertex stands.
fn middle(vertex: usize, vertices: &[Vertex], forwards: bool) -> usize {
    let Some(vertex) = vertices.get(vertex) else { return 0 };
    let neighbours = if forwards { &vertex.before } else { &vertex.after };
    let slots = neighbours.iter().filter_map(|neighbour| vertices.get(*neighbour)).map(|met| met.slot * 1000);
    slots.sum::<usize>().checked_div(neighbours.len()).unwrap_or(vertex.slot * 1000)
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn arrows_lead_to_the_right_and_go_around_boxes() {
        // 0 → 1 → 2, and 0 → 2 past the layer of 1.
        let drawn = layout(3, &[(0, 1), (1, 2), (0, 2)]);
        assert_eq!(drawn.boxes.iter().map(|(layer, _)| *layer).collect::<Vec<_>>(), [0, 1, 2]);
        let [.., long] = drawn.routes.as_slice() else { panic!() };
        assert_eq!(long.len(), 3);
        assert_ne!(long[1], drawn.boxes[1], "the long arrow does not go through a box");
        assert_eq!((drawn.layers, drawn.height), (3, 4));
    }

    #[test]
    fn a_circle_and_an_arrow_to_itself_have_an_end() {
        let drawn = layout(3, &[(0, 1), (1, 2), (2, 0), (1, 1)]);
        assert_eq!(drawn.layers, 3);
        assert!(drawn.routes.iter().all(|route| route.len() >= 2));
        assert_eq!(layout(0, &[]).layers, 0);
    }

    #[test]
    fn neighbours_stand_side_by_side() {
        // Two trees whose leaves are numbered crosswise.
        let drawn = layout(6, &[(0, 4), (0, 5), (1, 2), (1, 3)]);
        let slot = |index: usize| drawn.boxes[index].1;
        assert!(slot(4) < slot(2) && slot(5) < slot(2) && slot(4) < slot(3), "{drawn:?}");
    }
}
