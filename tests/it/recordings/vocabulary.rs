//! The words of generated Projects, policies and contracts.

use crate::support::world::World;

/// Keys and display names.
type Words = &'static [(&'static str, &'static str)];

/// What the fields of a Project offer.
pub(super) struct Vocabulary {
    pub(super) area: Words,
    pub(super) priority: Words,
    pub(super) size: Words,
    /// The name of the field for sizes.
    pub(super) size_field: &'static str,
    /// By key of the area.
    pub(super) labels: Words,
    /// By code.
    pub(super) milestones: Words,
    pub(super) iterations: &'static [&'static str],
}

pub(super) const PLAIN: Vocabulary = Vocabulary {
    area: &[("beds", "Beds"), ("climate", "Climate"), ("water", "Water")],
    priority: &[("urgent", "Urgent"), ("high", "High"), ("low", "Low")],
    size: &[("small", "Small"), ("large", "Large")],
    size_field: "Size",
    labels: &[("beds", "area: beds"), ("climate", "area: climate"), ("water", "area: water")],
    milestones: &[("spring", "Spring planting"), ("harvest", "Harvest")],
    iterations: &["Week 9", "Week 10", "Week 11"],
};

pub(super) const UNICODE: Vocabulary = Vocabulary {
    area: &[("beds", "Beete 🌱"), ("climate", "Raumklima (°C)"), ("water", "水やり")],
    priority: &[("urgent", "Très urgent"), ("high", "Выше"), ("low", "Κάτω")],
    size: &[("small", "kleiner als ½"), ("large", "größer \"als\" \\ alles")],
    size_field: "Größe 📏",
    labels: &[("beds", "bereich: beete 🌱"), ("climate", "bereich: klima"), ("water", "エリア: 水")],
    milestones: &[("spring", "Frühjahr ’26"), ("harvest", "収穫")],
    iterations: &["Woche 9", "第10週", "Неделя 11"],
};

impl Vocabulary {
    /// Gives the words to the Project of a default world.
    pub(super) fn give(&self, world: &mut World) {
        let names = |words: Words| words.iter().map(|(_, name)| (*name).to_owned()).collect();
        world.field("Area").options = names(self.area);
        world.field("Priority").options = names(self.priority);
        world.field("Size").options = names(self.size);
        self.size_field.clone_into(&mut world.field("Size").name);
        for (own, title) in world.field("Iteration").iterations.iter_mut().zip(self.iterations) {
            (*title).clone_into(&mut own.0);
        }
    }
}
