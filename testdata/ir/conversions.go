package main

import "fmt"

type bytes []byte
type text string
type celsius float32
type reader interface{ read() string }
type writer interface {
	reader
	write(string)
}
type file struct{ content string }

func (f *file) read() string   { return f.content }
func (f *file) write(s string) { f.content += s }

func both(w writer) (reader, any) { return w, w }

func main() {
	s := "héllo"
	b := []byte(s)
	b[0] = 'H'
	r := []rune(s)
	r[1] = 'e'
	fmt.Println(string(b), string(r), s, len(b), len(r), string(rune(233)), text(b[:1]), bytes("xy"))

	f := 3.99
	big := 1 << 40
	var u uint32 = uint32(big + 7)
	fmt.Println(int(f), int8(int(f)*100), u, uint8(-1&0xff), float32(0.1), celsius(1)/3, uint64(1<<63))

	z := complex(1, -2)
	w := z * z / 2i
	fmt.Println(z, w, real(w), imag(z), z == complex(1, -2))

	arr := [3]int([]int{1, 2, 3})
	ptr := (*[3]int)(arr[:])
	ptr[0] = 9
	fmt.Println(arr, len(ptr))

	var rd, x = both(&file{"a"})
	rd.(writer).write("b")
	_, isFile := x.(*file)
	_, isText := x.(fmt.Stringer)
	fmt.Println(rd.read(), isFile, isText, rd == x)

	const huge = 1 << 100
	fmt.Println(huge>>98, 'a'+1, "a"+"b", 7.0/2, 1e3)
	fmt.Printf("%v %+v %#v %T %q %x %08.3f|%-5d|%5s|%t %c %U\n", file{"v"}, &file{"v"}, file{"v"}, rd, s, s, 3.14159, 42, "ab", true, 'é', 'é')
}

// Output:
// Héllo hello héllo 6 5 é H [120 121]
// 3 44 7 255 0.1 0.33333334 9223372036854775808
// (1-2i) (-2+1.5i) -2 -2 true
// [9 2 3] 3
// ab true false true
// 4 98 ab 3.5 1000
// {v} &{content:v} main.file{content:"v"} *main.file "héllo" 68c3a96c6c6f 0003.142|42   |   ab|true é U+00E9
