// Map and Pool: containers whose operations are single steps.

package sync

// Map is a map for use by several goroutines at once.
type Map struct {
	noCopy noCopy
	m      map[any]any
}

//gordian:model atomic
func (m *Map) Load(key any) (value any, ok bool) {
	value, ok = m.m[key]
	return value, ok
}

//gordian:model atomic
func (m *Map) Store(key, value any) {
	m.put(key, value)
}

//gordian:model atomic
func (m *Map) Clear() {
	clear(m.m)
}

//gordian:model atomic
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	actual, loaded = m.m[key]
	if !loaded {
		m.put(key, value)
		actual = value
	}
	return actual, loaded
}

//gordian:model atomic
func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	value, loaded = m.m[key]
	delete(m.m, key)
	return value, loaded
}

//gordian:model atomic
func (m *Map) Delete(key any) {
	delete(m.m, key)
}

//gordian:model atomic
func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	previous, loaded = m.m[key]
	m.put(key, value)
	return previous, loaded
}

//gordian:model atomic
func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	current, ok := m.m[key]
	if !ok || current != old {
		return false
	}
	m.put(key, new)
	return true
}

//gordian:model atomic
func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	current, ok := m.m[key]
	if !ok || current != old {
		return false
	}
	delete(m.m, key)
	return true
}

// Range holds nothing while f runs: f may use the map, and other goroutines may too.
func (m *Map) Range(f func(key, value any) bool) {
	for _, key := range m.keys() {
		value, ok := m.Load(key)
		if ok && !f(key, value) {
			return
		}
	}
}

//gordian:model atomic
func (m *Map) keys() []any {
	var keys []any
	for key := range m.m {
		keys = append(keys, key)
	}
	return keys
}

func (m *Map) put(key, value any) {
	if m.m == nil {
		m.m = map[any]any{}
	}
	m.m[key] = value
}

// Pool keeps values for reuse, and may drop any of them at any time.
type Pool struct {
	noCopy noCopy
	items  []any
	New    func() any
}

//gordian:model atomic
func (p *Pool) Put(x any) {
	if x != nil {
		p.items = append(p.items, x)
	}
}

func (p *Pool) Get() any {
	if x := p.take(); x != nil {
		return x
	}
	if p.New != nil {
		return p.New()
	}
	return nil
}

//gordian:model atomic
func (p *Pool) take() any {
	if len(p.items) == 0 || dropped() {
		return nil
	}
	x := p.items[len(p.items)-1]
	p.items = p.items[:len(p.items)-1]
	return x
}

// dropped says whether the collector has emptied a pool: either is possible.
func dropped() bool
