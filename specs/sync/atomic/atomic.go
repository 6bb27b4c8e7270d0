package atomic

//@ requires acc(addr, _)
//@ decreases
//@ atomic
func LoadInt32(addr *int32) (val int32)

//@ requires acc(addr, _)
//@ decreases
//@ atomic
func LoadInt64(addr *int64) (val int64)

//@ requires acc(addr, _)
//@ decreases
//@ atomic
func LoadUint32(addr *uint32) (val uint32)

//@ requires acc(addr, _)
//@ decreases
//@ atomic
func LoadUint64(addr *uint64) (val uint64)

//@ preserves acc(addr)
//@ ensures *addr == val
//@ decreases
//@ atomic
func StoreInt32(addr *int32, val int32)

//@ preserves acc(addr)
//@ ensures *addr == val
//@ decreases
//@ atomic
func StoreInt64(addr *int64, val int64)

//@ preserves acc(addr)
//@ ensures *addr == val
//@ decreases
//@ atomic
func StoreUint32(addr *uint32, val uint32)

//@ preserves acc(addr)
//@ ensures *addr == val
//@ decreases
//@ atomic
func StoreUint64(addr *uint64, val uint64)

//@ preserves acc(addr)
//@ ensures *addr == val && previous == old(*addr)
//@ decreases
//@ atomic
func SwapInt32(addr *int32, val int32) (previous int32)

//@ preserves acc(addr)
//@ ensures swapped == (old(*addr) == expected)
//@ ensures *addr == (swapped ? val : old(*addr))
//@ decreases
//@ atomic
func CompareAndSwapInt32(addr *int32, expected, val int32) (swapped bool)

//@ preserves acc(addr)
//@ ensures *addr == old(*addr) + delta && val == *addr
//@ decreases
//@ atomic
func AddInt32(addr *int32, delta int32) (val int32)

//@ preserves acc(addr)
//@ ensures *addr == val && previous == old(*addr)
//@ decreases
//@ atomic
func SwapInt64(addr *int64, val int64) (previous int64)

//@ preserves acc(addr)
//@ ensures swapped == (old(*addr) == expected)
//@ ensures *addr == (swapped ? val : old(*addr))
//@ decreases
//@ atomic
func CompareAndSwapInt64(addr *int64, expected, val int64) (swapped bool)

//@ preserves acc(addr)
//@ ensures *addr == old(*addr) + delta && val == *addr
//@ decreases
//@ atomic
func AddInt64(addr *int64, delta int64) (val int64)

//@ preserves acc(addr)
//@ ensures *addr == val && previous == old(*addr)
//@ decreases
//@ atomic
func SwapUint32(addr *uint32, val uint32) (previous uint32)

//@ preserves acc(addr)
//@ ensures swapped == (old(*addr) == expected)
//@ ensures *addr == (swapped ? val : old(*addr))
//@ decreases
//@ atomic
func CompareAndSwapUint32(addr *uint32, expected, val uint32) (swapped bool)

//@ preserves acc(addr)
//@ ensures *addr == old(*addr) + delta && val == *addr
//@ decreases
//@ atomic
func AddUint32(addr *uint32, delta uint32) (val uint32)

//@ preserves acc(addr)
//@ ensures *addr == val && previous == old(*addr)
//@ decreases
//@ atomic
func SwapUint64(addr *uint64, val uint64) (previous uint64)

//@ preserves acc(addr)
//@ ensures swapped == (old(*addr) == expected)
//@ ensures *addr == (swapped ? val : old(*addr))
//@ decreases
//@ atomic
func CompareAndSwapUint64(addr *uint64, expected, val uint64) (swapped bool)

//@ preserves acc(addr)
//@ ensures *addr == old(*addr) + delta && val == *addr
//@ decreases
//@ atomic
func AddUint64(addr *uint64, delta uint64) (val uint64)
