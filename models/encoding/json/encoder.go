// Encoding to a writer: a value is encoded as a whole, and then written at once.

package json

import "io"

type Encoder struct {
	w io.Writer
	_ any
	_ bool
	_ []uint8
	_ string
	_ string
}

func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w} }

// Encode gives an error of an earlier write as well, and then writes nothing.
func (enc *Encoder) Encode(v any) error {
	text, err := Marshal(v)
	if err != nil {
		return err
	}
	_, err = enc.w.Write(text)
	return err
}
