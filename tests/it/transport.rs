//! What goes over the wire: headers, paths, bounds, refusals.
