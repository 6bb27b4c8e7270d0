// Values of reflection hold what they were made of: a part of a value counts as the whole. What they tell about it is
// not known; what is done to it, or comes out of it again, is not followed.

package reflect

type Value struct {
	held any
	_    uintptr
}

func ValueOf(i any) Value { return Value{held: i} }

func Indirect(v Value) Value { return v }

func (v Value) Elem() Value { return v }

func (v Value) Field(i int) Value { return v }

func (v Value) FieldByIndex(index []int) Value { return v }

func (v Value) FieldByName(name string) Value { return v }

func (v Value) Index(i int) Value { return v }

func (v Value) MapIndex(key Value) Value { return v }
