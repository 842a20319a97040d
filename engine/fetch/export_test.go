package fetch

// Len is the number of parts that are here, without using any.
func (r *Resident) Len() int { return len(r.parts) }
